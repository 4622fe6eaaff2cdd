//! A block with its header and red zones.
//!
//! ```text
//! base            start - FRONT       start - RED_ZONE    start           start + size
//! |               |                   |                   |               |
//! v               v                   v                   v               v
//! +---------------+-------------------+-------------------+---------------+-------------------+
//! | gap           | Header            | red zone          | the block     | red zone          |
//! | unchecked     | 4 words           | 16 times 0xFB     | size bytes    | 16 times 0xFB     |
//! +---------------+-------------------+-------------------+---------------+-------------------+
//! |<---------------------- lead ------------------------->|
//! ```
//!
//! The system returned `base`; the caller gets `start`. Both are aligned to 16, or to the block's
//! alignment if that is more; the gap is for alignments above 16. The header lies at a fixed
//! distance before `start`, because a caller may hand back a wrong layout with the right `start`. A
//! red zone separates the header from the block. So a write just before the block damages the red
//! zone and is reported as that; in the header it would make the block look unknown.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::{ptr, slice};

use super::Violation;

// Three bytes that UTF-8 never contains, so that no text looks like them.
const FRESH: u8 = 0xFA;
const RED: u8 = 0xFB;
const FREED: u8 = 0xFD;

const RED_ZONE: usize = 16;

/// A piece of the contents of freed memory, to compare with.
const FREED_CHUNK: &[u8; 1024] = &[FREED; 1024];

/// The distance from the header's first byte to the block's first byte.
const FRONT: usize = size_of::<Header>() + RED_ZONE;

/// The least alignment of `base` and `start`: the header needs it, and every system provides it.
const MIN_ALIGN: usize = 16;

const _: () = assert!(FRONT.is_multiple_of(MIN_ALIGN) && align_of::<Header>() <= MIN_ALIGN);

/// The most bytes of a block that are filled. A test may allocate more memory than the machine has,
/// as long as nothing writes to it.
const MOST_FILLED: usize = 16 << 20;

/// The record in front of a block, from which `find` makes a [`Block`] again.
#[repr(C)]
struct Header {
    seal: usize,
    /// Stored, not computed: the provenance of the caller's pointer may cover only the block.
    base: *mut u8,
    size: usize,
    align: usize,
}

/// The state of a block. It is part of the seal.
#[derive(Clone, Copy)]
enum State {
    Live,
    Freed,
}

/// A block that the allocator owns.
///
/// INVARIANT: `base` came from `System` for the frame of `layout` and was not freed since; header
/// and red zones are written as in the picture. Either one such value owns the block, or the caller
/// of the allocator owns it and there is no such value.
pub(super) struct Block {
    base: *mut u8,
    /// PERF: stored, since a debug build takes long to compute it from `base` and the frame.
    start: *mut u8,
    layout: Layout,
}

impl Block {
    /// Allocates a block filled with zeroes or with 0xFA; returns `None` if the system refuses.
    pub(super) fn new(layout: Layout, zeroed: bool) -> Option<Self> {
        let (frame, lead) = frame(layout)?;
        let base = if zeroed {
            // SAFETY: the frame is not of zero size, since it contains two red zones.
            unsafe { System.alloc_zeroed(frame) }
        } else {
            // SAFETY: the frame is not of zero size, since it contains two red zones.
            unsafe { System.alloc(frame) }
        };
        if base.is_null() {
            return None;
        }
        let start = base.wrapping_add(lead);
        let mut block = Self {
            base,
            start,
            layout,
        };
        block.write_header(State::Live);
        block.paint_red_zones();
        if !zeroed {
            block.fill(FRESH);
        }
        Some(block)
    }

    /// Hands the block to the caller of the allocator.
    pub(super) fn into_start(self) -> *mut u8 {
        self.start
    }

    /// Takes the block that starts at `start` back from the caller of the allocator. If there is
    /// none, returns the layout of a freed block, if that is there.
    ///
    /// # Safety
    ///
    /// - The `FRONT` bytes before `start` must be initialised, and nothing may write to them
    ///   meanwhile.
    /// - If `start` came from [`into_start`](Self::into_start) and was not taken back since, the
    ///   caller must give the block up.
    pub(super) unsafe fn find(start: *mut u8) -> Result<Self, Option<Layout>> {
        // Every block of this allocator is aligned to `MIN_ALIGN`, and has a header before it.
        if start.addr() < FRONT || !start.addr().is_multiple_of(MIN_ALIGN) {
            return Err(None);
        }
        let place = header_before(start);
        // SAFETY: the header is readable, since the caller promises that the `FRONT` bytes before
        // `start` are initialised. It is aligned, since `start` and `FRONT` are multiples of
        // `MIN_ALIGN`, which the header's alignment divides. Any bytes make a `Header`, which has
        // only integers and a raw pointer.
        let header = unsafe { place.read() };
        let Ok(layout) = Layout::from_size_align(header.size, header.align) else {
            return Err(None);
        };
        let base = header.base;
        if header.seal == seal(State::Live, start, base, layout) {
            Ok(Self {
                base,
                start,
                layout,
            })
        } else if header.seal == seal(State::Freed, start, base, layout) {
            Err(Some(layout))
        } else {
            Err(None)
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn start(&self) -> *mut u8 {
        self.start
    }

    pub(super) fn footprint(&self) -> usize {
        self.frame().size()
    }

    pub(super) fn copy_from(&mut self, old: &Self) {
        let length = self.layout.size().min(old.layout.size());
        // SAFETY: both blocks are at least `length` bytes long, the shorter of their lengths, and
        // the invariant keeps them allocated. Bytes need no alignment. The blocks do not overlap,
        // since one `Block` owns each, and these are two.
        unsafe { ptr::copy_nonoverlapping(old.start(), self.start(), length) }
    }

    /// Reports damaged red zones and repairs them, so that each is reported once.
    pub(super) fn check_red_zones(&mut self, mut report: impl FnMut(Violation)) {
        let block = self.layout;
        let (before, after) = self.red_zones();
        if *before == [RED; RED_ZONE] && *after == [RED; RED_ZONE] {
            return;
        }
        let before = before.iter().rev().position(|&byte| byte != RED);
        let after = after.iter().position(|&byte| byte != RED);
        self.paint_red_zones();
        if let Some(between) = before {
            let distance = between + 1;
            report(Violation::DamagedBefore { block, distance });
        }
        if let Some(between) = after {
            let distance = between + 1;
            report(Violation::DamagedAfter { block, distance });
        }
    }

    /// Fills the block with 0xFD and seals it as freed, so that later writes and frees show.
    pub(super) fn mark_freed(&mut self) {
        self.fill(FREED);
        self.write_header(State::Freed);
    }

    /// Returns the index of the first byte that changed since [`mark_freed`](Self::mark_freed).
    pub(super) fn first_written(&self) -> Option<usize> {
        // SAFETY: the block has at least `filled` bytes, and `fill` wrote all of these; bytes need
        // no alignment. `self` owns the block, so that nothing else writes to it. The length is at
        // most `MOST_FILLED`, far below `isize::MAX`.
        let bytes = unsafe { slice::from_raw_parts(self.start(), self.filled()) };
        // PERF: chunks compare by `memcmp`, which is fast in a debug build too.
        let damaged = bytes
            .chunks(FREED_CHUNK.len())
            .position(|chunk| *chunk != FREED_CHUNK[..chunk.len()])?;
        let start = damaged * FREED_CHUNK.len();
        let inside = bytes[start..].iter().position(|&byte| byte != FREED)?;
        Some(start + inside)
    }

    pub(super) fn release(self) {
        // Without `black_box` the optimiser may remove writes to memory that is freed next.
        let base = black_box(self.base);
        // SAFETY: by the invariant `base` came from `System` with this very frame and was not freed
        // since; `self` is consumed, so nothing uses it afterwards.
        unsafe { System.dealloc(base, self.frame()) }
    }

    fn frame(&self) -> Layout {
        let (frame, _) = frame(self.layout).expect("a block that exists has a frame");
        frame
    }

    fn filled(&self) -> usize {
        self.layout.size().min(MOST_FILLED)
    }

    fn fill(&mut self, byte: u8) {
        // SAFETY: the block is at least that long, bytes need no alignment, and `self` owns the
        // block.
        unsafe { self.start().write_bytes(byte, self.filled()) }
    }

    fn zones(&self) -> (*mut u8, *mut u8) {
        (
            self.start.wrapping_sub(RED_ZONE),
            self.start.wrapping_add(self.layout.size()),
        )
    }

    fn red_zones(&self) -> (&[u8; RED_ZONE], &[u8; RED_ZONE]) {
        let (before, after) = self.zones();
        // SAFETY: the zone is 16 bytes of the frame, which `new` wrote; bytes need no alignment.
        // Callers own only the bytes between the zones, so that nothing else writes here.
        let before = unsafe { &*before.cast() };
        // SAFETY: the frame ends with these 16 bytes, which `new` wrote; bytes need no alignment.
        // Callers own only the bytes between the zones, so that nothing else writes here.
        (before, unsafe { &*after.cast() })
    }

    fn paint_red_zones(&mut self) {
        let (before, after) = self.zones();
        // SAFETY: the zone is 16 bytes of the frame, bytes need no alignment, and callers own only
        // the bytes between the zones.
        unsafe { before.write_bytes(RED, RED_ZONE) };
        // SAFETY: the zone is 16 bytes of the frame, bytes need no alignment, and callers own only
        // the bytes between the zones.
        unsafe { after.write_bytes(RED, RED_ZONE) };
    }

    fn write_header(&mut self, state: State) {
        let start = self.start;
        let header = Header {
            seal: seal(state, start, self.base, self.layout),
            base: self.base,
            size: self.layout.size(),
            align: self.layout.align(),
        };
        // SAFETY: the frame has `FRONT` bytes before `start`, and `self` owns them. The header is
        // aligned, since `start` and `FRONT` are multiples of `MIN_ALIGN`, which its alignment
        // divides.
        unsafe { header_before(start).write(header) }
    }
}

/// Returns the layout of a block with its header and red zones, and the offset of the block in it.
///
/// Returns `None` if that layout is longer than `isize::MAX`.
fn frame(layout: Layout) -> Option<(Layout, usize)> {
    let align = layout.align().max(MIN_ALIGN);
    let lead = FRONT.checked_next_multiple_of(align)?;
    let size = lead.checked_add(layout.size())?.checked_add(RED_ZONE)?;
    let frame = Layout::from_size_align(size, align).ok()?;
    Some((frame, lead))
}

fn header_before(start: *mut u8) -> *mut Header {
    start.wrapping_sub(FRONT).cast()
}

/// Returns a checksum of a header and its address. Random bytes, a damaged header, and a copy of a
/// header at another address are unlikely to match their seal.
fn seal(state: State, start: *mut u8, base: *mut u8, layout: Layout) -> usize {
    /// A word whose bytes are all 1, for any word length.
    const ONES: usize = usize::MAX / 0xFF;
    let state = match state {
        State::Live => ONES * 0xA5,
        State::Freed => ONES * 0x5A,
    };
    [start.addr(), base.addr(), layout.size(), layout.align()]
        .into_iter()
        .fold(state, |seal, word| seal.rotate_left(13) ^ word)
}
