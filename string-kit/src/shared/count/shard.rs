//! A shard's word, and the shards of one count.
//!
//! ```text
//! 2 n         n handles, and an anchor for all of them; none for n = 0
//! 2 n + 1     parked: n handles, and no anchor
//! ```

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::marker::PhantomData;
use core::ptr;

use super::AtomicUsize;
use super::seat::{Seat, seats};

/// One handle.
pub(super) const ONE: usize = 2;
/// Set in a shard that is parked.
pub(super) const PARKED: usize = 1;

/// A shard: two lines of 64 bytes, which some processors fetch in pairs.
#[repr(align(128))]
pub(super) struct Shard(AtomicUsize);

/// The shards of one count.
#[derive(Clone, Copy)]
pub(super) struct Shards<'a> {
    first: *const Shard,
    count: PhantomData<&'a Shard>,
}

impl<'a> Shards<'a> {
    /// What they ask of the allocator.
    pub(super) fn bytes() -> usize {
        Self::layout().size()
    }

    /// New ones, with no handle; null if there is no memory.
    #[expect(
        clippy::cast_ptr_alignment,
        reason = "the layout is aligned as a shard is"
    )]
    pub(super) fn allocate() -> *mut Shard {
        // SAFETY: the layout is not empty: there are seats.
        let first = unsafe { alloc(Self::layout()) }.cast::<Shard>();
        if !first.is_null() {
            for index in 0..seats() {
                let shard = first.wrapping_add(index);
                // SAFETY: the block has room for as many, aligned, and nobody else sees it yet.
                unsafe { shard.write(Shard(AtomicUsize::new(0))) };
            }
        }
        first
    }

    /// That of all of them: `seats` gives the same number every time.
    fn layout() -> Layout {
        Layout::array::<Shard>(seats()).expect("there are few")
    }

    /// Gives them back.
    ///
    /// # Safety
    ///
    /// They are from `allocate`, and nobody uses them any more.
    pub(super) unsafe fn free(first: *mut Shard) {
        let all = ptr::slice_from_raw_parts_mut(first, seats());
        // SAFETY: `allocate` wrote as many, and this is their last use.
        unsafe { ptr::drop_in_place(all) };
        // SAFETY: `allocate` asked for this layout.
        unsafe { dealloc(first.cast(), Self::layout()) };
    }

    /// The shards that begin there.
    ///
    /// # Safety
    ///
    /// They are from `allocate`, and are not freed while `'a` lasts.
    #[inline]
    pub(super) unsafe fn from_ptr(first: *const Shard) -> Self {
        Self {
            first,
            count: PhantomData,
        }
    }

    /// The shard of a seat.
    #[inline]
    pub(super) fn at(self, seat: Seat) -> &'a AtomicUsize {
        let shard = self.first.wrapping_add(seat.index());
        // SAFETY: a seat's index is below `seats`, as many as there are shards, and they live.
        &unsafe { &*shard }.0
    }

    /// All of them.
    pub(super) fn iter(self) -> impl Iterator<Item = &'a AtomicUsize> {
        Seat::all().map(move |seat| self.at(seat))
    }
}
