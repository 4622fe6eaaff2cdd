//! The laboratory's allocator: the system's own, which counts calls, and records blocks and events,
//! when asked to.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one
//! allocation hardly at all, so that times while counting would favour ways with few allocations.
//! The switch is a load and a branch that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::trace::{Block, Event, Trace};

/// The most blocks that are recorded at a time: a string has one, or a few.
const MOST: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub allocations: usize,
    /// Blocks that were made longer or shorter.
    pub reallocations: usize,
    /// The bytes held at the end, less those held at the start.
    pub live_bytes: isize,
    /// The most bytes held at once, less those held at the start.
    pub peak_bytes: isize,
}

/// A block's address, and the requested layout.
type Placed = Option<(usize, Layout)>;

#[derive(Clone, Copy, Debug)]
struct Record {
    counts: Counts,
    blocks: [Placed; MOST],
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

    /// Notes that the block `old` was given back, and `new` handed out. Of both: a reallocation.
    fn note(&mut self, old: Placed, new: Placed) {
        let counts = &mut self.counts;
        if let Some((_, layout)) = new {
            match old {
                None => counts.allocations += 1,
                Some(_) => counts.reallocations += 1,
            }
            // A block that moves exists twice until its bytes are copied.
            counts.live_bytes = counts.live_bytes.wrapping_add_unsigned(layout.size());
            counts.peak_bytes = counts.peak_bytes.max(counts.live_bytes);
        }
        if let Some((_, layout)) = old {
            counts.live_bytes = counts.live_bytes.wrapping_sub_unsigned(layout.size());
        }
        let address = |block: &Placed| block.map(|(address, _)| address);
        let mut slots = self.blocks.iter_mut();
        if let Some(slot) = slots.find(|slot| address(slot) == address(&old)) {
            *slot = new;
        }
    }
}

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static RECORD: Cell<Record> = const { Cell::new(Record::EMPTY) };
}

static SCOPES: AtomicUsize = AtomicUsize::new(0);
/// The events of the trace, while one of them is a trace.
///
/// INVARIANT: whoever holds the lock does not allocate: the allocator would wait for it.
static EVENTS: Mutex<Option<Trace>> = Mutex::new(None);

fn events() -> MutexGuard<'static, Option<Trace>> {
    EVENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A scope that records; dropped, also by a panic, it ends.
struct Scope {
    is_trace: bool,
}

impl Scope {
    fn begin(is_trace: bool) -> Self {
        // Some systems allocate the lock when it is first taken: nothing may record that.
        drop(events());
        SCOPES.fetch_add(1, Ordering::Relaxed);
        Self { is_trace }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        SCOPES.fetch_sub(1, Ordering::Relaxed);
        if self.is_trace {
            let left = events().take();
            drop(left);
        }
    }
}

/// Counts the calls of the allocator by this thread during `work`. All counts are 0 unless the
/// program's allocator is [`LaboratoryAllocator`].
pub fn counts(work: impl FnOnce()) -> Counts {
    recording_blocks(|| {
        work();
        RECORD.get().counts
    })
}

/// Records the blocks that this thread asks for during `work`, for [`live_blocks`].
pub fn recording_blocks<R>(work: impl FnOnce() -> R) -> R {
    RECORD.set(Record::EMPTY);
    let _scope = Scope::begin(false);
    work()
}

/// Returns the blocks that this thread requested since it began to record, and still has; at most
/// eight.
pub fn live_blocks() -> Vec<Layout> {
    let blocks = RECORD.get().blocks.into_iter().flatten();
    blocks.map(|(_, layout)| layout).collect()
}

/// Runs `work`, and records up to `capacity` calls of the allocator by any thread meanwhile.
///
/// Allocates room for the events before; pages of it that stay empty take no memory.
///
/// If several threads allocate, the old block of a reallocation can be handed to another thread,
/// and that be recorded, before the reallocation is. The sums are right then, the order of
/// addresses is not.
///
/// # Panics
///
/// If a trace is running already, or there is no room for the events.
pub fn trace<R>(capacity: usize, work: impl FnOnce() -> R) -> (R, Trace) {
    let empty = Trace {
        events: Vec::with_capacity(capacity),
        ..Trace::default()
    };
    let mut running = events();
    let is_second = running.is_some();
    if !is_second {
        *running = Some(empty);
    }
    // A panic allocates.
    drop(running);
    assert!(!is_second, "a trace is running");
    let _scope = Scope::begin(true);
    let result = work();
    let recorded = events().take();
    (result, recorded.unwrap_or_default())
}

/// Records a call, if calls are recorded: `old` was given back, `new` was handed out.
#[inline]
fn record(old: Placed, new: Placed) {
    if SCOPES.load(Ordering::Relaxed) > 0 {
        record_call(old, new);
    }
}

#[cold]
fn record_call(old: Placed, new: Placed) {
    let mut record = RECORD.get();
    record.note(old, new);
    RECORD.set(record);
    if let Some(trace) = &mut *events() {
        let block = |(addr, layout): (usize, Layout)| Block {
            addr,
            size: layout.size(),
        };
        trace.push(new.map(block).map(Event::Alloc));
        trace.push(old.map(block).map(Event::Freed));
    }
}

/// Returns a block that was handed out; none if there was no memory for it.
fn placed(block: *mut u8, layout: Layout) -> Placed {
    (!block.is_null()).then(|| (block.addr(), layout))
}

/// The system's allocator, whose calls are recorded when asked to.
#[derive(Clone, Copy, Debug)]
pub struct LaboratoryAllocator;

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller
// names, which `GlobalAlloc` asks of the caller to be the block's own. To record a call neither
// unwinds nor allocates.
unsafe impl GlobalAlloc for LaboratoryAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the layout has a size, by the caller's promise.
        let block = unsafe { System.alloc(layout) };
        record(None, placed(block, layout));
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the layout has a size, by the caller's promise.
        let block = unsafe { System.alloc_zeroed(layout) };
        record(None, placed(block, layout));
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // Before it happens: after it another thread may be given the block, and record that first.
        record(placed(block, layout), None);
        // SAFETY: the block is `System`'s, and of this layout by the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let old = placed(block, layout);
        // SAFETY: the block is `System`'s, and of this layout by the caller's promise, who also
        // promises a new size that is not 0 and does not overflow.
        let block = unsafe { System.realloc(block, layout, new_size) };
        let new = Layout::from_size_align(new_size, layout.align()).ok();
        if let Some(new) = new.and_then(|new| placed(block, new)) {
            record(old, Some(new));
        }
        block
    }
}
