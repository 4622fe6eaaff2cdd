//! The laboratory's allocator: the system's own, which a thread can ask to count its calls and to record
//! its blocks.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one allocation
//! hardly at all, so that times while counting would favour ways with few allocations. The switch is a
//! load and a branch that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most blocks that are recorded at a time: a string has one, or a few.
const MOST: usize = 8;

/// The calls of the allocator that a thread made during some work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// New blocks.
    pub allocations: usize,
    /// Blocks that were made longer or shorter.
    pub reallocations: usize,
    /// The bytes held at the end, less those held at the start.
    pub live_bytes: isize,
    /// The most bytes held at once, less those held at the start.
    pub peak_bytes: isize,
}

/// A block's address, and what was asked for.
type Noted = Option<(usize, Layout)>;

/// The record of a thread.
#[derive(Clone, Copy, Debug)]
struct Record {
    counts: Counts,
    blocks: [Noted; MOST],
}

impl Record {
    const EMPTY: Self = Self {
        counts: Counts {
            allocations: 0,
            reallocations: 0,
            live_bytes: 0,
            peak_bytes: 0,
        },
        blocks: [None; MOST],
    };

    fn hold(&mut self, bytes: usize) {
        let counts = &mut self.counts;
        counts.live_bytes = counts.live_bytes.wrapping_add_unsigned(bytes);
        counts.peak_bytes = counts.peak_bytes.max(counts.live_bytes);
    }

    fn release(&mut self, bytes: usize) {
        self.counts.live_bytes = self.counts.live_bytes.wrapping_sub_unsigned(bytes);
    }

    /// Puts `to` where `from` is, if it is there.
    fn note(&mut self, is_from: impl Fn(&Noted) -> bool, to: Noted) {
        if let Some(slot) = self.blocks.iter_mut().find(|slot| is_from(slot)) {
            *slot = to;
        }
    }
}

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static RECORD: Cell<Record> = const { Cell::new(Record::EMPTY) };
}

/// True while calls are recorded.
static IS_RECORDING: AtomicBool = AtomicBool::new(false);

/// The system's allocator, whose calls are recorded when asked to.
#[derive(Clone, Copy, Debug)]
pub struct LaboratoryAllocator;

/// Counts what this thread asks of the allocator during `work`: nothing, unless the program's allocator
/// is [`LaboratoryAllocator`].
pub fn counts(work: impl FnOnce()) -> Counts {
    recording_blocks(|| {
        work();
        RECORD.get().counts
    })
}

/// Records the blocks that this thread asks for during `work`, for [`live_blocks`].
pub fn recording_blocks<R>(work: impl FnOnce() -> R) -> R {
    RECORD.set(Record::EMPTY);
    let before = IS_RECORDING.swap(true, Ordering::Relaxed);
    let result = work();
    IS_RECORDING.store(before, Ordering::Relaxed);
    result
}

/// Returns what this thread asked for since it began to record, and still has; eight blocks at most.
pub fn live_blocks() -> Vec<Layout> {
    let blocks = RECORD.get().blocks.into_iter().flatten();
    blocks.map(|(_, layout)| layout).collect()
}

/// Changes the record of this thread, if calls are recorded.
#[inline]
fn record(change: impl FnOnce(&mut Record)) {
    if IS_RECORDING.load(Ordering::Relaxed) {
        let mut record = RECORD.get();
        change(&mut record);
        RECORD.set(record);
    }
}

fn allocated(block: *mut u8, layout: Layout) -> *mut u8 {
    if !block.is_null() {
        record(|of| {
            of.counts.allocations += 1;
            of.hold(layout.size());
            of.note(Option::is_none, Some((block.addr(), layout)));
        });
    }
    block
}

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller names,
// which `GlobalAlloc` asks of the caller to be the block's own. To record a call neither unwinds nor
// allocates.
unsafe impl GlobalAlloc for LaboratoryAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the layout has a size, by the caller's promise.
        allocated(unsafe { System.alloc(layout) }, layout)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the layout has a size, by the caller's promise.
        allocated(unsafe { System.alloc_zeroed(layout) }, layout)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        record(|of| {
            of.release(layout.size());
            of.note(
                |noted| matches!(noted, Some((at, _)) if *at == block.addr()),
                None,
            );
        });
        // SAFETY: the block is `System`'s, and of this layout by the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let old = block.addr();
        // SAFETY: the block is `System`'s, and of this layout by the caller's promise, who also promises
        // a new size that is not 0 and does not overflow.
        let block = unsafe { System.realloc(block, layout, new_size) };
        if !block.is_null() {
            record(|of| {
                of.counts.reallocations += 1;
                // A block that moves exists twice until its bytes are copied.
                of.hold(new_size);
                of.release(layout.size());
                let new = Layout::from_size_align(new_size, layout.align());
                let new = new.ok().map(|new| (block.addr(), new));
                of.note(|noted| matches!(noted, Some((at, _)) if *at == old), new);
            });
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_blocks_are_forgotten() {
        let [one, two, five] = [8, 3, 5].map(|size| Layout::array::<u8>(size).unwrap());
        recording_blocks(|| {
            // SAFETY: the layout is not zero bytes.
            let first = unsafe { LaboratoryAllocator.alloc(one) };
            // SAFETY: the layout is not zero bytes.
            let second = unsafe { LaboratoryAllocator.alloc(two) };
            let both = RECORD.get();
            // SAFETY: the block is of this layout, and not used again.
            unsafe { LaboratoryAllocator.dealloc(first, one) };
            // SAFETY: the block is of this layout; the new size is small.
            let longer = unsafe { LaboratoryAllocator.realloc(second, two, 5) };
            let longer_alone = RECORD.get();
            // SAFETY: the block is of this layout, and not used again.
            unsafe { LaboratoryAllocator.dealloc(longer, five) };
            let none = RECORD.get();
            let layouts = |of: Record| of.blocks.into_iter().flatten().map(|(_, layout)| layout);
            assert!(layouts(both).eq([one, two]));
            assert!(layouts(longer_alone).eq([five]));
            assert_eq!(layouts(none).count(), 0);
            let counts = Counts {
                allocations: 2,
                reallocations: 1,
                live_bytes: 0,
                peak_bytes: 11,
            };
            assert_eq!(none.counts, counts);
        });
    }
}
