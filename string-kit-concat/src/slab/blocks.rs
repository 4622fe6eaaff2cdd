//! The blocks of all threads, and the slots in them.
#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::directory::{Directory, Entry, LAST};
use super::local::Local;
use super::lock::Lock;
use super::memory::{allocate, deallocate, notes_of, place_of};
use super::notes::{self, Note};
use super::state::{BITS, NIL, State, with_some_back};
use super::unit::{BLOCK, CLASSES, Memory, RESERVE};
use crate::error::{Attempt, ConcatError};
use crate::sync::Ordering;

pub(crate) struct Slab {
    directory: Directory,
    room: Lock<Room>,
}

/// The lists of blocks that a thread may take over.
struct Room {
    /// The first of the list for each size; 0 if it is empty.
    first: [u32; CLASSES],
    /// The number of blocks that were made for each size.
    made: [u32; CLASSES],
    /// The highest number that was given to a block.
    last: u32,
}

impl Room {
    const NONE: Self = Self {
        first: [0; CLASSES],
        made: [0; CLASSES],
        last: 0,
    };
}

/// A chain of free slots of one block.
#[derive(Clone, Copy)]
struct Chain {
    head: u32,
    tail: u32,
    /// Their units.
    free: u32,
}

impl Slab {
    #[cfg(not(all(loom, test)))]
    pub(crate) const fn new() -> Self {
        Self {
            directory: Directory::new(),
            room: Lock::new(Room::NONE),
        }
    }

    #[cfg(all(loom, test))]
    pub(super) fn new() -> Self {
        Self {
            directory: Directory::new(),
            room: Lock::new(Room::NONE),
        }
    }

    /// Returns the address of a slot.
    ///
    /// # Safety
    ///
    /// The id was given out, and was not put back.
    #[inline]
    pub(crate) unsafe fn slot(&self, id: u32) -> NonNull<Memory> {
        let (block, place) = split(id);
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        unsafe { place_of(entry, place) }
    }

    /// Returns a note on a slot: see [`Notes::note`].
    ///
    /// # Safety
    ///
    /// The id was given out, and is not put back as long as the note is in use.
    #[inline]
    pub(crate) unsafe fn note(&self, id: u32, kind: usize, makes: bool) -> Option<&Note> {
        let (block, place) = split(id);
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        let notes = unsafe { notes_of(entry) };
        // SAFETY: the place is one of the block's, and its size never changes.
        unsafe { notes.note(kind, place, entry.size.load(Ordering::Relaxed), makes) }
    }

    /// Forgets the notes on a slot.
    ///
    /// # Safety
    ///
    /// The id was given out to this thread, and nobody else has it.
    #[inline]
    pub(crate) unsafe fn forget_notes(&self, id: u32) {
        if !notes::are_there() {
            return;
        }
        let (block, place) = split(id);
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        let notes = unsafe { notes_of(entry) };
        // SAFETY: the place is one of the block's, and the slot is the caller's alone.
        unsafe { notes.forget(place, entry.size.load(Ordering::Relaxed)) };
    }

    /// Takes a slot, which is not initialised, for the thread that `local` belongs to.
    #[inline]
    pub(super) fn take(&self, local: &Local) -> Attempt<u32> {
        let head = local.head.get();
        if head != NIL {
            let id = join(local.block.get(), head);
            // SAFETY: the slot was given out to this thread.
            let slot = unsafe { self.slot(id) };
            // SAFETY: it is free, and has a link: it is in a chain.
            local.head.set(unsafe { Memory::link(slot) });
            local.free.set(local.free.get() - local.units);
            return Ok(id);
        }
        if local.fresh.get() == local.size.get() {
            self.take_over(local)?;
            return self.take(local);
        }
        let id = join(local.block.get(), local.fresh.get());
        local.fresh.set(local.fresh.get() + local.units);
        Ok(id)
    }

    /// Makes sure that the thread has as many slots as can be reserved.
    #[inline]
    pub(super) fn reserve(&self, local: &Local) -> Attempt {
        if local.left() < reserve_of(local.units) {
            self.leave(local);
            self.take_over(local)?;
        }
        Ok(())
    }

    /// Takes over the free slots of a block: at least as many as can be reserved. The thread has
    /// none.
    #[cold]
    #[inline(never)]
    fn take_over(&self, local: &Local) -> Attempt {
        let block = self.room.with(|room| self.with_room(room, local))?;
        // SAFETY: it has an entry, since it has a number.
        let entry = unsafe { self.directory.entry(block) };
        let size = entry.size.load(Ordering::Relaxed);
        let given_out = State::given_out(size);
        // The uses of its slots come after those of the threads that put them back.
        let (chain, fresh) = loop {
            let old = entry.load(Ordering::Acquire);
            if !old.has_memory() {
                // Nobody but this thread changes it: there are no slots to put back.
                let Some(memory) = allocate(size) else {
                    self.list(local.class, block, entry);
                    return Err(ConcatError::Alloc);
                };
                entry.slots.store(memory.as_ptr(), Ordering::Relaxed);
                entry.state.store(given_out.to_word(), Ordering::Release);
                break (State::given_out(0), 0);
            }
            if entry.replace(old, given_out, Ordering::Acquire) {
                break (old, old.given);
            }
        };
        local.block.set(block);
        local.head.set(chain.head);
        local.free.set(chain.given - chain.out);
        local.fresh.set(fresh);
        local.size.set(size);
        Ok(())
    }

    /// Returns the number of a block that has room, or needs memory.
    fn with_room(&self, room: &mut Room, local: &Local) -> Attempt<u32> {
        let block = room.first[local.class];
        if block != 0 {
            // SAFETY: it has an entry, since it has a number.
            let entry = unsafe { self.directory.entry(block) };
            room.first[local.class] = entry.next.load(Ordering::Relaxed);
            return Ok(block);
        }
        if room.last == LAST {
            return Err(ConcatError::Full);
        }
        let block = room.last + 1;
        if !self.directory.make(block) {
            return Err(ConcatError::Alloc);
        }
        room.last = block;
        // SAFETY: its entry was just made.
        let entry = unsafe { self.directory.entry(block) };
        let doublings = room.made[local.class];
        room.made[local.class] = (doublings + 1).min(BITS);
        let (first, most) = BLOCK;
        let size = most.min(first << doublings) / local.units * local.units;
        entry.size.store(size, Ordering::Relaxed);
        Ok(block)
    }

    /// Puts a slot back, by the thread that `local` belongs to. Returns true if that freed a large
    /// block.
    ///
    /// # Safety
    ///
    /// The slot was given out, has the size of `local`'s, and the caller is the last to use it.
    #[inline]
    pub(super) unsafe fn put(&self, local: &Local, id: u32) -> bool {
        let (block, place) = split(id);
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // SAFETY: the block has memory while a slot is given out.
        let slot = unsafe { place_of(entry, place) };
        if block == local.block.get() {
            // SAFETY: it is free, and the caller's alone.
            unsafe { Memory::set_link(slot, local.head.get()) };
            local.head.set(place);
            local.free.set(local.free.get() + local.units);
            return false;
        }
        let old = entry.state.load(Ordering::Relaxed);
        if let Some((new, head)) = with_some_back(old, place, local.units) {
            // SAFETY: it is free, and the caller's alone.
            unsafe { Memory::set_link(slot, head) };
            // As in `give_back`.
            if entry.replace_word(old, new, Ordering::AcqRel) {
                return false;
            }
        }
        let chain = Chain {
            head: place,
            tail: place,
            free: local.units,
        };
        // SAFETY: the slot is the caller's alone.
        unsafe { self.give_back(local, block, Some(chain), None) }
    }

    /// Puts the thread's block back if all its slots are free.
    ///
    /// PERF: an allocator such as glibc's gives no memory back to the system below a block in use.
    /// A thread that dropped three million nodes and kept this block left 35 MB of 47 resident.
    pub(super) fn leave_whole(&self, local: &Local) {
        if local.free.get() == local.fresh.get() {
            self.leave(local);
        }
    }

    #[cold]
    pub(super) fn leave(&self, local: &Local) {
        let block = local.block.replace(0);
        if block == 0 {
            return;
        }
        let head = local.head.replace(NIL);
        let chain = (head != NIL).then(|| {
            let mut tail = head;
            for _ in 1..local.free.get() / local.units {
                // SAFETY: the slot was given out to this thread.
                let slot = unsafe { self.slot(join(block, tail)) };
                // SAFETY: it is free, and has a link: it is in a chain.
                tail = unsafe { Memory::link(slot) };
            }
            let free = local.free.replace(0);
            Chain { head, tail, free }
        });
        let (fresh, size) = (local.fresh.replace(0), local.size.replace(0));
        if chain.is_some() || fresh < size {
            // SAFETY: they were given out to this thread, which forgot them.
            unsafe { self.give_back(local, block, chain, (fresh < size).then_some(fresh)) };
        }
    }

    /// Puts a chain back to its block, and the units from `fresh` on, which were never used;
    /// returns whether that freed a large block.
    ///
    /// # Safety
    ///
    /// There are such slots, of the size of `local`'s. They were given out, are linked but for the
    /// last, and are the caller's alone.
    #[inline(never)]
    unsafe fn give_back(
        &self,
        local: &Local,
        block: u32,
        chain: Option<Chain>,
        fresh: Option<u32>,
    ) -> bool {
        // SAFETY: a block that gave out an id has an entry.
        let entry = unsafe { self.directory.entry(block) };
        // Read before the slots are put back: then they may be freed.
        let memory = entry.slots.load(Ordering::Relaxed);
        let size = entry.size.load(Ordering::Relaxed);
        let mut old = entry.load(Ordering::Relaxed);
        let new = loop {
            let mut new = old;
            if let Some(chain) = chain {
                // SAFETY: the block has memory, since this slot was not put back yet.
                let tail = unsafe { place_of(entry, chain.tail) };
                // SAFETY: it is free, and the caller's alone.
                unsafe { Memory::set_link(tail, old.head) };
                new.head = chain.head;
                new.out -= chain.free;
            }
            if let Some(fresh) = fresh {
                new.out -= size - fresh;
                new.given = fresh;
            }
            if new.is_whole() {
                new = State::NONE;
            }
            new.listed =
                old.listed || new.free(size) >= size.div_ceil(16).max(reserve_of(local.units));
            // Its uses of the slots come before those of the threads that take them, and the uses
            // of all slots before the block is freed.
            if entry.replace(old, new, Ordering::AcqRel) {
                break new;
            }
            old = entry.load(Ordering::Relaxed);
        };
        if !new.has_memory() {
            // SAFETY: all slots are back, so nobody has one; this thread alone saw the last one
            // come.
            unsafe { deallocate(memory, size) };
        }
        if new.listed && !old.listed {
            self.list(local.class, block, entry);
        }
        !new.has_memory() && size + local.units > BLOCK.1
    }

    fn list(&self, class: usize, block: u32, entry: &Entry) {
        self.room.with(|room| {
            entry.next.store(room.first[class], Ordering::Relaxed);
            room.first[class] = block;
        });
    }
}

/// Returns the units of as many slots of a size as can be reserved.
#[inline]
fn reserve_of(units: u32) -> u32 {
    let (single, larger) = RESERVE;
    if units == 1 { single } else { larger * units }
}

#[inline]
fn join(block: u32, place: u32) -> u32 {
    block << BITS | place
}

#[inline]
fn split(id: u32) -> (u32, u32) {
    (id >> BITS, id & NIL)
}
