//! The reference count of a shared text: one word until threads contend for it, then a shard for
//! each thread as well.
//!
//! # The words
//!
//! ```text
//! root      | sign | root references ......... | sharded | scan pending | scanning |
//!             1 bit  60 bits (28 of 32)          bit 2     bit 1          bit 0
//! shards    | pointer | --> | shard 0 | shard 1 | ... |     each on cache lines of its own
//!
//! a shard   2 n         attached: n handles, and one root reference for them; none if n = 0
//!           2 n + 1     detached: n handles, and no root reference
//! ```
//!
//! - A *handle* is counted in one place, the root or a shard, and knows which.
//! - A *root reference* is one unit of the root's count. A handle that is counted in the root is
//!   one. An attached shard with handles holds one for all of them. A thread that scans holds one
//!   for itself.
//! - A shard is *attached* if it holds a root reference while it has handles, and *detached* if it
//!   counts handles without one: other root references keep the text alive.
//! - A *scan* is one thread's look at every shard, after it took the last root reference: do
//!   detached shards have handles?
//! - The flags of the root: *sharded* (there are shards; it sets the sign too, so that one test
//!   sees it), *scanning* (a thread scans: no shard may become detached), *scan pending* (a thread
//!   took the last root reference and has yet to begin its scan, and root references came back
//!   meanwhile).
//!
//! # The steps
//!
//! Without shards it is an `Arc`. A clone adds a root reference, a drop takes one, and the drop
//! that takes the last frees. A clone that sees another thread change the root meanwhile may decide
//! to add shards (`contention.rs`).
//!
//! With shards, the states of one shard; only the arrows that say so change the root:
//!
//! ```text
//!                      clone: shard + 2, then root + 1
//!   attached, none  ------------------------------------>  attached, n handles
//!         0         <------------------------------------         2 n
//!      |     ^          drop of the last: shard - 2                ^
//!      |     |          (the thread then detaches)                 |
//!      |     |                                                     |
//!   detach:  scan:                                               scan:
//!   0 to 1,  1 to 0                                              root + 1,
//!   root - 1 |                                                   2 n + 1 to 2 n
//!      |     |                                                     |
//!      v     |                                                     |
//!   detached, none  <------------ clone, drop ----------->  detached, n handles
//!         1                (the root does not change)           2 n + 1
//! ```
//!
//! 1. *Clone*: adds a handle to the shard of the thread that runs. If the shard was attached with
//!    no handles, then adds a root reference for the shard.
//! 2. *Drop*: takes the handle from the shard that it is counted in, whichever thread drops it, or
//!    from the root. If it was the last of an attached shard, the thread has the shard's root
//!    reference, and *detaches* the shard: it changes the shard from 0 to 1, then gives the root
//!    reference back. If the shard is not 0 any more it stays as it is: its new handles brought
//!    their own root reference, and the thread gives this one back. If the root says *scanning*,
//!    the thread attaches the shard again before it gives the root reference back; and if that
//!    shard has handles by now, it keeps the root reference.
//! 3. *The last root reference*: with no shards, the thread that took it frees. With shards, it
//!    begins a scan: it sets *scanning* and adds a root reference of its own, if the root still
//!    counts none. If root references came back, it only clears *scan pending*, and whoever takes
//!    the last one later scans. If the thread finds *scan pending* as it takes the last root
//!    reference, another thread took the last one earlier and is about to scan: this thread does
//!    nothing.
//! 4. *Scan*: for each detached shard, it adds a root reference, and attaches the shard. If the
//!    shard has no handles, it takes that root reference back. If its own root reference is the
//!    only one in the end, it frees. Else it clears *scanning* and gives its own back: whoever
//!    takes the last one later scans again.
//!
//! Why shards detach: if each shard took a root reference with its first handle and gave it back
//! with its last, threads that make and drop one handle at a time would change the root twice for
//! each, which is worse than `Arc`. A detached shard goes on counting without the root.
//!
//! INVARIANT: while a handle lives there is a root reference, or a thread that took the last one
//! and has yet to look at every shard. An attached shard with a handle has a root reference, or one
//! of its handles is still being made, by a thread that has another handle and is about to add the
//! root reference. The thread that takes the last handle of an attached shard has its root
//! reference, until it gives it back.
//!
//! # Why it is correct
//!
//! The memory orderings, edge by edge. Every change of the root and of a shard is a
//! read-modify-write. So all changes of one word have one order, and each release heads a release
//! sequence that goes on through all changes that follow it.
//!
//! - *Reads of the text happen before the free.* Each drop releases, on the root or a shard. After
//!   the drops of an attached shard, the last one detaches it. That change acquires what all of
//!   them released; then the change of the root that gives the root reference back releases it. If
//!   the thread cannot detach the shard, another thread did, whose change acquired as well; or
//!   another handle was made, by an addition that acquired, and a release on the root brought its
//!   root reference. The drops of a detached shard are acquired by the scan as it attaches the
//!   shard. (Its load of the shard acquires them too, and detaching acquires: no model fails if
//!   either of the two does not.) And the scan has read the root, with Acquire, after the last root
//!   reference but its own was given back.
//! - *A thread that sees `sharded` sees the shards.* The pointer is stored before the flag is set,
//!   which releases; and the flag is read with Acquire. A thread that had read the flag made each
//!   handle that is counted in a shard, and the handle came to its owner by something that orders:
//!   its drop may read the pointer Relaxed.
//! - *The flag is set before the last root reference is taken.* The thread that sets the flag has a
//!   handle. If that is counted in the root, its root reference is there as the flag is set, so
//!   that whoever takes the last root reference later sees the flag. If it is counted in a shard,
//!   the flag was there.
//! - *A clone adds to the root without a look at the result*, Relaxed, where it read no flag. Its
//!   source is counted in the root then: the owner of a handle counted in a shard would have read
//!   the flag. So the source's root reference is there: the count does not rise from none, and no
//!   thread scans.
//! - *The root reference of a shard comes after its first handle*; between the two the shard has
//!   none. The source of the clone is alive all the time. If it is counted in the root, or its
//!   shard has a root reference or is detached, the text lives, or the scan sees it. If its shard
//!   waits for a root reference itself, then for that of an addition that is older and not
//!   finished, whose own source is alive; the oldest of them all has a source that waits for none.
//! - *Detach against scan.* To detach changes the shard, then the root; to scan changes the root,
//!   then looks at the shard. If the detaching change of the root is first, the scanning thread has
//!   read it, and so sees the shard detached. If the scan's is first, the detaching thread finds
//!   `scanning` in the value that it is about to replace, and does not leave the shard detached; or
//!   it finds that the scan is over, and then may detach. All depends on the order of the one root:
//!   hence no `SeqCst`.
//! - *A late scan.* A thread took the last root reference and has yet to begin its scan. Meanwhile
//!   a handle of a detached shard may add a root reference for another shard, and take it again: a
//!   second last one. The change that adds it, which raises the count from none, sets `scan
//!   pending`: so the second thread knows of the first, and leaves the scan, and the memory, to it.
//! - *An addition to a shard acquires and releases*, though the source is alive all the time.
//!   Suppose it were Relaxed, and two threads each made a handle from one that the other made: both
//!   might then be told that their shard was not empty before either addition (a load-buffering
//!   cycle, which the memory model allows), and neither would add a root reference. Loom does not
//!   explore that, so no model fails without it.
//!
//! After SNZI (Ellen, Lev, Luchangco, Moir: "SNZI: Scalable `NonZero` Indicators", PODC 2007),
//! which neither detaches nor begins as one word.
//!
//! Under `--cfg loom` the models of `models.rs` run the interleavings; `.ci/loom` calls them. The
//! models watch the count's own memory too, and each mutation that is seeded in this folder makes
//! one of them fail.
//!
//! # The files
//!
//! Each uses only files before it in this list: `shard_index.rs` (the shard of a thread),
//! `shard.rs` (a shard's word, and its memory), `state.rs` (the two words), `contention.rs` (when
//! shards are added), `scan.rs` (attach, detach, scan), `handles.rs` (clone and drop).

mod contention;
mod handles;
#[cfg(all(loom, test))]
mod models;
mod scan;
mod shard;
mod shard_index;
mod state;

pub(super) use shard_index::ShardIndex;
pub(super) use state::{Count, CountedIn};
