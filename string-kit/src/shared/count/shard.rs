//! A shard's word, and the memory of the shards of one count.
//!
//! ```text
//! 2 n         attached: n handles, and one root reference for them; none if n = 0
//! 2 n + 1     detached: n handles, and no root reference
//! ```
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::marker::PhantomData;
use core::ptr;
#[cfg(not(all(loom, test)))]
pub(super) use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

#[cfg(all(loom, test))]
pub(super) use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::shard_index::{ShardIndex, shard_count};

/// One handle in a shard.
pub(super) const HANDLE: usize = 2;
/// The flag of a detached shard.
pub(super) const DETACHED: usize = 1;

/// A shard: two lines of 64 bytes, which some processors fetch in pairs.
#[repr(align(128))]
pub(super) struct Shard(AtomicUsize);

/// The shards of one count, borrowed.
#[derive(Clone, Copy)]
pub(super) struct Shards<'a> {
    first: *const Shard,
    borrowed: PhantomData<&'a Shard>,
}

impl<'a> Shards<'a> {
    /// Returns the bytes that the allocator is asked for.
    pub(super) fn bytes() -> usize {
        Self::layout().size()
    }

    /// Allocates shards, attached and with no handles; null if there is no memory.
    #[expect(
        clippy::cast_ptr_alignment,
        reason = "the layout is aligned as a shard is"
    )]
    pub(super) fn allocate() -> *mut Shard {
        // SAFETY: the layout is not empty: there is at least one shard, of 128 bytes.
        let first = unsafe { alloc(Self::layout()) }.cast::<Shard>();
        if !first.is_null() {
            for index in 0..shard_count() {
                let shard = first.wrapping_add(index);
                // SAFETY: the new block is valid for writes of `shard_count` shards, of which this
                // is one, and the layout aligns it.
                unsafe { shard.write(Shard(AtomicUsize::new(0))) };
            }
        }
        first
    }

    /// Returns the layout of all shards: `shard_count` returns the same number every time.
    fn layout() -> Layout {
        Layout::array::<Shard>(shard_count()).expect("there are few")
    }

    /// Frees shards.
    ///
    /// # Safety
    ///
    /// `allocate` returned them, not null, and nobody uses them any more.
    pub(super) unsafe fn free(first: *mut Shard) {
        let all = ptr::slice_from_raw_parts_mut(first, shard_count());
        // SAFETY: `allocate` wrote `shard_count` shards there, aligned, and the caller promises
        // that nobody else uses them: they are valid for reads and writes, and dropped once.
        unsafe { ptr::drop_in_place(all) };
        // SAFETY: `allocate` got the pointer from `alloc`, with the same layout.
        unsafe { dealloc(first.cast(), Self::layout()) };
    }

    /// Borrows the shards that begin at `first`.
    ///
    /// # Safety
    ///
    /// `allocate` returned them, not null, and they are not freed while `'a` lasts. What it wrote
    /// happens before the call.
    #[inline]
    pub(super) unsafe fn from_ptr(first: *const Shard) -> Self {
        Self {
            first,
            borrowed: PhantomData,
        }
    }

    /// Returns the word of one shard.
    #[inline]
    pub(super) fn at(self, index: ShardIndex) -> &'a AtomicUsize {
        let shard = self.first.wrapping_add(index.as_usize());
        // SAFETY: an index is below `shard_count`, and as many shards lie there, initialised and
        // aligned. They live while `'a` lasts (see `from_ptr`), and nobody has a `&mut` to one
        // before the free.
        &unsafe { &*shard }.0
    }

    /// Iterates over the words of all shards.
    pub(super) fn iter(self) -> impl Iterator<Item = &'a AtomicUsize> {
        ShardIndex::all().map(move |index| self.at(index))
    }
}
