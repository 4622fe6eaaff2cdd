//! A block and what stands around it.
//!
//! ```text
//! base            start - FRONT       start - RED_ZONE    start           start + size
//! |               |                   |                   |               |
//! v               v                   v                   v               v
//! +---------------+-------------------+-------------------+---------------+-------------------+
//! | gap           | Header            | red zone          | the block     | red zone          |
//! | not looked at | 4 words           | 16 times 0xFB     | size bytes    | 16 times 0xFB     |
//! +---------------+-------------------+-------------------+---------------+-------------------+
//! |<---------------------- lead ------------------------->|
//! ```
//!
//! `base` is what the system gave, and `start` is what the caller gets. Both are aligned to 16, or
//! to the block's alignment if that is more; the gap is there for alignments above 16. The header
//! is at a fixed distance before `start`, for `start` is all that a caller surely gives back right.
//! It has a red zone between itself and the block, so that the nearest stray write is reported
//! rather than taken for a block that is not ours.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::{ptr, slice};

use super::Violation;

// Three bytes that UTF-8 never has, so that no text looks like them.
const FRESH: u8 = 0xFA;
const RED: u8 = 0xFB;
const FREED: u8 = 0xFD;

const RED_ZONE: usize = 16;

/// From the header's first byte to the block's.
const FRONT: usize = size_of::<Header>() + RED_ZONE;

/// The least alignment of `base` and `start`: what every system gives anyway, and the header needs.
const GRAIN: usize = 16;

const _: () = assert!(FRONT.is_multiple_of(GRAIN) && align_of::<Header>() <= GRAIN);

/// How many bytes are filled: a test that asks for more than the machine has, and gets it because
/// nobody writes there, shall not fall over here.
const MOST_FILLED: usize = 16 << 20;

/// What finds a block from its start.
#[repr(C)]
struct Header {
    seal: usize,
    /// Kept, rather than computed, for its provenance: the caller's pointer may have less.
    base: *mut u8,
    size: usize,
    align: usize,
}

/// A block's state, mixed into its seal.
#[derive(Clone, Copy)]
enum State {
    Live,
    Freed,
}

/// A block that is ours to look at and to give back.
///
/// INVARIANT: `base` came from `System` for the frame of `layout`, was not given back since, and
/// all but the block itself is as the picture shows. Nobody else owns the block: there is one such
/// value, or the caller of the allocator has the start and there is none.
pub(super) struct Block {
    base: *mut u8,
    layout: Layout,
}

/// What a caller's pointer turned out to be.
pub(super) enum Found {
    Live(Block),
    Freed(Layout),
    Unknown,
}

impl Block {
    /// A fresh block, filled with zeroes or with what no UTF-8 has; `None` if the system refuses.
    pub(super) fn new(layout: Layout, zeroed: bool) -> Option<Self> {
        let (frame, _) = frame(layout)?;
        let base = if zeroed {
            // SAFETY: a frame is never zero bytes, for it has red zones.
            unsafe { System.alloc_zeroed(frame) }
        } else {
            // SAFETY: a frame is never zero bytes, for it has red zones.
            unsafe { System.alloc(frame) }
        };
        if base.is_null() {
            return None;
        }
        let mut block = Self { base, layout };
        block.write_header(State::Live);
        block.paint_red_zones();
        if !zeroed {
            block.fill(FRESH);
        }
        Some(block)
    }

    /// Hands the block to the caller of the allocator.
    pub(super) fn into_start(self) -> *mut u8 {
        self.start()
    }

    /// Takes the block that starts at `start` back from the caller of the allocator.
    ///
    /// # Safety
    ///
    /// - The `FRONT` bytes before `start` can be read, and nobody writes to them meanwhile.
    /// - If `start` came from [`into_start`](Self::into_start) and was not taken back since, the
    ///   caller gives the block up.
    pub(super) unsafe fn find(start: *mut u8) -> Found {
        // An address of ours has a header before it, and is aligned.
        if start.addr() < FRONT || !start.addr().is_multiple_of(GRAIN) {
            return Found::Unknown;
        }
        let header = header_before(start);
        // SAFETY:
        // - readable: the caller's first promise; any bytes make a `Header`
        // - aligned: `start` is a multiple of `GRAIN`, and so is `FRONT`
        let header = unsafe { header.read() };
        let Ok(layout) = Layout::from_size_align(header.size, header.align) else {
            return Found::Unknown;
        };
        let base = header.base;
        if header.seal == seal(State::Live, start, base, layout) {
            Found::Live(Self { base, layout })
        } else if header.seal == seal(State::Freed, start, base, layout) {
            Found::Freed(layout)
        } else {
            Found::Unknown
        }
    }

    /// What the block was allocated with.
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn start(&self) -> *mut u8 {
        self.base.wrapping_add(self.frame().1)
    }

    /// How many bytes of the system's the block takes.
    pub(super) fn footprint(&self) -> usize {
        self.frame().0.size()
    }

    /// Copies from `old` what fits.
    pub(super) fn copy_from(&mut self, old: &Self) {
        let length = self.layout.size().min(old.layout.size());
        // SAFETY:
        // - both have `length` bytes: the invariant of each
        // - they do not overlap: there is one `Block` to a block, and these are two
        unsafe { ptr::copy_nonoverlapping(old.start(), self.start(), length) }
    }

    /// Reports the damaged red zones and mends them, so that each is reported once.
    pub(super) fn check_red_zones(&mut self, mut report: impl FnMut(Violation)) {
        let block = self.layout;
        let [before, after] = self.red_zones();
        let before = before.iter().rev().position(|&byte| byte != RED);
        let after = after.iter().position(|&byte| byte != RED);
        if before.is_some() || after.is_some() {
            self.paint_red_zones();
        }
        if let Some(between) = before {
            let distance = between + 1;
            report(Violation::DamagedBefore { block, distance });
        }
        if let Some(between) = after {
            let distance = between + 1;
            report(Violation::DamagedAfter { block, distance });
        }
    }

    /// Makes any later write, and any later free, one that can be seen.
    pub(super) fn mark_freed(&mut self) {
        self.fill(FREED);
        self.write_header(State::Freed);
    }

    /// The first byte that was written since [`mark_freed`](Self::mark_freed).
    pub(super) fn first_written(&self) -> Option<usize> {
        // SAFETY: the block has that many bytes and `fill` wrote them all; nobody else owns it.
        let bytes = unsafe { slice::from_raw_parts(self.start(), self.filled()) };
        bytes.iter().position(|&byte| byte != FREED)
    }

    /// Gives the block back to the system.
    pub(super) fn release(self) {
        // The optimiser may leave out a write to memory that is freed next, unless it is seen.
        let base = black_box(self.base);
        // SAFETY: `base` came from `System` for this very frame, and `self` ends here.
        unsafe { System.dealloc(base, self.frame().0) }
    }

    fn frame(&self) -> (Layout, usize) {
        frame(self.layout).expect("a block that exists has a frame")
    }

    fn filled(&self) -> usize {
        self.layout.size().min(MOST_FILLED)
    }

    fn fill(&mut self, byte: u8) {
        // SAFETY: the block has that many bytes, and nobody else owns it.
        unsafe { self.start().write_bytes(byte, self.filled()) }
    }

    /// Where the two red zones start.
    fn zones(&self) -> [*mut u8; 2] {
        let start = self.start();
        [
            start.wrapping_sub(RED_ZONE),
            start.wrapping_add(self.layout.size()),
        ]
    }

    fn red_zones(&self) -> [&[u8]; 2] {
        self.zones().map(|zone| {
            // SAFETY: each has 16 bytes, written in `new`; callers have no right to them.
            unsafe { slice::from_raw_parts(zone, RED_ZONE) }
        })
    }

    fn paint_red_zones(&mut self) {
        for zone in self.zones() {
            // SAFETY: each has 16 bytes; callers have no right to them.
            unsafe { zone.write_bytes(RED, RED_ZONE) }
        }
    }

    fn write_header(&mut self, state: State) {
        let start = self.start();
        let header = Header {
            seal: seal(state, start, self.base, self.layout),
            base: self.base,
            size: self.layout.size(),
            align: self.layout.align(),
        };
        // SAFETY:
        // - writable: the frame has `FRONT` bytes before the start
        // - aligned: `start` is a multiple of `GRAIN`, and so is `FRONT`
        unsafe { header_before(start).write(header) }
    }
}

/// What to ask of the system for a block, and how far into it the block starts.
///
/// `None` if that is more than any block may have.
fn frame(layout: Layout) -> Option<(Layout, usize)> {
    let align = layout.align().max(GRAIN);
    let lead = FRONT.checked_next_multiple_of(align)?;
    let size = lead.checked_add(layout.size())?.checked_add(RED_ZONE)?;
    let frame = Layout::from_size_align(size, align).ok()?;
    Some((frame, lead))
}

fn header_before(start: *mut u8) -> *mut Header {
    start.wrapping_sub(FRONT).cast()
}

/// A word that other bytes hardly have by chance, nor the header of a block elsewhere.
///
/// It takes in the whole header, so that a damaged one is not believed.
fn seal(state: State, start: *mut u8, base: *mut u8, layout: Layout) -> usize {
    /// Every byte 1, for any length of a word.
    const ONES: usize = usize::MAX / 0xFF;
    let state = match state {
        State::Live => ONES * 0xA5,
        State::Freed => ONES * 0x5A,
    };
    [start.addr(), base.addr(), layout.size(), layout.align()]
        .into_iter()
        .fold(state, |seal, word| seal.rotate_left(13) ^ word)
}
