//! The two words of a count, and the flags of the root.
#![allow(unsafe_code)]

use core::ptr;

use super::shard::{AtomicPtr, AtomicUsize, Ordering, Shard, Shards};
use super::shard_index::ShardIndex;

/// One root reference; the bits below are flags.
pub(super) const ROOT_REF: usize = 8;
/// The flag of a count with shards, and the sign, so that one test of the sign finds it. Too many
/// clones set the sign without the flag.
pub(super) const SHARDED: usize = SIGN | 4;
pub(super) const SIGN: usize = 1 << (usize::BITS - 1);
/// The flag of a pending scan: a thread took the last root reference and has not begun its scan,
/// and root references came back meanwhile.
pub(super) const SCAN_PENDING: usize = 2;
/// The flag of a running scan: no shard may become detached.
pub(super) const SCANNING: usize = 1;

/// The place that counts a handle, from clone to drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shared) enum CountedIn {
    Root,
    Shard(ShardIndex),
}

pub(in crate::shared) struct Count {
    pub(super) root: AtomicUsize,
    pub(super) shards: AtomicPtr<Shard>,
    /// Stands for the count's memory, so that loom sees which threads use and free it.
    #[cfg(all(loom, test))]
    pub(super) memory: loom::cell::UnsafeCell<()>,
}

const _: () = assert!(cfg!(loom) || size_of::<Count>() == 2 * size_of::<usize>());

impl Count {
    #[inline]
    pub(in crate::shared) fn new() -> Self {
        Self {
            root: AtomicUsize::new(ROOT_REF),
            shards: AtomicPtr::new(ptr::null_mut()),
            #[cfg(all(loom, test))]
            memory: loom::cell::UnsafeCell::new(()),
        }
    }

    #[inline]
    pub(in crate::shared) fn is_sharded(&self) -> bool {
        self.root().load(Ordering::Relaxed) & SHARDED == SHARDED
    }

    pub(in crate::shared) fn heap_size(&self) -> usize {
        if self.is_sharded() { Shards::BYTES } else { 0 }
    }

    #[inline]
    pub(super) fn root(&self) -> &AtomicUsize {
        self.track_access();
        &self.root
    }

    /// Changes the root as `step` says, until no other thread changes it meanwhile. Returns the
    /// value before; it is an error if `step` returned `None` for it.
    pub(super) fn update(&self, step: impl Fn(usize) -> Option<usize>) -> Result<usize, usize> {
        self.root()
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, step)
    }

    /// Returns the shards. The caller must have loaded `root` with Acquire, and found the sign set.
    /// Aborts the program if the flag is not set, because too many clones set the sign.
    #[inline]
    pub(super) fn shards(&self, root: usize) -> Shards<'_> {
        self.track_access();
        let shards = self.shards.load(Ordering::Relaxed);
        if root & SHARDED != SHARDED {
            too_many();
        }
        debug_assert!(!shards.is_null());
        // SAFETY: the flag is set, so that `add_shards` stored a pointer that `allocate` returned,
        // not null. The shards are freed with the count, which is borrowed. The writes of
        // `allocate` happen before the flag is set with Release, and so before the caller's load of
        // it with Acquire.
        unsafe { Shards::from_ptr(shards) }
    }

    /// Returns the shards. The caller must have a handle that is counted in one of them.
    #[inline]
    pub(super) fn own_shards(&self) -> Shards<'_> {
        self.track_access();
        let shards = self.shards.load(Ordering::Relaxed);
        debug_assert!(!shards.is_null());
        // SAFETY: `add_shards` stored a pointer that `allocate` returned, not null, before any
        // handle was counted in a shard. The shards are freed with the count, which is borrowed.
        // The writes of `allocate` happen before the call: the thread that made the handle had read
        // the flag, and whatever passed the handle to the caller ordered the two threads.
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
            // SAFETY: `add_shards` stored a pointer that `allocate` returned, and it is not null.
            // Nobody else uses the shards, since `&mut self` borrows the count that owns them, and
            // nobody uses them later, since the count is dropped once.
            unsafe { Shards::free(shards) };
        }
    }
}

/// Aborts a program that has more handles than a count can hold. Half of the range is left for
/// those that other threads add before the program ends.
#[cold]
pub(super) fn too_many() -> ! {
    crate::error::abort("a SharedStr has too many clones")
}
