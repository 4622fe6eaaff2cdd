//! The free of the shards of a text that has one handle left.
//!
//! A handle that is borrowed mutably cannot be cloned meanwhile. If it is also the only one, no
//! other thread uses the count, and the shards can be freed.
#![allow(unsafe_code)]

use core::ptr;

use super::scan::root_refs;
use super::shard::{Ordering, Shards};
use super::state::{Count, CountedIn, ROOT_REF, SCAN_PENDING, SCANNING, SHARDED, mutation_enabled};

impl Count {
    /// Moves the caller's handle to the root. Then frees the shards if no other handle is left.
    /// Returns `true` if there are no shards now.
    ///
    /// # Safety
    ///
    /// The caller must have a handle that is counted in `counted_in`; it is counted in the root
    /// afterwards. Nobody may use the handle meanwhile.
    #[cold]
    pub(in crate::shared) unsafe fn unshard(&self, counted_in: CountedIn) -> bool {
        if self.root().load(Ordering::Acquire) & SHARDED != SHARDED {
            return true;
        }
        if let CountedIn::Shard(_) = counted_in {
            self.add_root_ref();
            let last = self.decrement(counted_in);
            debug_assert!(!last, "the root counts the handle");
        }
        if !self.begin_scan_of_only_handle() {
            return false;
        }
        if !mutation_enabled!(self, UnshardsWithoutScan) {
            self.attach_all();
        }
        if !self.is_only_handle() {
            // The root counts the caller's handle, so this ends the scan.
            self.end_scan();
            return false;
        }
        #[cfg(all(loom, test))]
        self.memory.with_mut(|_| ());
        let shards = self.shards.load(Ordering::Relaxed);
        self.shards.store(ptr::null_mut(), Ordering::Relaxed);
        self.root.store(ROOT_REF, Ordering::Relaxed);
        // SAFETY: `add_shards` stored the pointer that `allocate` returned, not null, before it set
        // the flag. Nobody uses the shards: the caller's handle is the only one, by the caller's
        // promise nobody uses it meanwhile, and no thread is still in a drop (`is_only_handle`).
        // Nobody uses them later, since the count has no pointer to them any more.
        unsafe { Shards::free(shards) };
        true
    }

    /// Begins a scan and returns `true`. Returns `false` if there are other root references than
    /// that of the caller's handle, or another thread is about to scan.
    ///
    /// No other thread scans if there is one root reference: a scan has one of its own.
    fn begin_scan_of_only_handle(&self) -> bool {
        let mut root = self.root().load(Ordering::Acquire);
        loop {
            let is_pending =
                root & SCAN_PENDING != 0 && !mutation_enabled!(self, UnshardsBeforeScan);
            if root_refs(root) != 1 || is_pending {
                return false;
            }
            match self.root().compare_exchange(
                root,
                (root | SCANNING) + ROOT_REF,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => return true,
                Err(now) => root = now,
            }
        }
    }

    /// Returns `true` if there are no root references but the scan's and that of the caller's
    /// handle.
    ///
    /// All shards are attached, so that each other handle would have one, and so would a thread
    /// that is still in a drop.
    fn is_only_handle(&self) -> bool {
        let ordering = if mutation_enabled!(self, UnshardsWithoutAcquire) {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        };
        root_refs(self.root().load(ordering)) == 2
    }
}
