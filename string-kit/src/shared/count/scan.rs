//! The root references of shards: attach, detach, and the scan after the last root reference.
//!
//! The parent module describes the steps, and explains why they are correct.

use super::ordering;
use super::shard::{AtomicUsize, DETACHED, HANDLE, Ordering};
use super::state::{Count, CountedIn, ROOT_REF, SCAN_PENDING, SCANNING, SHARDED, too_many};

#[inline]
fn root_refs(root: usize) -> usize {
    (root & !SHARDED) / ROOT_REF
}

/// Returns `true` if a value of the root has one root reference, and no thread is about to scan.
/// The thread that takes this reference must find out if handles are left; the count lives until it
/// did.
#[inline]
pub(super) fn is_last_root_ref(root: usize) -> bool {
    root & !(SHARDED | SCANNING) == ROOT_REF
}

impl Count {
    /// Adds the root reference of an attached shard whose first handle the caller has just added.
    /// Aborts the program if `before`, the shard before that addition, is not 0: it has too many
    /// handles.
    #[cold]
    #[inline(never)]
    pub(super) fn add_root_ref_of_shard(&self, before: usize) {
        if before != 0 {
            too_many();
        }
        self.add_root_ref();
    }

    /// Adds a root reference. The caller must have a handle that is counted in a shard, or be about
    /// to make one.
    fn add_root_ref(&self) {
        let raise = |root| {
            if root & SHARDED != SHARDED {
                // The sign made the caller count in a shard, but the flag is not set: too many
                // clones set the sign.
                too_many();
            }
            let pending = usize::from(root_refs(root) == 0) * SCAN_PENDING;
            Some((root | pending) + ROOT_REF)
        };
        let _ = self.update(raise);
    }

    /// Detaches a shard, whose last handle the caller took, and gives its root reference back.
    /// Returns `true` if no handle is left.
    #[cold]
    #[inline(never)]
    pub(super) fn detach(&self, shard: &AtomicUsize) -> bool {
        self.track_access();
        let detached = shard.compare_exchange(0, DETACHED, Ordering::AcqRel, Ordering::Relaxed);
        if detached.is_err() {
            // The shard is not 0 any more: new handles brought a root reference of their own.
            return self.give_back_root_ref();
        }
        let take = |root| (root & SCANNING == 0).then(|| root - ROOT_REF);
        if let Ok(before) = self.update(take) {
            return self.took_root_ref(before);
        }
        // The scan may have passed this shard already, so the shard must not stay detached.
        if self.attach(shard) {
            // The shard has handles, and keeps the root reference.
            return false;
        }
        self.give_back_root_ref()
    }

    /// Attaches a shard. Returns `true` if it was detached and has handles: then it takes over a
    /// root reference of the caller.
    fn attach(&self, shard: &AtomicUsize) -> bool {
        self.track_access();
        let before = shard.fetch_and(!DETACHED, ordering::attach());
        before & DETACHED != 0 && before >= HANDLE
    }

    /// Takes a root reference from the root. Returns `true` if no handle is left.
    fn give_back_root_ref(&self) -> bool {
        let before = self.root().fetch_sub(ROOT_REF, Ordering::AcqRel);
        self.took_root_ref(before)
    }

    /// Returns `true` if no handle is left, after the caller took a root reference from the root,
    /// which was `before`. Scans if that was the last one, and no other thread is about to scan.
    fn took_root_ref(&self, before: usize) -> bool {
        is_last_root_ref(before) && self.took_last_root_ref(before)
    }

    /// Does the same if [`is_last_root_ref`] returned `true` for `before`.
    #[inline]
    pub(super) fn took_last_root_ref(&self, before: usize) -> bool {
        match before & SHARDED {
            0 => {
                // Every handle was counted in the root. This load acquires what their drops
                // released.
                self.root().load(ordering::free());
                true
            }
            SHARDED => self.begin_scan() && self.scan(),
            _ => too_many(),
        }
    }

    /// Begins a scan, after the caller took the last root reference. Returns `false` if there are
    /// root references again.
    fn begin_scan(&self) -> bool {
        let begin = |root| {
            let cleared = root & !SCAN_PENDING;
            let begins = root_refs(root) == 0;
            Some(if begins {
                (cleared | SCANNING) + ROOT_REF
            } else {
                cleared
            })
        };
        self.update(begin)
            .is_ok_and(|before| root_refs(before) == 0)
    }

    /// Scans. Returns `true` if no handle is left.
    fn scan(&self) -> bool {
        self.attach_all();
        // If there are root references besides the scan's own, handles are left. The thread that
        // takes the last root reference later scans again.
        let end = |root| (root_refs(root) > 1).then(|| (root & !SCANNING) - ROOT_REF);
        self.update(end).is_err()
    }

    /// Attaches every detached shard, with a root reference if it has handles. The caller set
    /// `SCANNING`.
    fn attach_all(&self) {
        for shard in self.shards(self.root().load(Ordering::Acquire)).iter() {
            self.track_access();
            if shard.load(Ordering::Acquire) & DETACHED == 0 {
                continue;
            }
            // The root reference is added before the shard is attached: an attached shard with
            // handles must have one.
            self.root().fetch_add(ROOT_REF, Ordering::AcqRel);
            if !self.attach(shard) {
                self.root().fetch_sub(ROOT_REF, Ordering::AcqRel);
            }
        }
    }

    /// Returns `true` if the caller's handle is the only one. `false` too if the handle is counted
    /// in a shard, if another thread asks the same at the same time, and if a drop in a shard has
    /// not given its root reference back yet.
    pub(in crate::shared) fn is_unique(&self, counted_in: CountedIn) -> bool {
        let root = self.root().load(Ordering::Acquire);
        if counted_in != CountedIn::Root || root & !SHARDED != ROOT_REF {
            return false;
        }
        root & SHARDED == 0 || self.scan_beside_handle()
    }

    /// Scans while the caller has a handle that is counted in the root: its root reference serves
    /// as the scan's own. So no other scan begins meanwhile. Returns `true` if it is the only
    /// handle.
    #[cold]
    #[inline(never)]
    fn scan_beside_handle(&self) -> bool {
        let begin = |root| (root & !SHARDED == ROOT_REF).then_some(root | SCANNING);
        if self.update(begin).is_err() {
            return false;
        }
        self.attach_all();
        // As long as the flag is set no shard is left detached, so that each with handles has a
        // root reference.
        root_refs(self.root().fetch_and(!SCANNING, Ordering::AcqRel)) == 1
    }

    /// Returns the number of handles, if no other thread makes or drops one meanwhile.
    pub(in crate::shared) fn handles(&self) -> usize {
        let root = self.root().load(Ordering::Acquire);
        let mut handles = root_refs(root);
        if root & SHARDED == SHARDED {
            for shard in self.shards(root).iter() {
                self.track_access();
                let value = shard.load(Ordering::Relaxed);
                // An attached shard with handles has a root reference, which is no handle.
                let root_ref = usize::from(value & DETACHED == 0 && value >= HANDLE);
                handles = (handles + value / HANDLE).saturating_sub(root_ref);
            }
        }
        handles.max(1)
    }
}
