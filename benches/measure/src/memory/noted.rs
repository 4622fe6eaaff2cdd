//! The blocks that a thread has asked for and still has, each with its layout.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The most blocks that are noted at a time: a string has one, or a few.
const MOST: usize = 8;

/// A block's address, and what was asked for.
type Noted = Option<(usize, Layout)>;

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static BLOCKS: Cell<[Noted; MOST]> = const { Cell::new([None; MOST]) };
}

/// The system's allocator, which notes what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotingAllocator;

/// Forgets what this thread has noted.
pub fn forget() {
    BLOCKS.set([None; MOST]);
}

/// Returns what this thread asked for since it last forgot, and still has.
pub fn blocks() -> Vec<Layout> {
    let blocks = BLOCKS.get().into_iter().flatten();
    blocks.map(|(_, layout)| layout).collect()
}

/// Puts `to` where `from` is, if it is there.
fn replace(is_from: impl Fn(&Noted) -> bool, to: Noted) {
    let mut blocks = BLOCKS.get();
    if let Some(slot) = blocks.iter_mut().find(|slot| is_from(slot)) {
        *slot = to;
        BLOCKS.set(blocks);
    }
}

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller names,
// which `GlobalAlloc` asks of the caller to be the block's own. To note a block neither unwinds nor
// allocates. `realloc` and `alloc_zeroed` are `GlobalAlloc`'s own, on top of these two.
unsafe impl GlobalAlloc for NotingAllocator {
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
            |noted| matches!(noted, Some((place, _)) if *place == block.addr()),
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
    fn what_is_given_back_is_noted_no_more() {
        let one = Layout::new::<u64>();
        let two = Layout::new::<[u8; 3]>();
        forget();
        // SAFETY: the layout is not zero bytes.
        let first = unsafe { NotingAllocator.alloc(one) };
        // SAFETY: the layout is not zero bytes.
        let second = unsafe { NotingAllocator.alloc(two) };
        assert_eq!(blocks(), [one, two]);
        // SAFETY: the block is of this layout, and not used again.
        unsafe { NotingAllocator.dealloc(first, one) };
        assert_eq!(blocks(), [two]);
        // SAFETY: the block is of this layout; the new size is small.
        let longer = unsafe { NotingAllocator.realloc(second, two, 5) };
        let five = Layout::new::<[u8; 5]>();
        assert_eq!(blocks(), [five]);
        // SAFETY: the block is of this layout, and not used again.
        unsafe { NotingAllocator.dealloc(longer, five) };
        assert_eq!(blocks(), []);
    }
}
