//! The two words of a count.
#![allow(unsafe_code)]

use core::ptr;

use super::shard::{AtomicPtr, AtomicUsize, Ordering, Shard, Shards};
use super::shard_index::ShardIndex;

/// One root reference; the bits below are flags.
pub(super) const ROOT_REF: usize = 8;
/// There are shards: a flag, and the sign, so that one test sees it. Too many clones set the sign
/// alone.
pub(super) const SHARDED: usize = SIGN | 4;
/// The sign bit.
pub(super) const SIGN: usize = 1 << (usize::BITS - 1);
/// Root references came back after the last was taken, and the thread that took it has yet to begin
/// its scan.
pub(super) const SCAN_PENDING: usize = 2;
/// A thread scans: no shard may become detached.
pub(super) const SCANNING: usize = 1;

/// A change of the protocol that makes it wrong: a model must fail with it.
#[cfg(all(loom, test))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutation {
    /// A drop does not release.
    RelaxedDrop,
    /// A free does not acquire.
    FreesWithoutAcquire,
    /// A shard is detached during a scan.
    DetachesDuringScan,
    /// A root reference comes back after the last, and the scan that is due is not marked pending.
    NoScanPending,
    /// A root reference is not given back where a shard could not be detached.
    KeepsRootRef,
    /// A scan attaches a shard that has handles, and adds no root reference for it.
    NoRootRefInScan,
    /// The first handle of an attached shard adds no root reference.
    NoRootRefForFirst,
    /// Attaching a shard does not acquire what the drops in it released.
    AttachesWithoutAcquire,
    /// The mark of a pending scan is left set by the thread that was to scan.
    KeepsScanPending,
    /// The flag is set before there are shards.
    FlagBeforeShards,
    /// A thread sets the flag after a Relaxed load of another thread's pointer to the shards.
    RelaxedShardsLoad,
}

/// Returns true if a seeded mutation is on: always false, except in the models.
macro_rules! mutation_enabled {
    ($count:expr, $mutation:ident) => {{
        #[cfg(all(loom, test))]
        let enabled = $count.mutation == Some($crate::shared::count::state::Mutation::$mutation);
        #[cfg(not(all(loom, test)))]
        let enabled = false;
        enabled
    }};
}
pub(super) use mutation_enabled;

/// Where a handle is counted: making it added there, and dropping it takes from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shared) enum CountedIn {
    /// The root.
    Root,
    /// The shard of this index.
    Shard(ShardIndex),
}

/// The count of the handles of one text.
pub(in crate::shared) struct Count {
    pub(super) root: AtomicUsize,
    pub(super) shards: AtomicPtr<Shard>,
    /// Stands for the count's memory, so that loom sees which threads use and free it.
    #[cfg(all(loom, test))]
    pub(super) memory: loom::cell::UnsafeCell<()>,
    #[cfg(all(loom, test))]
    pub(super) mutation: Option<Mutation>,
}

const _: () = assert!(cfg!(loom) || size_of::<Count>() == 2 * size_of::<usize>());

impl Count {
    /// Makes the count of one handle, which is counted in the root.
    #[inline]
    pub(in crate::shared) fn new() -> Self {
        Self {
            root: AtomicUsize::new(ROOT_REF),
            shards: AtomicPtr::new(ptr::null_mut()),
            #[cfg(all(loom, test))]
            memory: loom::cell::UnsafeCell::new(()),
            #[cfg(all(loom, test))]
            mutation: None,
        }
    }

    /// Returns true if new handles are counted in shards.
    #[inline]
    pub(in crate::shared) fn is_sharded(&self) -> bool {
        self.root().load(Ordering::Relaxed) & SHARDED == SHARDED
    }

    /// Returns the bytes that the allocator was asked for, for the shards.
    pub(in crate::shared) fn heap_size(&self) -> usize {
        if self.is_sharded() {
            Shards::bytes()
        } else {
            0
        }
    }

    #[inline]
    pub(super) fn root(&self) -> &AtomicUsize {
        self.track_access();
        &self.root
    }

    /// Returns the shards, for a caller that read the flag `SHARDED` with Acquire, or at least the
    /// sign.
    #[inline]
    pub(super) fn shards(&self) -> Shards<'_> {
        self.track_access();
        let shards = self.shards.load(Ordering::Relaxed);
        if shards.is_null() {
            // The sign is not the flag: the root was counted up to it.
            too_many();
        }
        // SAFETY: `shard_now` stored a pointer that `allocate` returned, and it is not null. The
        // shards are freed with the count, which is borrowed. The writes of `allocate` happen
        // before the flag was set, and so before the caller's read of it.
        unsafe { Shards::from_ptr(shards) }
    }

    /// Returns the shards, for a caller that has a handle in one of them.
    #[inline]
    pub(super) fn own_shards(&self) -> Shards<'_> {
        self.track_access();
        let shards = self.shards.load(Ordering::Relaxed);
        debug_assert!(!shards.is_null());
        // SAFETY: `shard_now` stored a pointer that `allocate` returned, not null, before any
        // handle was counted in a shard. The shards are freed with the count, which is borrowed.
        // The writes of `allocate` happen before the call: the thread that made the handle had read
        // the flag, and something ordered that before the caller got the handle.
        unsafe { Shards::from_ptr(shards) }
    }

    /// Tells loom that a thread uses the count's memory.
    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "used by the models alone")
    )]
    pub(super) fn track_access(&self) {
        #[cfg(all(loom, test))]
        self.memory.with(|_| ());
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        #[cfg(all(loom, test))]
        self.memory.with_mut(|_| ());
        let shards = self.shards.load(Ordering::Relaxed);
        if !shards.is_null() {
            // SAFETY: `shard_now` stored a pointer that `allocate` returned, and it is not null.
            // Nobody else uses the shards, since `&mut self` borrows the count that owns them.
            unsafe { Shards::free(shards) };
        }
    }
}

/// Ends a program that has more handles than can be counted. Half of all numbers are left for
/// threads that add handles before one of them ends the program.
#[cold]
pub(super) fn too_many() -> ! {
    crate::error::abort("a SharedStr has too many clones")
}
