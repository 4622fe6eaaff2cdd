//! The count of a shared text's handles: one word until threads are seen to collide on it, then a
//! shard for each.
//!
//! ```text
//! root      | sign | anchors ............ | sharded | pending | closing |
//! shards    | pointer | --> | shard 0 | shard 1 | ... |     each on cache lines of its own
//!
//! a shard   2 n         n handles, and an anchor for all of them; none for n = 0
//!           2 n + 1     parked: n handles, and no anchor: others hold the text
//! ```
//!
//! # What is counted where
//!
//! A *plain* handle is an anchor of its own: making and dropping it adds to the root and takes
//! from it, as with `Arc`. Once the root says `sharded`, new handles are *sharded*: making one adds to
//! the shard of the thread that runs, and dropping it takes from there, whichever thread drops it. A
//! handle knows where it is counted.
//!
//! # Who frees
//!
//! Whoever takes the last anchor. That each shard with a handle brings an anchor, and takes it back
//! with its last handle, is not enough: threads that make and drop one handle at a time would all
//! come to the root with each, two times, which is worse than `Arc`. So a shard that falls to none is
//! *parked*: it gives its anchor back, and goes on counting without one as long as there is any other
//! anchor. Who takes the last anchor while there are shards is the *closer*: it puts one of its own in
//! the place, ends the parking of every shard, gives an anchor to each that has handles, and frees if
//! its own is then the only one.
//!
//! INVARIANT: while a handle lives there is an anchor, or somebody who took the last one and has yet
//! to look at every shard. A shard that is not parked and has a handle has an anchor, or one of its
//! handles is still being made, by a thread that has another and is about to bring the anchor. Who
//! takes the last handle of a shard that is not parked has its anchor, until it gives it back.
//!
//! # Why it is enough
//!
//! The orderings, edge by edge. Every change of the root and of a shard is a read-modify-write, so that
//! all changes of one word have one order, and each that releases heads a release sequence that goes
//! on through all that follow it.
//!
//! - *What an owner reads comes before the free.* Each drop releases, the root or a shard. Of the
//!   drops of a shard that is not parked, the last goes on to park it, by a change that acquires what
//!   all of them released, and then releases the root, giving the anchor back. If it cannot park it,
//!   another thread did, whose change acquired as well; or another handle was made, by an addition that
//!   acquired, and brought an anchor by a change of the root that releases. The drops of a shard that
//!   is parked the closer acquires by ending that (and by looking for it: no model fails with one of
//!   the two acquires of parking and of looking less). And the closer has read the root, acquiring, after
//!   the last anchor but its own was given back.
//! - *The shards are there for who sees `sharded`.* The pointer is stored before the flag is set,
//!   which releases; and the flag is read with Acquire. A sharded handle was made by who had read the
//!   flag, and came to its owner by something that orders: its drop may read the pointer Relaxed.
//! - *No sharded handle without the root knowing.* Who sets the flag has a handle. If it is plain,
//!   its anchor is in the root as the flag is set, so that whoever takes the last anchor later sees
//!   the flag. If it is sharded, the flag was there.
//! - *The plain path adds without looking*, Relaxed, where it read no flag. Its source is plain then:
//!   the owner of a sharded one would have read the flag. So the source's anchor is in the root: the
//!   sum is not raised from none, and there is no closer.
//! - *An anchor is brought after the handle was added*, in between the shard has no anchor. The
//!   source is alive all the time. If that is plain, or its shard has an anchor or is parked, the text
//!   lives, or the closer sees it. If its shard waits for an anchor itself, then for that of an
//!   addition that is older and not finished, whose own source is alive; the oldest of them all has a
//!   source that waits for none.
//! - *Parking against closing.* The parker changes the shard, then the root; the closer changes the
//!   root, then looks at the shard. If the parker's change of the root is first, the closer has read
//!   it, and so sees the shard parked. If the closer's is first, the parker finds `closing` in the
//!   value that it is about to replace, and does not leave the shard parked; or it finds that the closer
//!   is done, and then has every right to park. All hangs on the order of the one root: hence no
//!   `SeqCst`.
//! - *A late closer.* Who took the last anchor has yet to become the closer. Meanwhile a handle of a
//!   parked shard may bring an anchor for another shard, and take it again: a second last one. The
//!   change that brings it, which raises the sum from none, sets `pending`: so the second knows of
//!   the first, and leaves the work, and the memory, to it.
//! - *Adding to a shard acquires and releases*, though the source is alive all the time. Were it
//!   Relaxed, two threads that each make a handle from one that the other made might both be told that
//!   their shard was not empty before either addition (a load-buffering cycle, which the memory model
//!   allows): then neither would bring an anchor. Loom does not explore that, so no model fails
//!   without it.
//!
//! After SNZI (Ellen, Lev, Luchangco, Moir: "SNZI: Scalable `NonZero` Indicators", PODC 2007), which
//! neither parks nor begins as one word.
//!
//! Under `--cfg loom` the models of `models.rs` run the interleavings; `.ci/loom` calls them. The
//! count's own memory is among what they watch, and each mutation that is seeded in this folder makes
//! one of them fail.
#![allow(unsafe_code)]

mod close;
mod collide;
#[cfg(all(loom, test))]
mod models;
mod seat;
mod shard;

use core::ptr;
#[cfg(not(all(loom, test)))]
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

pub(super) use seat::Seat;
use shard::{ONE, Shard, Shards};

/// One anchor in the root; what is below are flags.
const ANCHOR: usize = 8;
/// There are shards: a flag, and the sign, so that one test sees it. The sign alone is reached by
/// counting.
const SHARDED: usize = SIGN | 4;
const SIGN: usize = 1 << (usize::BITS - 1);
/// A closer is at work: no shard may be parked.
const CLOSING: usize = 1;
/// Anchors came back after the last was taken: who took it is still to become the closer.
const PENDING: usize = 2;

/// Whether a seeded mutation is on. In all builds but those of the models nothing is.
macro_rules! mutated {
    ($count:expr, $mutation:ident) => {
        $crate::mutated::mutated!($count, shared::count::models::Mutation::$mutation)
    };
}
use mutated;

/// Where a handle is counted, and so where it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// In the root.
    Plain,
    /// In the shard of this seat.
    At(Seat),
}

/// The count.
pub(super) struct Count {
    root: AtomicUsize,
    shards: AtomicPtr<Shard>,
    /// Stands for the count's memory where loom is to see who uses and who frees it.
    #[cfg(all(loom, test))]
    memory: loom::cell::UnsafeCell<()>,
    #[cfg(all(loom, test))]
    mutation: Option<models::Mutation>,
}

const _: () = assert!(cfg!(loom) || size_of::<Count>() == 2 * size_of::<usize>());

impl Count {
    /// The count of one plain handle.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            root: AtomicUsize::new(ANCHOR),
            shards: AtomicPtr::new(ptr::null_mut()),
            #[cfg(all(loom, test))]
            memory: loom::cell::UnsafeCell::new(()),
            #[cfg(all(loom, test))]
            mutation: None,
        }
    }

    /// Counts one more handle.
    ///
    /// The caller has one, as those do that call any other method.
    ///
    /// PERF: the root is read before and after it is added to, rather than by the addition itself,
    /// whose result nobody looks at. That tells a sharded text with no second cache line, and shows
    /// for next to nothing that another thread was there meanwhile.
    #[inline]
    pub(super) fn join(&self, seat: impl FnOnce() -> Seat) -> Counted {
        let seen = self.root().load(Ordering::Acquire);
        if seen.cast_signed() < 0 {
            return Counted::At(self.join_shard(seat()));
        }
        self.root().fetch_add(ANCHOR, Ordering::Relaxed);
        if self.root().load(Ordering::Relaxed) != seen + ANCHOR {
            self.collided();
        }
        Counted::Plain
    }

    #[inline]
    fn join_shard(&self, seat: Seat) -> Seat {
        let before = self.shards().at(seat).fetch_add(ONE, Ordering::AcqRel);
        // None, or more than half of all numbers.
        if before.cast_signed() <= 0 {
            self.joined_first(before);
        }
        seat
    }

    /// Gives up a handle that is counted there; says whether it was the last of all.
    #[inline]
    #[must_use]
    pub(super) fn leave(&self, counted: Counted) -> bool {
        match counted {
            Counted::Plain => {
                let before = self.root().fetch_sub(ANCHOR, self.releasing());
                // Nothing is left, or the sign is set, by the flag or by counting.
                before.wrapping_sub(ANCHOR).cast_signed() <= 0 && self.took_anchor(before)
            }
            Counted::At(seat) => {
                let shard = self.own_shards().at(seat);
                let before = shard.fetch_sub(ONE, self.releasing());
                before == ONE && self.left_empty(shard)
            }
        }
    }

    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "see `mutated!`")
    )]
    fn releasing(&self) -> Ordering {
        if mutated!(self, RelaxedDrop) {
            Ordering::Relaxed
        } else {
            Ordering::Release
        }
    }

    /// Whether handles are counted in shards from now on.
    #[inline]
    pub(super) fn is_sharded(&self) -> bool {
        self.root().load(Ordering::Relaxed) & SHARDED == SHARDED
    }

    /// What the shards ask of the allocator.
    pub(super) fn heap_size(&self) -> usize {
        if self.is_sharded() {
            Shards::bytes()
        } else {
            0
        }
    }

    #[inline]
    fn root(&self) -> &AtomicUsize {
        self.touch();
        &self.root
    }

    /// The shards of a count whose root was seen to have the flag, or the sign at least.
    #[inline]
    fn shards(&self) -> Shards<'_> {
        self.touch();
        let shards = self.shards.load(Ordering::Relaxed);
        if shards.is_null() {
            // It is not the flag: the root was counted up to the sign.
            too_many();
        }
        // SAFETY: they are there, and are freed with the count. What was written to them is ordered
        // before the flag, which the caller read.
        unsafe { Shards::from_ptr(shards) }
    }

    /// The shards that the caller has a handle in.
    #[inline]
    fn own_shards(&self) -> Shards<'_> {
        self.touch();
        let shards = self.shards.load(Ordering::Relaxed);
        debug_assert!(!shards.is_null());
        // SAFETY: as above. Who made the handle read the flag, and something ordered that before the
        // caller has it.
        unsafe { Shards::from_ptr(shards) }
    }

    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "loom's alone")
    )]
    fn touch(&self) {
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
            // SAFETY: `shard_now` put them there, and nobody else uses the count any more.
            unsafe { Shards::free(shards) };
        }
    }
}

/// The end of a program that has more handles than can be counted. Half of all numbers are left for
/// threads that come by before one ends it.
#[cold]
fn too_many() -> ! {
    crate::abort::abort("a SharedStr has too many clones")
}

#[cfg(all(test, feature = "std", not(any(loom, miri))))]
mod tests {
    use std::env;
    use std::process::Command;
    use std::string::String;

    use super::*;
    use crate::SharedStr;

    /// Set for a program that is to count up to a limit, and says which.
    const LIMIT: &str = "STRING_KIT_TOO_MANY_CLONES";

    fn shared() -> (SharedStr, &'static Count) {
        let text = SharedStr::from("longer than fifteen bytes");
        // SAFETY: the program ends before the text does.
        let count = unsafe { &*ptr::from_ref(text.packed.block().unwrap().count()) };
        (text, count)
    }

    /// In a program of its own, which the test starts: this one, with a variable set.
    #[track_caller]
    fn ends_the_program(test: &str, up_to_the_limit: fn()) {
        if env::var_os(LIMIT).is_some() {
            up_to_the_limit();
            return;
        }
        let child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                &std::format!("shared::count::tests::{test}"),
                "--nocapture",
            ])
            .env(LIMIT, "1")
            .output()
            .unwrap();
        assert!(!child.status.success());
        let said = String::from_utf8_lossy(&child.stderr).into_owned();
        assert!(
            said.contains("a SharedStr has too many clones: aborting"),
            "{said}"
        );
    }

    #[test]
    fn too_many_plain_clones() {
        ends_the_program("too_many_plain_clones", || {
            let (text, count) = shared();
            count.root.store(SIGN - 2 * ANCHOR, Ordering::Relaxed);
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }

    #[test]
    fn too_many_plain_clones_for_shards() {
        ends_the_program("too_many_plain_clones_for_shards", || {
            let (text, count) = shared();
            count.root.store(SIGN - ANCHOR, Ordering::Relaxed);
            assert!(text.shard_now());
        });
    }

    /// Shards came while others counted up to the sign.
    #[test]
    fn too_many_plain_clones_as_shards_come() {
        ends_the_program("too_many_plain_clones_as_shards_come", || {
            let (text, count) = shared();
            count.shards.store(Shards::allocate(), Ordering::Relaxed);
            count.root.store(SIGN + ANCHOR, Ordering::Relaxed);
            drop(text);
        });
    }

    #[test]
    fn too_many_clones_as_shards_come() {
        ends_the_program("too_many_clones_as_shards_come", || {
            let (text, count) = shared();
            count.shards.store(Shards::allocate(), Ordering::Relaxed);
            count.root.store(SIGN + ANCHOR, Ordering::Relaxed);
            core::mem::forget(text.clone());
        });
    }

    #[test]
    fn too_many_clones_in_a_shard() {
        ends_the_program("too_many_clones_in_a_shard", || {
            let (text, count) = shared();
            assert!(text.shard_now());
            for shard in count.shards().iter() {
                shard.store(usize::MAX / 2 - 1, Ordering::Relaxed);
            }
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }
}
