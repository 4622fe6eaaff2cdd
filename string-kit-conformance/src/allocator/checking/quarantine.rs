//! The blocks that this thread freed last, kept to find late writes and double frees.
//!
//! A ring buffer: block number n is in slot n modulo the length, and the oldest block leaves first.

use std::alloc::Layout;
use std::cell::Cell;

use super::Violation;
use super::block::Block;
use super::report::report;

/// The most blocks in quarantine. Their slots take 8 KiB of thread-local memory in each thread.
const BLOCKS: usize = 256;

/// The most bytes in quarantine, headers and red zones included.
const BYTES: usize = 4 << 20;

// The block numbers wrap around. Only with a power of two does each block then stay in its slot.
const _: () = assert!(BLOCKS.is_power_of_two());

thread_local! {
    // Constant and without a destructor: access neither allocates nor fails while a thread ends.
    static QUARANTINE: Quarantine = const { Quarantine::new() };
}

struct Quarantine {
    slots: [Cell<Option<Block>>; BLOCKS],
    /// The number of the next block.
    next: Cell<usize>,
    length: Cell<usize>,
    bytes: Cell<usize>,
}

pub(super) fn mark() -> usize {
    QUARANTINE.with(|quarantine| quarantine.next.get())
}

/// Keeps `block`, which is marked as freed, and releases the oldest blocks if it needs their place.
pub(super) fn keep(block: Block) {
    let bytes = block.footprint();
    if bytes > BYTES {
        block.release();
        return;
    }
    QUARANTINE.with(|quarantine| {
        while quarantine.length.get() == BLOCKS || quarantine.bytes.get() > BYTES - bytes {
            let oldest = quarantine.next.get().wrapping_sub(quarantine.length.get());
            quarantine.release(oldest);
        }
        let number = quarantine.next.get();
        quarantine.slot(number).set(Some(block));
        quarantine.next.set(number.wrapping_add(1));
        quarantine.length.update(|length| length + 1);
        quarantine.bytes.update(|sum| sum + bytes);
    });
}

/// Releases the blocks that were kept since `mark`, the number of the first of them.
pub(super) fn release_since(mark: usize) {
    QUARANTINE.with(|quarantine| {
        let since = quarantine.next.get().wrapping_sub(mark);
        for _ in 0..since.min(quarantine.length.get()) {
            let newest = quarantine.next.get().wrapping_sub(1);
            quarantine.release(newest);
            quarantine.next.set(newest);
        }
    });
}

/// Returns the layout of the kept block that starts at `start`. Does not read its header, which may
/// be damaged.
pub(super) fn find(start: *mut u8) -> Option<Layout> {
    QUARANTINE.with(|quarantine| {
        quarantine.slots.iter().find_map(|slot| {
            let block = slot.take()?;
            let found = (block.start() == start).then(|| block.layout());
            slot.set(Some(block));
            found
        })
    })
}

impl Quarantine {
    const fn new() -> Self {
        Self {
            slots: [const { Cell::new(None) }; BLOCKS],
            next: Cell::new(0),
            length: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    fn slot(&self, number: usize) -> &Cell<Option<Block>> {
        &self.slots[number % BLOCKS]
    }

    /// Examines a kept block again, and returns it to the system.
    fn release(&self, number: usize) {
        let Some(mut block) = self.slot(number).take() else {
            return;
        };
        self.length.update(|length| length - 1);
        self.bytes.update(|sum| sum - block.footprint());
        block.check_red_zones(report);
        if let Some(offset) = block.first_written() {
            let block = block.layout();
            report(Violation::WrittenAfterFree { block, offset });
        }
        block.release();
    }
}
