//! The slab: slots of one size, which every thread takes and every thread puts back.
//!
//! A slot's id is the number of its block and its place in there, so that two ids fit where one pointer would.
//! The first block has 64 slots, and each of the next ones twice as many, to 8,184 (1,016 with 32-bit
//! pointers): so no allocator rounds a slot up, and a block of the largest nodes takes 131 KB.
//!
//! *Taking.* A thread has the rest of one block: a chain of free slots and, behind them, those that were never
//! used. It takes from there with no atomic operation. When nothing is left it takes over all free slots of
//! another block, by one exchange of the block's state.
//!
//! *Putting back.* A slot of the thread's own block goes to the head of its chain. A slot of any other block
//! goes to the chain in that block's state, by an exchange, whichever thread frees it: the exchange that brings
//! the last slot back frees the block's memory. Slots of one block that are freed one after the other go
//! together. All of them are back before the call that freed them returns.
//!
//! *Memory.* A thread keeps the rest of its block of each form of nodes, so at most 98 KB and 131 KB, until it
//! ends or calls [`release_thread_cache`](crate::release_thread_cache), or until all its slots are free after another large block was freed.
//! Its slots count as given out, and so keep the block from being freed.
//! All other blocks are freed with their last slot. The entries of blocks stay: `directory.rs` says what they
//! take.
//!
//! - *No ABA.* A slot is put in front of the head that was seen: whatever happened in between, if that is
//!   the head now the chain is right. Chains are never taken apart by others, they are taken over as a
//!   whole: so nobody follows a link of a slot that may be in use again.
//! - *A block that is freed* has all its slots in its chain: nobody has an id of it. Its number is used
//!   again. A thread keeps the number of its last block after it has used every slot. If that block is freed and
//!   another one has its number, and the thread is the last to use a slot of that one, it keeps the slot:
//!   any thread may free a slot, and the block counts it as given out.
//! - *The list of blocks with room* is under a lock that is taken when a block comes to have a sixteenth of
//!   its slots free, and when a thread needs one: once for hundreds of slots or more. A block in the list may
//!   have lost its memory since: its number is then as good as a new one, with memory of its own.
//!
//! PERF: slots were once held back by eight, and blocks had 65,528 slots. Three million nodes with random
//! parts, dropped in order, took as long then within noise (117 ns a node against 125), and a thread could keep 7 MB.
#![allow(unsafe_code)]

/// Returns whether a seeded mutation is on. In all builds but those of the models none is.
macro_rules! mutated {
    ($slab:expr, $mutation:ident) => {
        $crate::mutated::mutated!($slab.mutation, $crate::slab::models::Mutation::$mutation)
    };
}

mod directory;
mod local;
mod lock;
#[cfg(all(loom, test))]
mod models;
mod putter;
mod state;
mod threads;

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::cell::Cell;
use core::fmt;
use core::ptr::NonNull;

use directory::{Directory, Entry, LAST};
#[cfg(feature = "std")]
use lock::Lock;
use state::{BITS, NIL, State, with_some_back};
use sync::Ordering;

pub(crate) use local::Local;
#[cfg(not(feature = "std"))]
pub(crate) use lock::Lock;
pub(crate) use putter::Putter;
#[cfg(feature = "std")]
pub(crate) use threads::Owned;
pub(crate) use threads::{Threaded, release, take, threaded};

mod sync {
    #[cfg(not(all(loom, test)))]
    pub(super) use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
    #[cfg(all(loom, test))]
    pub(super) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
}

/// The reason why there is no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// There are no more ids.
    Full,
    /// The allocator has no room.
    Alloc,
}

/// A type that can lie in a slab.
///
/// # Safety
///
/// A link that was set on a free slot is what is read there, until the slot is given out.
pub(crate) unsafe trait Slot: Sized {
    /// The number of slots in the first block, and in the largest.
    const SLOTS: (u32, u32) = (64, NIL - 7);

    /// Returns the free slot that comes after this one.
    ///
    /// # Safety
    ///
    /// The slot is the caller's alone: free, or of a value that no other code reads. A link was set since it is.
    unsafe fn link(slot: NonNull<Self>) -> u32;

    /// Sets the free slot that comes after this one.
    ///
    /// # Safety
    ///
    /// The slot is the caller's alone: free, or of a value that no other code reads. It may be uninitialised.
    unsafe fn set_link(slot: NonNull<Self>, next: u32);

    /// Makes a model's slot in the memory of a new block.
    ///
    /// # Safety
    ///
    /// The memory is the caller's alone.
    #[cfg(all(loom, test))]
    unsafe fn make(_: NonNull<Self>) {}

    /// Observes the end of a model's slot.
    ///
    /// # Safety
    ///
    /// The slot was made, and is the caller's alone.
    #[cfg(all(loom, test))]
    unsafe fn unmake(_: NonNull<Self>) {}
}

/// Slots for all threads.
pub(crate) struct Slab<S> {
    directory: Directory<S>,
    room: Lock<Room>,
    #[cfg(all(loom, test))]
    mutation: Option<models::Mutation>,
}

/// The list of blocks that a thread may take over.
struct Room {
    /// The first of the list; 0 if it is empty.
    first: u32,
    /// The highest number that was given to a block.
    last: u32,
}

/// A chain of free slots.
#[derive(Clone, Copy)]
struct Chain {
    head: u32,
    tail: u32,
    free: u32,
}

impl Chain {
    fn of(place: u32) -> Self {
        Self {
            head: place,
            tail: place,
            free: 1,
        }
    }
}

impl<S> fmt::Debug for Slab<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slab").finish_non_exhaustive()
    }
}

impl<S: Slot> Slab<S> {
    #[cfg(not(all(loom, test)))]
    pub(crate) const fn new() -> Self {
        Self {
            directory: Directory::new(),
            room: Lock::new(Room { first: 0, last: 0 }),
        }
    }

    #[cfg(all(loom, test))]
    fn new(mutation: Option<models::Mutation>) -> Self {
        Self {
            directory: Directory::new(),
            room: Lock::new(Room { first: 0, last: 0 }),
            mutation,
        }
    }

    /// Returns the address of a slot.
    ///
    /// # Safety
    ///
    /// The id was given out, and was not put back.
    #[inline]
    pub(crate) unsafe fn slot(&self, id: u64) -> NonNull<S> {
        let (block, place) = split(id);
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        unsafe { place_of(entry, place) }
    }

    /// Takes a slot, which is not initialised, for the thread that `local` belongs to.
    ///
    /// # Errors
    ///
    /// `Full` if there are no more ids, `Alloc` if there is no room.
    #[inline]
    fn take(&self, local: &Local) -> Result<(u64, NonNull<S>), Refused> {
        let head = local.head.get();
        if head != NIL {
            let id = join(local.block.get(), head);
            // SAFETY: the slot was given out to this thread.
            let slot = unsafe { self.slot(id) };
            // SAFETY: it is free, and has a link: it is in a chain.
            local.head.set(unsafe { S::link(slot) });
            decrease(&local.free);
            return Ok((id, slot));
        }
        if local.fresh.get() == local.slots.get() {
            return self.take_over(local);
        }
        Ok(self.take_fresh(local))
    }

    #[inline]
    fn take_fresh(&self, local: &Local) -> (u64, NonNull<S>) {
        let id = join(local.block.get(), local.fresh.get());
        increase(&local.fresh);
        // SAFETY: the slot was given out to this thread, with those after it.
        (id, unsafe { self.slot(id) })
    }

    /// Takes over the free slots of a block, and takes one of them.
    #[cold]
    #[inline(never)]
    fn take_over(&self, local: &Local) -> Result<(u64, NonNull<S>), Refused> {
        let block = self.room.with(|room| self.with_room(room))?;
        // SAFETY: it has an entry, since it has a number.
        let entry = unsafe { self.directory.entry(block) };
        let slots = slots_of::<S>(block);
        let given_out = State::given_out(slots);
        let (chain, fresh) = loop {
            let old = entry.load(self.taking());
            if !old.has_memory() {
                // Nobody but this thread changes it: there are no slots to put back.
                let Some(memory) = allocate::<S>(slots) else {
                    self.list(block, entry);
                    return Err(Refused::Alloc);
                };
                entry.slots.store(memory.as_ptr(), Ordering::Relaxed);
                entry.state.store(given_out.to_word(), Ordering::Release);
                break (State::given_out(0), 0);
            }
            if entry.replace(old, given_out, self.taking()) {
                break (old, old.given);
            }
        };
        local.shrinks.set(false);
        local.block.set(block);
        local.head.set(chain.head);
        local.free.set(chain.given - chain.out);
        local.fresh.set(fresh);
        local.slots.set(slots);
        // There is a slot: a block in the list has a chain, slots that were never given out, or both.
        self.take(local)
    }

    /// Returns the number of a block that has room, or needs memory.
    fn with_room(&self, room: &mut Room) -> Result<u32, Refused> {
        if room.first == 0 {
            if room.last == LAST {
                return Err(Refused::Full);
            }
            let block = room.last + 1;
            if !self.directory.make(block) {
                return Err(Refused::Alloc);
            }
            room.last = block;
            return Ok(block);
        }
        let block = room.first;
        // SAFETY: it has an entry, since it has a number.
        let entry = unsafe { self.directory.entry(block) };
        room.first = entry.next.load(Ordering::Relaxed);
        Ok(block)
    }

    /// Puts a chain of slots of one block back, by the thread that `local` belongs to.
    ///
    /// # Safety
    ///
    /// The slots were given out, and the caller is the last to use them. They are linked but for the last.
    #[inline]
    unsafe fn put(&self, local: &Local, block: u32, chain: Chain) {
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        let tail = unsafe { place_of(entry, chain.tail) };
        if block == local.block.get() {
            // SAFETY: it is free, and the caller's alone.
            unsafe { S::set_link(tail, local.head.get()) };
            local.head.set(chain.head);
            local.free.set(local.free.get() + chain.free);
            self.leave_whole(local);
            return;
        }
        let old = entry.state.load(Ordering::Relaxed);
        if let Some((new, head)) = with_some_back(old, chain.head, chain.free) {
            // SAFETY: it is free, and the caller's alone.
            unsafe { S::set_link(tail, head) };
            // As in `give_back`.
            if entry.replace_word(old, new, self.giving()) {
                return;
            }
        }
        // SAFETY: as the caller promises.
        let freed = unsafe { self.give_back(block, Some(chain), None) };
        if freed && slots_of::<S>(block) == S::SLOTS.1 {
            local.shrinks.set(true);
            self.leave_whole(local);
        }
    }

    /// Puts the thread's block back if all its slots are free and the thread freed a large one since it took it.
    ///
    /// PERF: an allocator such as glibc's gives no memory back to the system below a block in use. A thread
    /// that dropped three million nodes and kept this block left 35 MB of 47 resident.
    #[inline]
    fn leave_whole(&self, local: &Local) {
        if local.shrinks.get() && local.free.get() == local.fresh.get() {
            self.leave(local);
        }
    }

    /// Puts back all slots that a thread has.
    #[cold]
    fn leave(&self, local: &Local) {
        let block = local.block.replace(0);
        if block == 0 {
            return;
        }
        let head = local.head.replace(NIL);
        let chain = (head != NIL).then(|| {
            let mut tail = head;
            for _ in 1..local.free.get() {
                // SAFETY: the slot was given out to this thread.
                let slot = unsafe { self.slot(join(block, tail)) };
                // SAFETY: it is free, and has a link: it is in a chain.
                tail = unsafe { S::link(slot) };
            }
            let free = local.free.replace(0);
            Chain { head, tail, free }
        });
        let (fresh, slots) = (local.fresh.replace(0), local.slots.replace(0));
        if chain.is_some() || fresh < slots {
            // SAFETY: they were given out to this thread, which forgot them.
            unsafe { self.give_back(block, chain, (fresh < slots).then_some(fresh)) };
        }
    }

    /// Puts a chain back to its block, and the slots from `fresh` on, which were never used; returns whether
    /// that freed the block.
    ///
    /// # Safety
    ///
    /// There are such slots. They were given out, are linked but for the last, and are the caller's alone.
    #[inline(never)]
    unsafe fn give_back(&self, block: u32, chain: Option<Chain>, fresh: Option<u32>) -> bool {
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // Read before the slots are put back: then they may be freed.
        let memory = entry.slots.load(Ordering::Relaxed);
        let slots = slots_of::<S>(block);
        let mut old = entry.load(Ordering::Relaxed);
        let new = loop {
            let mut new = old;
            if let Some(chain) = chain {
                // SAFETY: the block has memory, since this slot was not put back yet.
                let tail = unsafe { place_of(entry, chain.tail) };
                // SAFETY: it is free, and the caller's alone.
                unsafe { S::set_link(tail, old.head) };
                new.head = chain.head;
                new.out -= chain.free;
            }
            if let Some(fresh) = fresh {
                new.out -= slots - fresh;
                new.given = fresh;
            }
            if new.is_whole() && !mutated!(self, KeepsWhole) {
                new = State::NONE;
            }
            new.listed = old.listed || new.free(slots) >= slots.div_ceil(16);
            if entry.replace(old, new, self.giving()) {
                break new;
            }
            old = entry.load(Ordering::Relaxed);
        };
        if !new.has_memory() {
            // SAFETY: all slots are back, so nobody has one; this thread alone saw the last one come.
            unsafe { deallocate::<S>(memory, slots) };
        }
        if new.listed && !old.listed {
            self.list(block, entry);
        }
        !new.has_memory()
    }

    /// Returns the ordering for taking free slots over: their uses come after those of the threads that put
    /// them back.
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "see `mutated!`")
    )]
    fn taking(&self) -> Ordering {
        if mutated!(self, TakesUnseeing) {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        }
    }

    /// Returns the ordering for giving slots back: their uses come before those of the threads that take
    /// them, and the uses of all slots before the block is freed.
    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "see `mutated!`")
    )]
    fn giving(&self) -> Ordering {
        if mutated!(self, GivesUnseen) {
            return Ordering::Acquire;
        }
        if mutated!(self, FreesUnseeing) {
            return Ordering::Release;
        }
        Ordering::AcqRel
    }

    /// Puts a block into the list of those with room.
    fn list(&self, block: u32, entry: &Entry<S>) {
        self.room.with(|room| {
            entry.next.store(room.first, Ordering::Relaxed);
            room.first = block;
        });
    }
}

/// Returns the number of slots in a block.
fn slots_of<S: Slot>(block: u32) -> u32 {
    let (first, most) = S::SLOTS;
    let doublings = (block - 1).min(BITS);
    most.min(first << doublings)
}

/// # Safety
///
/// The block has memory, and the place is one of its.
#[inline]
unsafe fn place_of<S>(entry: &Entry<S>, place: u32) -> NonNull<S> {
    let slots = entry.slots.load(Ordering::Relaxed);
    // SAFETY: the place is within the block.
    let slot = unsafe { slots.add(place as usize) };
    // SAFETY: the block has memory.
    unsafe { NonNull::new_unchecked(slot) }
}

#[inline]
fn join(block: u32, place: u32) -> u64 {
    u64::from(block) << BITS | u64::from(place)
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "an id has no more bits")]
fn split(id: u64) -> (u32, u32) {
    ((id >> BITS) as u32, id as u32 & NIL)
}

#[inline]
fn increase(number: &Cell<u32>) {
    number.set(number.get() + 1);
}

#[inline]
fn decrease(number: &Cell<u32>) {
    number.set(number.get() - 1);
}

/// Slots begin where a cache line may, so that those of 16 bytes lie in one.
fn layout<S>(slots: u32) -> Option<Layout> {
    Layout::array::<S>(slots as usize).ok()?.align_to(16).ok()
}

fn allocate<S: Slot>(slots: u32) -> Option<NonNull<S>> {
    let layout = layout::<S>(slots)?;
    // SAFETY: a block has slots, and a slot has bytes.
    let memory = NonNull::new(unsafe { alloc(layout) })?.cast();
    #[cfg(all(loom, test))]
    for place in 0..slots as usize {
        // SAFETY: the place is within the block.
        let slot = unsafe { memory.add(place) };
        // SAFETY: nobody else has it.
        unsafe { S::make(slot) };
    }
    Some(memory)
}

/// # Safety
///
/// The memory was allocated for so many slots, and nobody has one of them.
unsafe fn deallocate<S: Slot>(memory: *mut S, slots: u32) {
    #[cfg(all(loom, test))]
    for place in 0..slots as usize {
        // SAFETY: the place is within the block.
        let slot = unsafe { memory.add(place) };
        // SAFETY: it was made, and is the caller's alone.
        unsafe { S::unmake(NonNull::new_unchecked(slot)) };
    }
    let layout = layout::<S>(slots).expect("it was allocated by this layout");
    // SAFETY: the memory was allocated by this layout.
    unsafe { dealloc(memory.cast(), layout) };
}
