//! Clone and drop of a handle: the hot path of the count.
#![cfg_attr(test, allow(unsafe_code))]

use super::ordering;
use super::scan::is_last_root_ref;
use super::shard::{HANDLE, Ordering};
use super::shard_index::ShardIndex;
use super::state::{Count, CountedIn, ROOT_REF};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shared) enum RootStep {
    Added,
    /// It added the handle, and another thread changed the root meanwhile.
    AddedContended,
    /// It added nothing: the text has shards, or too many clones set the sign.
    IsSharded,
}

impl Count {
    /// Adds a handle to the root if the text has no shards. The caller must have a handle, as must
    /// the callers of all other methods.
    ///
    /// PERF: the first read tells if the text has shards, without a second cache line; the addition
    /// then shows at no cost that another thread changed the root meanwhile. A second read after
    /// the addition made a clone and its drop take 1.22 times those of an `Arc`.
    #[inline]
    pub(in crate::shared) fn increment_root(&self) -> RootStep {
        let seen = self.root().load(Ordering::Acquire);
        if seen.cast_signed() < 0 {
            RootStep::IsSharded
        } else if self.root().fetch_add(ROOT_REF, Ordering::Relaxed) == seen {
            RootStep::Added
        } else {
            RootStep::AddedContended
        }
    }

    /// Adds a handle, and returns the place that counts it: `thread_shard` if the text has shards.
    pub(in crate::shared) fn increment(
        &self,
        thread_shard: impl FnOnce() -> ShardIndex,
    ) -> CountedIn {
        match self.increment_root() {
            RootStep::Added => CountedIn::Root,
            RootStep::AddedContended => {
                self.contended();
                CountedIn::Root
            }
            RootStep::IsSharded => CountedIn::Shard(self.increment_shard(thread_shard())),
        }
    }

    /// Adds a handle to a shard, and a root reference if it needs one.
    fn increment_shard(&self, index: ShardIndex) -> ShardIndex {
        let root = self.root().load(Ordering::Acquire);
        let before = self
            .shards(root)
            .at(index)
            .fetch_add(HANDLE, Ordering::AcqRel);
        // The shard was attached and had no handles, or its count passed half of the range.
        if before.cast_signed() <= 0 {
            self.add_root_ref_of_shard(before);
        }
        index
    }

    /// Takes a handle from the place that counts it. Returns `None` if handles are left, and other
    /// threads may then free the count. Else returns the value before, with which the caller must
    /// call [`was_last_of_place`](Self::was_last_of_place).
    #[inline]
    #[must_use]
    pub(in crate::shared) fn decrement(&self, counted_in: CountedIn) -> Option<usize> {
        match counted_in {
            CountedIn::Root => {
                let before = self.root().fetch_sub(ROOT_REF, ordering::drop_handle());
                // PERF: of a text without shards no reference is left; one with shards, whose sign
                // is set, takes the slow path.
                (before.cast_signed() <= ROOT_REF.cast_signed()).then_some(before)
            }
            CountedIn::Shard(index) => {
                let before = self
                    .own_shards()
                    .at(index)
                    .fetch_sub(HANDLE, ordering::drop_handle());
                (before == HANDLE).then_some(before)
            }
        }
    }

    /// Returns `false` if handles are left, after [`decrement`](Self::decrement) returned `before`:
    /// other threads may then free the count. Else the caller must call [`is_last`](Self::is_last),
    /// and the count lives until that returns.
    #[inline]
    pub(in crate::shared) fn was_last_of_place(counted_in: CountedIn, before: usize) -> bool {
        counted_in != CountedIn::Root || is_last_root_ref(before)
    }

    /// Returns `true` if the handle that [`decrement`](Self::decrement) took from the root was the
    /// only one of a text that never had shards.
    #[inline]
    pub(in crate::shared) fn was_only_handle(before: usize) -> bool {
        before == ROOT_REF
    }

    /// Acquires what the drops of all handles released. Returns `true` if there are no shards.
    /// [`was_only_handle`](Self::was_only_handle) must have returned `true`.
    #[inline]
    pub(in crate::shared) fn acquire_without_shards(&self) -> bool {
        self.root().load(ordering::free());
        self.shards.load(Ordering::Relaxed).is_null()
    }

    /// Returns `true` if no handle is left, after
    /// [`was_last_of_place`](Self::was_last_of_place) returned `true`.
    #[inline]
    pub(in crate::shared) fn is_last(&self, counted_in: CountedIn, before: usize) -> bool {
        match counted_in {
            CountedIn::Root => self.took_last_root_ref(before),
            CountedIn::Shard(index) => self.detach(self.own_shards().at(index)),
        }
    }
}

#[cfg(all(test, feature = "std", not(any(loom, miri))))]
mod tests {
    use core::{mem, ptr};

    use super::*;
    use crate::SharedStr;
    use crate::shared::count::shard::Shards;
    use crate::shared::count::state::{SHARDED, SIGN};

    fn text_and_count() -> (SharedStr, &'static Count) {
        let text = SharedStr::from("longer than fifteen bytes");
        // SAFETY: the pointer comes from a reference, so that it is aligned and points to a valid
        // count; no test uses the count after it dropped the text, and nobody has a `&mut` to it.
        let count = unsafe { &*ptr::from_ref(text.packed.block().unwrap().count()) };
        (text, count)
    }

    /// Returns a text with shards but no flag yet, whose other handles count up to the sign.
    fn text_with_sign() -> SharedStr {
        let (text, count) = text_and_count();
        count.shards.store(Shards::allocate(), Ordering::Relaxed);
        count.root.store(SIGN + ROOT_REF, Ordering::Relaxed);
        text
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn too_many_clones_abort() {
        let in_root = || {
            let (text, count) = text_and_count();
            count.root.store(SIGN - 2 * ROOT_REF, Ordering::Relaxed);
            (0..4).for_each(|_| mem::forget(text.clone()));
        };
        let as_shards_are_added = || {
            let (text, count) = text_and_count();
            count.root.store(SIGN - ROOT_REF, Ordering::Relaxed);
            assert!(text.add_shards());
        };
        let in_shard = || {
            let (text, count) = text_and_count();
            assert!(text.add_shards());
            for shard in count.shards(SHARDED).iter() {
                shard.store(usize::MAX / 2 - 1, Ordering::Relaxed);
            }
            (0..4).for_each(|_| mem::forget(text.clone()));
        };
        string_kit_testkit::aborts::assert_aborts(
            "shared::count::handles::tests::too_many_clones_abort",
            "a SharedStr has too many clones: aborting",
            &[
                in_root,
                as_shards_are_added,
                in_shard,
                || mem::forget(text_with_sign().clone()),
                || drop(text_with_sign()),
            ],
        );
    }
}
