//! The blocks that this thread freed last, kept so that a late write or a second free is seen.
//!
//! It is a ring: a block's place is its number modulo the length, and the oldest leaves first.

use std::alloc::Layout;
use std::cell::Cell;

use super::block::Block;
use super::{Violation, check};

/// How many blocks are kept: 6 KiB of each thread's local memory.
const BLOCKS: usize = 256;

/// How many bytes the kept blocks have at most, with all that stands around them.
const BYTES: usize = 4 << 20;

// The numbers wrap around, which leaves a block in its place only if this holds.
const _: () = assert!(BLOCKS.is_power_of_two());

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static QUARANTINE: Quarantine = const { Quarantine::new() };
}

struct Quarantine {
    parked: [Cell<Option<Block>>; BLOCKS],
    /// The number that the next block gets.
    next: Cell<usize>,
    length: Cell<usize>,
    bytes: Cell<usize>,
}

/// A point in time: the number that the next block would have got.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

pub(super) fn mark() -> Mark {
    QUARANTINE.with(|quarantine| Mark(quarantine.next.get()))
}

/// Keeps `block`, which is marked as freed, and gives back the oldest ones for which there is no more room.
pub(super) fn park(block: Block) {
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

/// Gives back all that was parked since `mark`.
pub(super) fn release_since(mark: Mark) {
    QUARANTINE.with(|quarantine| {
        let since = quarantine.next.get().wrapping_sub(mark.0);
        for _ in 0..since.min(quarantine.length.get()) {
            let newest = quarantine.next.get().wrapping_sub(1);
            quarantine.release(newest);
            quarantine.next.set(newest);
        }
    });
}

/// Whether the block that starts at `start` is kept here, whatever its header says by now.
pub(super) fn holds(start: *mut u8) -> Option<Layout> {
    QUARANTINE.with(|quarantine| {
        quarantine.parked.iter().find_map(|slot| {
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
            parked: [const { Cell::new(None) }; BLOCKS],
            next: Cell::new(0),
            length: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    fn slot(&self, number: usize) -> &Cell<Option<Block>> {
        &self.parked[number % BLOCKS]
    }

    /// Looks at a kept block once more and gives it back.
    fn release(&self, number: usize) {
        let Some(mut block) = self.slot(number).take() else {
            return;
        };
        self.length.update(|length| length - 1);
        self.bytes.update(|sum| sum - block.footprint());
        block.check_red_zones(check::report);
        if let Some(offset) = block.first_written() {
            let block = block.layout();
            check::report(Violation::WrittenAfterFree { block, offset });
        }
        block.release();
    }
}
