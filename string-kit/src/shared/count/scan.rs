//! The last anchor: arriving, parking, and the closer, who finds out whether anybody is left.

use super::shard::{ONE, PARKED};
use super::{ANCHOR, AtomicUsize, CLOSING, Count, Ordering, PENDING, SHARDED, mutated, too_many};

/// How many anchors a root has.
#[inline]
fn anchors(root: usize) -> usize {
    (root & !SHARDED) / ANCHOR
}

impl Count {
    /// What a thread does that added to a shard with no handle: it brings an anchor.
    #[cold]
    #[inline(never)]
    pub(super) fn joined_first(&self, before: usize) {
        if before != 0 {
            too_many();
        }
        if mutated!(self, NoAnchorForFirst) {
            return;
        }
        let mut root = self.root().load(Ordering::Relaxed);
        loop {
            if root & SHARDED != SHARDED {
                // The sign that the caller saw was counted up to.
                too_many();
            }
            let raised = if anchors(root) == 0 && !mutated!(self, NoPending) {
                (root | PENDING) + ANCHOR
            } else {
                root + ANCHOR
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

    /// What a thread does that took a shard's last handle, and so has its anchor: says whether nobody
    /// is left.
    #[cold]
    #[inline(never)]
    pub(super) fn left_empty(&self, shard: &AtomicUsize) -> bool {
        self.touch();
        let parked = shard.compare_exchange(0, PARKED, Ordering::AcqRel, Ordering::Relaxed);
        if parked.is_err() {
            // It counts again, by an anchor of its own.
            return !mutated!(self, KeepsAnchor) && self.give_back();
        }
        let mut root = self.root().load(Ordering::Acquire);
        while root & CLOSING == 0 || mutated!(self, ParksWhileClosing) {
            match self.root().compare_exchange(
                root,
                root - ANCHOR,
                Ordering::AcqRel,
                Ordering::Acquire,
            ) {
                Ok(_) => return self.took_anchor(root),
                Err(now) => root = now,
            }
        }
        // The closer may have come past already: the shard must not stay parked.
        if self.unpark(shard) {
            // The anchor is the shard's again.
            return false;
        }
        self.give_back()
    }

    /// Ends the parking of a shard; says whether it was parked and has handles, which the caller's
    /// anchor is for from now on.
    fn unpark(&self, shard: &AtomicUsize) -> bool {
        self.touch();
        let acquires = if mutated!(self, UnparksUnseeing) {
            Ordering::Release
        } else {
            Ordering::AcqRel
        };
        let before = shard.fetch_and(!PARKED, acquires);
        before & PARKED != 0 && before >= ONE
    }

    /// One anchor less; says whether nobody is left.
    fn give_back(&self) -> bool {
        let before = self.root().fetch_sub(ANCHOR, Ordering::AcqRel);
        self.took_anchor(before)
    }

    /// What who took an anchor from a root of `before` has to do; says whether nobody is left.
    #[cold]
    #[inline(never)]
    pub(super) fn took_anchor(&self, before: usize) -> bool {
        if anchors(before) != 1 {
            return false;
        }
        match before & SHARDED {
            0 => {
                // Every handle was an anchor. What their owners read comes before this.
                if !mutated!(self, NoAcquire) {
                    self.root().load(Ordering::Acquire);
                }
                return true;
            }
            SHARDED => {}
            // The sign was counted up to.
            _ => too_many(),
        }
        if before & PENDING != 0 {
            // Someone took the last anchor earlier, and is about to look what became of it.
            return false;
        }
        self.begin_closing() && self.close()
    }

    /// Makes the caller, who took the last anchor, the closer; false if there are anchors again.
    fn begin_closing(&self) -> bool {
        let mut root = self.root().load(Ordering::Acquire);
        loop {
            let closes = anchors(root) == 0;
            let next = if closes {
                ((root & !PENDING) | CLOSING) + ANCHOR
            } else if mutated!(self, KeepsPending) {
                root
            } else {
                root & !PENDING
            };
            match self
                .root()
                .compare_exchange(root, next, Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return closes,
                Err(now) => root = now,
            }
        }
    }

    /// The closer's work: says whether nobody is left.
    fn close(&self) -> bool {
        for shard in self.shards().iter() {
            self.touch();
            if shard.load(Ordering::Acquire) & PARKED == 0 {
                continue;
            }
            // First the anchor, then what it is for.
            self.root().fetch_add(ANCHOR, Ordering::AcqRel);
            if !self.unpark(shard) || mutated!(self, NoAnchorForUnparked) {
                self.root().fetch_sub(ANCHOR, Ordering::AcqRel);
            }
        }
        let mut root = self.root().load(Ordering::Acquire);
        // An anchor besides the closer's own: someone is left, who will find the last one again.
        while anchors(root) > 1 {
            match self.root().compare_exchange(
                root,
                (root & !CLOSING) - ANCHOR,
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

/// What only threads that meet come to, brought about by hand: the models run it, but no test that
/// coverage counts is sure to.
#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// A count with shards, as so many anchors and flags.
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
    fn who_brings_an_anchor_after_the_last_says_so() {
        let count = count(0);
        count.joined_first(0);
        assert_eq!(root(&count), ANCHOR | PENDING);
        // The one who takes it again leaves the work to who took the last before.
        assert!(!count.give_back());
        assert_eq!(root(&count), PENDING);
    }

    #[test]
    fn who_took_the_last_finds_that_there_are_anchors_again() {
        let count = count(ANCHOR | PENDING);
        assert!(!count.took_anchor(SHARDED | ANCHOR));
        assert_eq!(root(&count), ANCHOR);
    }

    #[test]
    fn a_shard_that_counts_again_is_not_parked() {
        let count = count(2 * ANCHOR);
        let shard = count.shards().iter().next().unwrap();
        shard.store(ONE, Ordering::Relaxed);
        assert!(!count.left_empty(shard));
        assert_eq!((root(&count), shard.load(Ordering::Relaxed)), (ANCHOR, ONE));
    }

    #[test]
    fn while_a_closer_is_at_work_no_shard_stays_parked() {
        let count = count((2 * ANCHOR) | CLOSING);
        let shard = count.shards().iter().next().unwrap();
        assert!(!count.left_empty(shard));
        assert_eq!(
            (root(&count), shard.load(Ordering::Relaxed)),
            (ANCHOR | CLOSING, 0)
        );
    }
}
