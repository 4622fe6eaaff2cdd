//! The buffer that events are recorded into, by any thread at any time.
//!
//! ```text
//! slots   | event | event | ... | event | empty | empty | ... |
//! place     LIMIT - capacity              NEXT                  LIMIT
//! ```
//!
//! An event takes the next place by one `fetch_add`, and fills the slot there: without a lock, an
//! allocation, or a call that could come back to the allocator. Places from `LIMIT` on have no slot: an
//! event there is lost, but counted. The end of a scope swaps `NEXT` for `LIMIT`, which tells the number of
//! places that were taken, and waits until each of their slots is filled: a slot's `what` is stored last,
//! with Release, and is never 0. So a thread that sees the end late finds no slot, and a thread that has a
//! place finds the buffer there.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;
use std::{ptr, slice, thread};

use super::event::{Block, Event, Trace};

/// The first place that has no slot; where `NEXT` stands outside of a scope.
const LIMIT: u64 = 1 << 62;

/// True while a scope is open. Relaxed: a thread that sees it late does no harm.
static OPEN: AtomicBool = AtomicBool::new(false);
/// The next place. Its Release and Acquire order the one below.
static NEXT: AtomicU64 = AtomicU64::new(LIMIT);
/// The end of the slots.
static END: AtomicPtr<Slot> = AtomicPtr::new(ptr::null_mut());
/// The time that others count from.
static ORIGIN: OnceLock<Instant> = OnceLock::new();

/// One scope at a time.
static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    static IN_SCOPE: Cell<bool> = const { Cell::new(false) };
}

/// An event as it lies in the buffer. All zero: empty.
struct Slot {
    ns: AtomicU64,
    addr: AtomicUsize,
    /// The size, and in its last bits the kind.
    what: AtomicU64,
}

/// The kind of an event, in the last bits of [`Slot::what`].
#[derive(Clone, Copy)]
#[repr(u64)]
pub(super) enum Kind {
    Alloc = 1,
    Freed = 2,
}

const KIND_BITS: u32 = 2;

/// Returns whether events are recorded at present.
#[inline]
pub(super) fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// Records events that belong together, so that none comes between them.
///
/// PERF: 20 to 30 of its 30 to 45 ns are the clock.
pub(super) fn record<const N: usize>(events: [(Kind, *mut u8, usize); N]) {
    let first = NEXT.fetch_add(N as u64, Ordering::AcqRel);
    if first >= LIMIT {
        return;
    }
    let ns = now();
    let end = END.load(Ordering::Relaxed);
    for (place, (kind, addr, size)) in (first..LIMIT).zip(events) {
        // SAFETY: the scope that gave this place has a slot for it, `LIMIT - place` slots before `END`,
        // zeroed and aligned. It stored `END` before it released `NEXT`, and waits for this slot before it
        // frees the buffer.
        let slot = unsafe { &*end.wrapping_sub(index(LIMIT - place)) };
        slot.ns.store(ns, Ordering::Relaxed);
        slot.addr.store(addr.addr(), Ordering::Relaxed);
        let what = (size as u64) << KIND_BITS | kind as u64;
        slot.what.store(what, Ordering::Release);
    }
}

/// Returns a number of slots as `usize`: there are no more than memory has room for.
#[allow(clippy::cast_possible_truncation)]
const fn index(slots: u64) -> usize {
    slots as usize
}

/// Returns nanoseconds since `ORIGIN`, which the first scope sets.
fn now() -> u64 {
    let since = ORIGIN.get().map_or_else(Default::default, Instant::elapsed);
    since.as_secs() * 1_000_000_000 + u64::from(since.subsec_nanos())
}

/// Runs `work`, and records up to `capacity` calls of a
/// [`TracingAllocator`](super::TracingAllocator) by any thread meanwhile.
///
/// Allocates the buffer before, at 24 bytes an event; pages of it that stay empty take no memory. Copies the
/// events afterwards. One scope runs at a time, and others wait: `work` must not wait for another thread that
/// opens one.
///
/// If several threads allocate, the old block of a reallocation can be handed to another thread, and that be
/// recorded, before the reallocation is. The sums are right then, the order of addresses is not.
///
/// # Panics
///
/// If this thread is in a scope already, or there is no room for the buffer.
pub fn trace<R>(capacity: usize, work: impl FnOnce() -> R) -> (R, Trace) {
    assert!(!IN_SCOPE.get(), "a trace is running on this thread");
    // A scope whose work panicked closed itself.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let scope = Scope::open(capacity);
    let result = work();
    (result, scope.close())
}

/// A scope that is open. Dropped, as when `work` panics, it closes and forgets.
struct Scope {
    slots: *mut Slot,
    layout: Layout,
    start: u64,
    /// The number of places that were taken, once no more can be.
    taken: Option<u64>,
}

impl Scope {
    fn open(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        let layout = Layout::array::<Slot>(capacity).expect("the buffer is longer than memory");
        // SAFETY: the layout has a size, of one slot at least.
        let block = unsafe { System.alloc_zeroed(layout) };
        #[allow(clippy::cast_ptr_alignment)] // The layout is that of slots.
        let slots = block.cast::<Slot>();
        if slots.is_null() {
            handle_alloc_error(layout);
        }
        ORIGIN.get_or_init(Instant::now);
        IN_SCOPE.set(true);
        let start = now();
        END.store(slots.wrapping_add(capacity), Ordering::Relaxed);
        NEXT.store(LIMIT - capacity as u64, Ordering::Release);
        OPEN.store(true, Ordering::Relaxed);
        Self {
            slots,
            layout,
            start,
            taken: None,
        }
    }

    fn capacity(&self) -> usize {
        self.layout.size() / size_of::<Slot>()
    }

    /// Stops recording, waits for the threads that fill a slot, and returns the slots.
    fn seal(&mut self) -> &[Slot] {
        OPEN.store(false, Ordering::Relaxed);
        let taken = NEXT.swap(LIMIT, Ordering::AcqRel) - (LIMIT - self.capacity() as u64);
        self.taken = Some(taken);
        IN_SCOPE.set(false);
        let len = index(taken.min(self.capacity() as u64));
        // SAFETY: the buffer has at least `len` slots; all bytes zero are a valid `Slot`; while it is
        // borrowed the buffer is not freed, and threads write to its slots by atomic stores alone.
        let slots = unsafe { slice::from_raw_parts(self.slots, len) };
        for slot in slots {
            // A running thread needs a few instructions, a preempted one its next time slice.
            while slot.what.load(Ordering::Acquire) == 0 {
                thread::yield_now();
            }
        }
        slots
    }

    fn close(mut self) -> Trace {
        let start = self.start;
        let slots = self.seal();
        let event = |slot: &Slot| {
            let what = slot.what.load(Ordering::Relaxed);
            let block = Block {
                addr: slot.addr.load(Ordering::Relaxed),
                size: index(what >> KIND_BITS),
                ns: Some(slot.ns.load(Ordering::Relaxed).saturating_sub(start)),
            };
            if what & Kind::Alloc as u64 != 0 {
                Event::Alloc(block)
            } else {
                Event::Freed(block)
            }
        };
        let events: Vec<Event> = slots.iter().map(event).collect();
        let lost = self.taken.map_or(0, index) - events.len();
        Trace { events, lost }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        if self.taken.is_none() {
            self.seal();
        }
        // SAFETY: it was allocated by `open` with this layout; every slot that was given out is
        // filled, and no more will be given.
        unsafe { System.dealloc(self.slots.cast(), self.layout) };
    }
}
