//! The root references of shards: attach, detach, and the scan after the last root reference.
//!
//! The steps, and why they are correct, stand in the parent module.

use super::shard::{AtomicUsize, DETACHED, HANDLE, Ordering};
use super::state::{Count, ROOT_REF, SCAN_PENDING, SCANNING, SHARDED, mutation_enabled, too_many};

/// Returns how many root references a root counts.
#[inline]
fn root_refs(root: usize) -> usize {
    (root & !SHARDED) / ROOT_REF
}

impl Count {
    /// Adds the root reference of an attached shard, after the thread added the shard's first
    /// handle.
    ///
    /// `before` is the shard before that. It ends the program if `before` is not 0: the shard then
    /// has more handles than can be counted.
    #[cold]
    #[inline(never)]
    pub(super) fn attach_first(&self, before: usize) {
        if before != 0 {
            too_many();
        }
        if mutation_enabled!(self, NoRootRefForFirst) {
            return;
        }
        let mut root = self.root().load(Ordering::Relaxed);
        loop {
            if root & SHARDED != SHARDED {
                // The caller saw the sign, but not the flag: too many clones set it.
                too_many();
            }
            let raised = if root_refs(root) == 0 && !mutation_enabled!(self, NoScanPending) {
                (root | SCAN_PENDING) + ROOT_REF
            } else {
                root + ROOT_REF
            };
            match self
                .root()
                .compare_exchange(root, raised, Ordering::AcqRel, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(now) => root = now,
            }
        }
    }

    /// Detaches a shard, for the thread that took its last handle and so has its root reference,
    /// and gives the root reference back. Returns true if no handle is left.
    #[cold]
    #[inline(never)]
    pub(super) fn detach(&self, shard: &AtomicUsize) -> bool {
        self.track_access();
        let detached = shard.compare_exchange(0, DETACHED, Ordering::AcqRel, Ordering::Relaxed);
        if detached.is_err() {
            // It has handles again, with a root reference of their own.
            return !mutation_enabled!(self, KeepsRootRef) && self.give_back_root_ref();
        }
        let mut root = self.root().load(Ordering::Acquire);
        while root & SCANNING == 0 || mutation_enabled!(self, DetachesDuringScan) {
            match self.root().compare_exchange(
                root,
                root - ROOT_REF,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => return self.took_root_ref(root),
                Err(now) => root = now,
            }
        }
        // The scan may have passed this shard already: it must not stay detached.
        if self.attach_detached(shard) {
            // The shard has handles, and keeps the root reference.
            return false;
        }
        self.give_back_root_ref()
    }

    /// Attaches a shard. Returns true if it was detached and has handles: the caller's root
    /// reference is the shard's from now on.
    fn attach_detached(&self, shard: &AtomicUsize) -> bool {
        self.track_access();
        let acquires = if mutation_enabled!(self, AttachesWithoutAcquire) {
            Ordering::Release
        } else {
            Ordering::AcqRel
        };
        let before = shard.fetch_and(!DETACHED, acquires);
        before & DETACHED != 0 && before >= HANDLE
    }

    /// Takes one root reference from the root. Returns true if no handle is left.
    fn give_back_root_ref(&self) -> bool {
        let before = self.root().fetch_sub(ROOT_REF, Ordering::AcqRel);
        self.took_root_ref(before)
    }

    /// Scans if that is due, for the thread that took a root reference from a root of `before`.
    /// Returns true if no handle is left.
    #[cold]
    #[inline(never)]
    pub(super) fn took_root_ref(&self, before: usize) -> bool {
        if root_refs(before) != 1 {
            return false;
        }
        match before & SHARDED {
            0 => {
                // Every handle was counted in the root. Their owners' reads happen before this.
                if !mutation_enabled!(self, FreesWithoutAcquire) {
                    self.root().load(Ordering::Acquire);
                }
                return true;
            }
            SHARDED => {}
            // Too many clones set the sign alone.
            _ => too_many(),
        }
        if before & SCAN_PENDING != 0 {
            // Another thread took the last root reference earlier, and is about to scan.
            return false;
        }
        self.begin_scan() && self.scan()
    }

    /// Begins a scan, for the thread that took the last root reference. Returns false, and begins
    /// none, if there are root references again.
    fn begin_scan(&self) -> bool {
        let mut root = self.root().load(Ordering::Acquire);
        loop {
            let begins = root_refs(root) == 0;
            let next = if begins {
                ((root & !SCAN_PENDING) | SCANNING) + ROOT_REF
            } else if mutation_enabled!(self, KeepsScanPending) {
                root
            } else {
                root & !SCAN_PENDING
            };
            match self
                .root()
                .compare_exchange(root, next, Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return begins,
                Err(now) => root = now,
            }
        }
    }

    /// Attaches every detached shard, with a root reference if it has handles. Returns true if no
    /// handle is left; else ends the scan.
    fn scan(&self) -> bool {
        for shard in self.shards().iter() {
            self.track_access();
            if shard.load(Ordering::Acquire) & DETACHED == 0 {
                continue;
            }
            // The root reference comes first, then the shard that it is for.
            self.root().fetch_add(ROOT_REF, Ordering::AcqRel);
            if !self.attach_detached(shard) || mutation_enabled!(self, NoRootRefInScan) {
                self.root().fetch_sub(ROOT_REF, Ordering::AcqRel);
            }
        }
        let mut root = self.root().load(Ordering::Acquire);
        // A root reference besides the scan's own: handles are left, and whoever takes the last
        // root reference then scans again.
        while root_refs(root) > 1 {
            match self.root().compare_exchange(
                root,
                (root & !SCANNING) - ROOT_REF,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => return false,
                Err(now) => root = now,
            }
        }
        true
    }
}

/// States that only threads in a race reach, here set by hand: the models run into them, but no
/// test that coverage counts is sure to.
#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Makes a count with shards, and the given root references and flags.
    fn count(root: usize) -> Count {
        let count = Count::new();
        assert!(count.shard_now());
        count.root.store(SHARDED | root, Ordering::Relaxed);
        count
    }

    fn root(count: &Count) -> usize {
        count.root.load(Ordering::Relaxed) & !SHARDED
    }

    #[test]
    fn a_root_reference_after_the_last_makes_the_scan_pending() {
        let count = count(0);
        count.attach_first(0);
        assert_eq!(root(&count), ROOT_REF | SCAN_PENDING);
        // The thread that takes it again leaves the scan to the one that took the last before.
        assert!(!count.give_back_root_ref());
        assert_eq!(root(&count), SCAN_PENDING);
    }

    #[test]
    fn no_scan_begins_if_root_references_came_back() {
        let count = count(ROOT_REF | SCAN_PENDING);
        assert!(!count.took_root_ref(SHARDED | ROOT_REF));
        assert_eq!(root(&count), ROOT_REF);
    }

    #[test]
    fn a_shard_with_handles_again_is_not_detached() {
        let count = count(2 * ROOT_REF);
        let shard = count.shards().iter().next().unwrap();
        shard.store(HANDLE, Ordering::Relaxed);
        assert!(!count.detach(shard));
        assert_eq!(
            (root(&count), shard.load(Ordering::Relaxed)),
            (ROOT_REF, HANDLE)
        );
    }

    #[test]
    fn no_shard_stays_detached_during_a_scan() {
        let count = count((2 * ROOT_REF) | SCANNING);
        let shard = count.shards().iter().next().unwrap();
        assert!(!count.detach(shard));
        assert_eq!(
            (root(&count), shard.load(Ordering::Relaxed)),
            (ROOT_REF | SCANNING, 0)
        );
    }
}
