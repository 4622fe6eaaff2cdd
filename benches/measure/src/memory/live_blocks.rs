//! The blocks that a thread has asked for and still has, each with its layout.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The most blocks that are recorded at a time: a string has one, or a few.
const MOST: usize = 8;

/// A block's address, and what was asked for.
type Slot = Option<(usize, Layout)>;

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static BLOCKS: Cell<[Slot; MOST]> = const { Cell::new([None; MOST]) };
}

/// The system's allocator, which notes what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRecorder;

/// Forgets the blocks of this thread.
pub(super) fn forget() {
    BLOCKS.set([None; MOST]);
}

/// Returns the layouts of the blocks that this thread asked for during
/// [`recording_blocks`](super::recording_blocks), and still has.
pub fn live_blocks() -> Vec<Layout> {
    let blocks = BLOCKS.get().into_iter().flatten();
    blocks.map(|(_, layout)| layout).collect()
}

/// Puts `to` where `from` is, if it is there.
fn replace(is_from: impl Fn(&Slot) -> bool, to: Slot) {
    let mut blocks = BLOCKS.get();
    if let Some(slot) = blocks.iter_mut().find(|slot| is_from(slot)) {
        *slot = to;
        BLOCKS.set(blocks);
    }
}

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller names,
// which `GlobalAlloc` asks of the caller to be the block's own. To record a block neither unwinds nor
// allocates. `realloc` and `alloc_zeroed` are `GlobalAlloc`'s own, on top of these two.
unsafe impl GlobalAlloc for BlockRecorder {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            replace(Option::is_none, Some((block.addr(), layout)));
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        replace(
            |slot| matches!(slot, Some((place, _)) if *place == block.addr()),
            None,
        );
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(block, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_blocks_are_forgotten() {
        let one = Layout::new::<u64>();
        let two = Layout::new::<[u8; 3]>();
        forget();
        // SAFETY: the layout is not zero bytes.
        let first = unsafe { BlockRecorder.alloc(one) };
        // SAFETY: the layout is not zero bytes.
        let second = unsafe { BlockRecorder.alloc(two) };
        assert_eq!(live_blocks(), [one, two]);
        // SAFETY: the block is of this layout, and not used again.
        unsafe { BlockRecorder.dealloc(first, one) };
        assert_eq!(live_blocks(), [two]);
        // SAFETY: the block is of this layout; the new size is small.
        let longer = unsafe { BlockRecorder.realloc(second, two, 5) };
        let five = Layout::new::<[u8; 5]>();
        assert_eq!(live_blocks(), [five]);
        // SAFETY: the block is of this layout, and not used again.
        unsafe { BlockRecorder.dealloc(longer, five) };
        assert_eq!(live_blocks(), []);
    }
}
