//! The reference count of a shared text: one word until threads contend for it, then a shard for
//! each thread as well.
//!
//! `docs/DESIGN.md` describes the steps of a clone, a drop and a scan, and says why no drop frees
//! the shards of a text that lives on.
//!
//! # The words
//!
//! ```text
//! root      | sign | root references | sharded | scan pending | scanning |
//!   bits      1      60                1         1              1            on 64-bit machines
//! shards    | pointer | --> | shard 0 | shard 1 | ... |     each on cache lines of its own
//!
//! a shard   2 n         attached: n handles, and one root reference for them; none if n = 0
//!           2 n + 1     detached: n handles, and no root reference
//! ```
//!
//! On 32-bit machines the root references have 28 bits.
//!
//! - A *handle* is counted in one place, the root or a shard, and knows the place.
//! - A *root reference* is one unit of the root's count. A handle that is counted in the root is
//!   one. An attached shard with handles holds one for all of them. A thread that scans holds one
//!   for itself.
//! - A shard is *attached* if it holds a root reference while it has handles. It is *detached* if
//!   it counts handles without one: other root references keep the text alive.
//! - A *scan* is a pass over all shards by the thread that took the last root reference. It finds
//!   the detached shards that have handles.
//!
//! With shards, each shard is in one of four states. An arrow changes the root only if its label
//! says so:
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
//! INVARIANT:
//! - While a handle lives, there is a root reference, or a thread that took the last one and has
//!   yet to look at every shard.
//! - An attached shard with a handle has a root reference. The exception is a shard whose first
//!   handle is still being made, by a thread that has another handle and is about to add the root
//!   reference.
//! - The thread that takes the last handle of an attached shard has the shard's root reference
//!   until it gives it back.
//!
//! # Why it is correct
//!
//! This section gives the reason for each memory ordering. Every change of the root and of a shard
//! is a read-modify-write. So all changes of one word have one order, and each release heads a
//! release sequence that goes on through all changes that follow it.
//!
//! - *Reads of the text happen before the free.* Each drop releases, on the root or a shard.
//!   - Drops in an attached shard: the last of them detaches the shard. Detaching acquires what all
//!     of them released; giving the root reference back then releases it on the root. If the thread
//!     cannot detach the shard, there are two reasons. Another thread detached it, and that change
//!     acquired as well. Or another handle was made, by an addition that acquired, and a release on
//!     the root added its root reference.
//!   - Drops in a detached shard: the scan acquires them when it attaches the shard. The scan's
//!     load of the shard acquires them too, and so does detaching: no model fails if one of these
//!     two acquires is missing.
//!   - Drops in the root: the scan reads the root, with Acquire, after all root references but its
//!     own were given back.
//! - *A thread that sees `sharded` sees the shards.* The pointer is stored before the flag is set.
//!   Setting the flag releases, and the flag is read with Acquire. A drop may read the pointer
//!   Relaxed: a handle that is counted in a shard was made by a thread that had read the flag, and
//!   whatever passed the handle to its owner ordered the two threads.
//! - *The flag is set before the last root reference is taken.* The thread that sets the flag has a
//!   handle. If the handle is counted in the root, its root reference exists while the flag is set,
//!   so that the thread that takes the last root reference later sees the flag. If the handle is
//!   counted in a shard, the flag was set before.
//! - *A clone that read no flag adds to the root Relaxed, and uses the result only to notice
//!   contention.* Its source is counted in the root: the owner of a handle counted in a shard would
//!   have read the flag. So the source's root reference exists: the addition does not raise the
//!   count from 0, and no thread scans.
//! - *A shard's root reference is added after its first handle.* Between the two additions, the
//!   shard has a handle and no root reference, but the source of the clone is alive. If the source
//!   is counted in the root, or in an attached shard that has its root reference, the text lives.
//!   If it is counted in a detached shard, the scan sees it. If it is counted in an attached shard
//!   that waits for its root reference too, the clone that made that shard's first handle is not
//!   finished, so that its own source is alive. Followed back, these clones begin with a source
//!   whose shard does not wait.
//! - *Detaching and a scan see each other.* Detaching changes the shard, then the root. A scan
//!   changes the root, then reads the shard. If the root change of detaching is first, the scanning
//!   thread has read it, and so sees the shard detached. If the root change of the scan is first,
//!   the detaching thread finds `scanning` in the value that it is about to replace, and does not
//!   leave the shard detached; or it finds that the scan is over, and may detach. All of this
//!   depends on the order of changes of one word, the root. So nothing needs `SeqCst`.
//! - *A late scan frees once.* A thread took the last root reference and has not begun its scan.
//!   Meanwhile the owner of a handle in a detached shard may add a root reference for another
//!   shard, and take it again: that is the last one for a second time. The change that added it
//!   raised the count from 0, and so set `scan pending`. The second thread sees this flag, and
//!   leaves the scan and the memory to the first.
//! - *The owner of a handle in the root may scan.* It asks if the handle is the only one. The
//!   handle's root reference lives as long as the call, so that no drop takes the last one and no
//!   other scan begins; the flag `scanning` keeps a second owner of the same handle out. Its last
//!   step reads the root while the flag is still set: then each shard is attached, and each one
//!   with handles has a root reference. Only a clone of this very handle, which another thread is
//!   making, may be missed.
//! - *An addition to a shard acquires and releases*, although its source is alive all the time.
//!   Suppose it were Relaxed, and two threads each cloned a handle that the other one made. Both
//!   additions might then report a shard that had handles already (a load-buffering cycle, which
//!   the memory model allows), and neither thread would add a root reference. Loom does not explore
//!   this, so no model fails with a weaker ordering.
//!
//! The design follows SNZI (Ellen, Lev, Luchangco, Moir: "SNZI: Scalable `NonZero` Indicators",
//! PODC 2007). SNZI neither detaches shards nor begins as one word.
//!
//! `.ci/loom` runs the models in `models.rs`. At least one of them fails with each weaker ordering
//! in `ordering.rs`, and with each fault that `.ci/mutants` plants.

mod contention;
mod handles;
#[cfg(all(loom, test))]
mod models;
mod ordering;
mod scan;
mod shard;
mod shard_index;
mod state;

pub(super) use handles::RootStep;
pub(crate) use shard_index::ShardIndex;
pub(super) use state::{Count, CountedIn};
