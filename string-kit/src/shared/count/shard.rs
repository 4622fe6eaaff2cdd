//! A shard's word, the memory of the shards of one count, and the budget for those of all.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::marker::PhantomData;
use core::ptr;
use core::sync::atomic;
#[cfg(not(all(loom, test)))]
pub(super) use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

#[cfg(all(loom, test))]
pub(super) use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::shard_index::{SHARD_COUNT, ShardIndex};

pub(super) const HANDLE: usize = 2;
pub(super) const DETACHED: usize = 1;

/// The largest number of texts with shards in the process: their shards take 16 MiB.
const MAX_SHARDED: usize = (16 << 20) / Shards::BYTES;
/// The number of texts that have shards. Relaxed is enough: it publishes no other memory.
static SHARDED_TEXTS: atomic::AtomicUsize = atomic::AtomicUsize::new(0);

/// A shard: one word in 128 bytes, since some processors fetch cache lines of 64 bytes in pairs.
#[repr(align(128))]
pub(super) struct Shard(AtomicUsize);

/// The shards of one count, borrowed.
#[derive(Clone, Copy)]
pub(super) struct Shards<'a> {
    first: *const Shard,
    borrowed: PhantomData<&'a Shard>,
}

impl<'a> Shards<'a> {
    pub(super) const BYTES: usize = size_of::<[Shard; SHARD_COUNT]>();

    pub(super) fn fit_in_budget() -> bool {
        SHARDED_TEXTS.load(atomic::Ordering::Relaxed) < MAX_SHARDED
    }

    /// Allocates the shards of a count, each attached and without handles. Returns null if they
    /// exceed the budget, or the allocator returns no memory.
    #[expect(
        clippy::cast_ptr_alignment,
        reason = "the layout is aligned as a shard is"
    )]
    pub(super) fn allocate() -> *mut Shard {
        const RELAXED: atomic::Ordering = atomic::Ordering::Relaxed;
        let add = |texts| (texts < MAX_SHARDED).then_some(texts + 1);
        if SHARDED_TEXTS.fetch_update(RELAXED, RELAXED, add).is_err() {
            return ptr::null_mut();
        }
        // SAFETY: the size of the layout is not zero: there is at least one shard, of 128 bytes.
        let first = unsafe { alloc(Layout::new::<[Shard; SHARD_COUNT]>()) }.cast::<Shard>();
        if first.is_null() {
            SHARDED_TEXTS.fetch_sub(1, RELAXED);
            return first;
        }
        for index in 0..SHARD_COUNT {
            let shard = first.wrapping_add(index);
            // SAFETY: the pointer is valid for writes of a shard, since the new memory has room for
            // `SHARD_COUNT` shards and `index` is below that; the layout aligns it.
            unsafe { shard.write(Shard(AtomicUsize::new(0))) };
        }
        first
    }

    /// Frees the shards of a count.
    ///
    /// # Safety
    ///
    /// `allocate` must have returned `first`, and not null. Nobody may use the shards meanwhile or
    /// later.
    pub(super) unsafe fn free(first: *mut Shard) {
        let all = ptr::slice_from_raw_parts_mut(first, SHARD_COUNT);
        // SAFETY: the shards are valid for reads and writes, aligned, and initialised, since
        // `allocate` wrote `SHARD_COUNT` of them there; by the caller's promise nobody uses them
        // meanwhile or later.
        unsafe { ptr::drop_in_place(all) };
        // SAFETY: the pointer came from `alloc`, with this same layout; the memory is still
        // allocated, since by the caller's promise nobody freed it before.
        unsafe { dealloc(first.cast(), Layout::new::<[Shard; SHARD_COUNT]>()) };
        SHARDED_TEXTS.fetch_sub(1, atomic::Ordering::Relaxed);
    }

    /// Borrows the shards that begin at `first`.
    ///
    /// # Safety
    ///
    /// `allocate` must have returned `first`, and not null. The shards must not be freed while `'a`
    /// lasts. The writes of `allocate` must happen before this call.
    #[inline]
    pub(super) unsafe fn from_ptr(first: *const Shard) -> Self {
        Self {
            first,
            borrowed: PhantomData,
        }
    }

    #[inline]
    pub(super) fn at(self, index: ShardIndex) -> &'a AtomicUsize {
        let shard = self.first.wrapping_add(index.as_usize());
        // SAFETY: the pointer is not null, aligned, and points to an initialised shard, since an
        // index is below `SHARD_COUNT` and `allocate` wrote as many shards. The shard lives while
        // `'a` lasts (see `from_ptr`), and nobody has a `&mut` to it before `free`.
        &unsafe { &*shard }.0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a AtomicUsize> {
        ShardIndex::all().map(move |index| self.at(index))
    }
}
