//! The interleavings of threads that clone and drop, and mutations that must not survive them.
//!
//! Two or three threads, two shards; a model is run with every way in which threads can be stopped in
//! favour of another up to four times. The count's memory and the text are each a cell that loom
//! watches: whoever uses either after the free, or without an order between the two, fails the model.

use std::boxed::Box;
use std::sync::atomic::{AtomicUsize, Ordering};

use loom::cell::UnsafeCell;
use loom::sync::Arc;

use super::{Count, Counted, Seat};
use crate::models::{models, together};

/// A change of the protocol that makes it wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutation {
    /// A drop that does not release.
    RelaxedDrop,
    /// A free that does not acquire.
    NoAcquire,
    /// Parking with no regard to a closer.
    ParksWhileClosing,
    /// No word to who took the last anchor that there are anchors again.
    NoPending,
    /// An anchor that is not given back where parking failed.
    KeepsAnchor,
    /// A closer that ends the parking of a shard with handles, and gives it no anchor.
    NoAnchorForUnparked,
    /// The first handle of a shard that brings no anchor.
    NoAnchorForFirst,
    /// An end of parking that does not acquire what the shard's drops released.
    UnparksUnseeing,
    /// The word that there are anchors again, left standing when it was heard.
    KeepsPending,
    /// A flag that is set before there are shards.
    FlagBeforeShards,
    /// A flag that is set by who sees another thread's pointer, and not what it points to.
    SeesPointerAlone,
}

/// What is shared: a count, and a text that is 7 while it lives.
struct Shared {
    count: Count,
    text: UnsafeCell<u32>,
    frees: AtomicUsize,
}

// SAFETY: loom looks how the text is used, and runs one thread at a time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// A handle, whose clone and drop say where they are counted.
struct Handle {
    shared: Arc<Shared>,
    counted: Counted,
}

impl Handle {
    fn first(mutation: Option<Mutation>) -> Self {
        let mut count = Count::new();
        count.mutation = mutation;
        let shared = Shared {
            count,
            text: UnsafeCell::new(7),
            frees: AtomicUsize::new(0),
        };
        Self {
            shared: Arc::new(shared),
            counted: Counted::Plain,
        }
    }

    fn sharded(self) -> Self {
        assert!(self.shared.count.shard_now());
        self
    }

    fn read(&self) {
        // SAFETY: loom looks whether anyone writes meanwhile.
        self.shared
            .text
            .with(|text| assert_eq!(unsafe { *text }, 7));
    }

    fn clone_at(&self, seat: usize) -> Self {
        Self {
            shared: self.shared.clone(),
            counted: self.shared.count.join(|| Seat::of(seat)),
        }
    }

    fn drop(self) {
        let count = &self.shared.count;
        if count.leave(self.counted) {
            count.memory.with_mut(|_| ());
            // SAFETY: loom looks whether anyone reads meanwhile.
            self.shared.text.with_mut(|text| unsafe { *text = 0 });
            self.shared.frees.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What a model begins with.
type First = Handle;

/// Runs a model in all its interleavings, and looks whether the text is freed once in each.
fn explore(model: fn(First), mutation: Option<Mutation>) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.max_branches = 10_000;
    builder.check(move || {
        let first = Handle::first(mutation);
        let shared = first.shared.clone();
        model(first);
        let frees = shared.frees.load(Ordering::Relaxed);
        assert_eq!(frees, 1, "the text is to be freed once");
    });
}

/// How a model fails: used with no order, or after the free; not freed, or twice; with no shards behind
/// the flag.
const REASONS: [&str; 3] = ["Causality violation", "freed once", "too many clones"];

models! {
    /// As with `Arc`.
    plain(first) {
        let second = first.clone_at(0);
        together([
            Box::new(move || { second.read(); second.drop(); }),
            Box::new(move || { first.read(); first.drop(); }),
        ]);
    } fails: [RelaxedDrop, NoAcquire];

    /// Shards come while another thread drops its plain handle.
    shards_come(first) {
        let second = first.clone_at(0);
        together([
            Box::new(move || {
                let second = second.sharded();
                let third = second.clone_at(1);
                second.drop();
                third.read();
                third.drop();
            }),
            Box::new(move || { first.read(); first.drop(); }),
        ]);
    } fails: [RelaxedDrop];

    /// Two threads bring shards at once, and clone.
    shards_come_twice(first) {
        let second = first.clone_at(0);
        together([
            Box::new(move || {
                let second = second.sharded();
                second.clone_at(1).drop();
                second.drop();
            }),
            Box::new(move || {
                let first = first.sharded();
                first.clone_at(0).drop();
                first.drop();
            }),
        ]);
    } fails: [SeesPointerAlone];

    /// A thread clones, which may see the flag, while another brings shards.
    a_clone_sees_the_flag(first) {
        let second = first.clone_at(0);
        together([
            Box::new(move || { second.sharded().drop(); }),
            Box::new(move || {
                let third = first.clone_at(0);
                first.drop();
                third.read();
                third.drop();
            }),
        ]);
    } fails: [FlagBeforeShards];

    /// One thread's shard is parked; it counts again as the other takes the anchor away.
    parked_and_closed(first) {
        let first = first.sharded();
        let second = first.clone_at(1);
        first.clone_at(0).drop();
        together([
            Box::new(move || {
                let third = second.clone_at(0);
                second.drop();
                third.read();
                third.drop();
            }),
            Box::new(move || first.drop()),
        ]);
    } fails: [RelaxedDrop];

    /// A handle goes from one parked shard to the other, and back, as the last anchor goes.
    hops(first) {
        let first = first.sharded();
        first.clone_at(0).drop();
        first.clone_at(1).drop();
        let second = first.clone_at(0);
        together([
            Box::new(move || {
                let third = second.clone_at(1);
                second.drop();
                third.read();
                let fourth = third.clone_at(0);
                third.drop();
                fourth.read();
                fourth.drop();
            }),
            Box::new(move || first.drop()),
        ]);
    } fails: [ParksWhileClosing, NoAnchorForUnparked, UnparksUnseeing];

    /// The last anchor is taken, comes again by a parked handle, and is taken again.
    a_late_closer(first) {
        let first = first.sharded();
        first.clone_at(0).drop();
        let second = first.clone_at(0);
        let third = first.clone_at(1);
        together([
            Box::new(move || {
                second.clone_at(1).drop();
                second.read();
                second.drop();
            }),
            Box::new(move || third.drop()),
            Box::new(move || first.drop()),
        ]);
    } fails: [NoPending, KeepsPending];

    /// Three threads, each at a shard that another one uses.
    three(first) {
        let first = first.sharded();
        first.clone_at(0).drop();
        let (second, third) = (first.clone_at(0), first.clone_at(1));
        together([
            Box::new(move || {
                let fourth = second.clone_at(1);
                second.drop();
                fourth.read();
                fourth.drop();
            }),
            Box::new(move || { third.read(); third.drop(); }),
            Box::new(move || first.drop()),
        ]);
    };

    /// Two threads count in one shard, which falls to none and counts again.
    one_shard(first) {
        let first = first.sharded();
        let second = first.clone_at(1);
        together([
            Box::new(move || {
                second.clone_at(0).drop();
                second.read();
                second.drop();
            }),
            Box::new(move || { first.clone_at(0).drop(); first.drop(); }),
        ]);
    } fails: [KeepsAnchor, NoAnchorForFirst];

    /// Each thread drops what the other one made.
    exchanged(first) {
        let first = first.sharded();
        let (second, third) = (first.clone_at(0), first.clone_at(1));
        together([
            Box::new(move || { second.read(); second.drop(); }),
            Box::new(move || { third.read(); third.drop(); first.drop(); }),
        ]);
    } fails: [RelaxedDrop];
}
