//! Loom's models of threads that clone and drop, and mutations of the protocol. Each mutation must
//! make a model fail.
//!
//! A model has two or three threads and two shards. Loom runs it in every interleaving with up to
//! four preemptions. The count's memory and the text are each a cell that loom watches: an access
//! to either fails the model if it comes after the free, or is not ordered before it.
#![allow(unsafe_code)]

use std::boxed::Box;
use std::sync::atomic::{AtomicUsize, Ordering};

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use string_kit_testkit::models::together;

use super::ordering::{MUTATION, Mutation};
use super::shard_index::ShardIndex;
use super::state::{Count, CountedIn, SHARDED};

/// A count, and a text that is 7 while it lives.
struct Shared {
    count: Count,
    text: UnsafeCell<u32>,
    frees: AtomicUsize,
}

// SAFETY: a `Shared` has no data that belongs to one thread, and loom reports each access to the
// text that is not ordered with the others.
unsafe impl Send for Shared {}
// SAFETY: the count is atomic; loom runs one thread at a time, and reports each access to the text
// that is not ordered with the others.
unsafe impl Sync for Shared {}

type First = Handle;

/// A handle, and the place that counts it.
struct Handle {
    shared: Arc<Shared>,
    counted_in: CountedIn,
}

impl Handle {
    fn new() -> Self {
        let shared = Shared {
            count: Count::new(),
            text: UnsafeCell::new(7),
            frees: AtomicUsize::new(0),
        };
        Self {
            shared: Arc::new(shared),
            counted_in: CountedIn::Root,
        }
    }

    fn with_shards(self) -> Self {
        let count = &self.shared.count;
        if MUTATION.get() == Some(&Mutation::FlagBeforeShards) {
            count
                .root()
                .fetch_or(SHARDED, loom::sync::atomic::Ordering::AcqRel);
        }
        assert!(count.add_shards());
        self
    }

    fn read(&self) {
        // SAFETY: the pointer is that of a live cell, aligned and initialised; loom fails the model
        // if another thread writes meanwhile.
        self.shared
            .text
            .with(|text| assert_eq!(unsafe { *text }, 7));
    }

    fn clone_in(&self, shard: usize) -> Self {
        Self {
            shared: self.shared.clone(),
            counted_in: self.shared.count.increment(|| ShardIndex::new(shard)),
        }
    }

    /// Clones the handle into a shard, and drops the source.
    fn moved_to(self, shard: usize) -> Self {
        let clone = self.clone_in(shard);
        self.drop();
        clone.read();
        clone
    }

    fn moved_there_and_back(self) -> Self {
        self.moved_to(1).moved_to(0)
    }

    fn read_and_drop(self) {
        self.read();
        self.drop();
    }

    fn is_unique(&self) -> bool {
        self.shared.count.is_unique(self.counted_in)
    }

    fn drop(self) {
        let count = &self.shared.count;
        let before = count.decrement(self.counted_in);
        if before.is_some_and(|before| {
            Count::was_last_of_place(self.counted_in, before)
                && count.is_last(self.counted_in, before)
        }) {
            count.memory.with_mut(|_| ());
            // SAFETY: the pointer is that of a live cell, aligned; loom fails the model if another
            // thread reads or writes meanwhile.
            self.shared.text.with_mut(|text| unsafe { *text = 0 });
            self.shared.frees.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Runs a model in all its interleavings, and asserts that each of them frees the text once.
fn explore(model: fn(Handle), mutation: Option<Mutation>) {
    if let Some(mutation) = mutation {
        MUTATION.set(mutation).unwrap();
    }
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.max_branches = 10_000;
    builder.check(move || {
        let first = Handle::new();
        let shared = first.shared.clone();
        model(first);
        let frees = shared.frees.load(Ordering::Relaxed);
        assert_eq!(frees, 1, "the text is to be freed once");
    });
}

const TWO: &str = "another handle lives";

/// Parts of the messages of a failed model: an access that is not ordered, or comes after the free;
/// a text that is freed twice or never; a flag without shards.
const REASONS: [&str; 3] = ["Causality violation", "freed once", "!shards.is_null()"];

string_kit_testkit::models! {
    /// Two threads drop handles of a text without shards, as of an `Arc`.
    no_shards(first) {
        let second = first.clone_in(0);
        together([
            Box::new(move || second.read_and_drop()),
            Box::new(move || first.read_and_drop()),
        ]);
    } fails: [RelaxedDrop, FreesWithoutAcquire];

    /// A thread adds shards while another drops a handle that is counted in the root.
    one_thread_adds_shards(first) {
        let second = first.clone_in(0);
        together([
            Box::new(move || second.with_shards().moved_to(1).drop()),
            Box::new(move || first.read_and_drop()),
        ]);
    } fails: [RelaxedDrop];

    /// Two threads add shards at the same time, and clone.
    two_threads_add_shards(first) {
        let second = first.clone_in(0);
        together([
            Box::new(move || {
                let second = second.with_shards();
                second.clone_in(1).drop();
                second.drop();
            }),
            Box::new(move || {
                let first = first.with_shards();
                first.clone_in(0).drop();
                first.drop();
            }),
        ]);
    } fails: [RelaxedShardsLoad];

    /// A thread clones, and may see the flag, while another adds shards.
    a_clone_sees_the_flag(first) {
        let second = first.clone_in(0);
        together([
            Box::new(move || second.with_shards().drop()),
            Box::new(move || first.moved_to(0).drop()),
        ]);
    } fails: [FlagBeforeShards];

    /// A detached shard gets handles as another thread takes the last root reference.
    detached_shard_during_scan(first) {
        let first = first.with_shards();
        let second = first.clone_in(1);
        first.clone_in(0).drop();
        together([
            Box::new(move || second.moved_to(0).drop()),
            Box::new(move || first.drop()),
        ]);
    } fails: [RelaxedDrop];

    /// A thread clones its handle into the other detached shard and drops the source, then does the
    /// same back into the first, as the last root reference is taken.
    handle_moves_between_detached_shards(first) {
        let first = first.with_shards();
        first.clone_in(0).drop();
        first.clone_in(1).drop();
        let second = first.clone_in(0);
        together([
            Box::new(move || second.moved_there_and_back().drop()),
            Box::new(move || first.drop()),
        ]);
    } fails: [AttachesWithoutAcquire];

    /// The last root reference is taken. The owner of a handle in a detached shard adds another one
    /// before the scan begins, and takes it again.
    late_scan(first) {
        let first = first.with_shards();
        first.clone_in(0).drop();
        let second = first.clone_in(0);
        let third = first.clone_in(1);
        together([
            Box::new(move || {
                second.clone_in(1).drop();
                second.read_and_drop();
            }),
            Box::new(move || third.drop()),
            Box::new(move || first.drop()),
        ]);
    };

    /// Three threads, each in a shard that another one uses.
    three_threads(first) {
        let first = first.with_shards();
        first.clone_in(0).drop();
        let (second, third) = (first.clone_in(0), first.clone_in(1));
        together([
            Box::new(move || second.moved_to(1).drop()),
            Box::new(move || third.read_and_drop()),
            Box::new(move || first.drop()),
        ]);
    };

    /// Two threads count in one shard, which loses its last handle and gets handles again.
    two_threads_in_one_shard(first) {
        let first = first.with_shards();
        let second = first.clone_in(1);
        together([
            Box::new(move || {
                second.clone_in(0).drop();
                second.read_and_drop();
            }),
            Box::new(move || { first.clone_in(0).drop(); first.drop(); }),
        ]);
    };

    /// Each thread drops a handle that the other one made.
    each_drops_a_handle_of_the_other(first) {
        let first = first.with_shards();
        let (second, third) = (first.clone_in(0), first.clone_in(1));
        together([
            Box::new(move || second.read_and_drop()),
            Box::new(move || { third.read_and_drop(); first.drop(); }),
        ]);
    } fails: [RelaxedDrop];

    /// A handle moves between detached shards while the owner of another asks if it has the only
    /// one.
    asks_as_a_handle_moves(first) {
        let first = first.with_shards();
        first.clone_in(0).drop();
        first.clone_in(1).drop();
        let second = first.clone_in(0);
        let kept = std::sync::Arc::new(std::sync::Mutex::new(None));
        let keep = kept.clone();
        together([
            Box::new(move || *keep.lock().unwrap() = Some(second.moved_there_and_back())),
            Box::new(move || { assert!(!first.is_unique(), "{TWO}"); first.drop(); }),
        ]);
        kept.lock().unwrap().take().unwrap().drop();
    };

    /// The last other handle is dropped while the owner of one asks if it has the only one.
    asks_as_the_other_handle_is_dropped(first) {
        let first = first.with_shards();
        first.clone_in(1).drop();
        let second = first.clone_in(1);
        let third = second.clone_in(0);
        assert!(!first.is_unique() && !third.is_unique(), "{TWO}");
        together([
            Box::new(move || {
                if first.is_unique() {
                    assert!(first.is_unique(), "the only handle stays the only one");
                }
                first.read_and_drop();
            }),
            Box::new(move || { third.drop(); second.drop(); }),
        ]);
    };

    /// An owner asks if it has the only handle of a text without shards, and then writes: after the
    /// reads of the other one.
    asks_without_shards(first) {
        let second = first.clone_in(0);
        together([
            Box::new(move || second.read_and_drop()),
            Box::new(move || {
                if first.is_unique() {
                    // SAFETY: the pointer is that of a live cell, aligned; loom fails the model if
                    // another thread reads meanwhile.
                    first.shared.text.with_mut(|text| unsafe { *text = 7 });
                }
                first.drop();
            }),
        ]);
    } fails: [RelaxedDrop];
}
