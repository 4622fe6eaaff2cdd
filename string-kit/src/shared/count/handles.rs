//! Clone and drop of a handle: the hot path of the count.
#![cfg_attr(test, allow(unsafe_code))]

use super::shard::{HANDLE, Ordering};
use super::shard_index::ShardIndex;
use super::state::{Count, CountedIn, ROOT_REF, mutation_enabled};

impl Count {
    /// Adds a handle to the count, and returns the place that counts it.
    ///
    /// `thread_shard` returns the shard of this thread; it is called only if the text has shards.
    /// The caller must have a handle, as must the callers of all other methods.
    ///
    /// PERF: the addition's result is not used; the root is read before and after it instead. The
    /// first read tells if the text has shards, without a second cache line. The second read shows,
    /// at almost no cost, that another thread changed the root meanwhile.
    #[inline]
    pub(in crate::shared) fn increment(
        &self,
        thread_shard: impl FnOnce() -> ShardIndex,
    ) -> CountedIn {
        let seen = self.root().load(Ordering::Acquire);
        if seen.cast_signed() < 0 {
            return CountedIn::Shard(self.increment_shard(seen, thread_shard()));
        }
        self.root().fetch_add(ROOT_REF, Ordering::Relaxed);
        if self.root().load(Ordering::Relaxed) != seen + ROOT_REF {
            self.contended();
        }
        CountedIn::Root
    }

    /// Adds a handle to a shard, and a root reference if the shard needs one. `root` is the root as the
    /// caller loaded it with Acquire.
    #[inline]
    fn increment_shard(&self, root: usize, index: ShardIndex) -> ShardIndex {
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

    /// Takes a handle from the place that counts it, and returns `true` if no handle is left.
    #[inline]
    #[must_use]
    pub(in crate::shared) fn decrement(&self, counted_in: CountedIn) -> bool {
        match counted_in {
            CountedIn::Root => {
                let before = self.root().fetch_sub(ROOT_REF, self.drop_ordering());
                // No root reference is left, or the sign is set: by the flag `SHARDED`, or by too
                // many clones.
                before.wrapping_sub(ROOT_REF).cast_signed() <= 0 && self.took_root_ref(before)
            }
            CountedIn::Shard(index) => {
                let shard = self.own_shards().at(index);
                let before = shard.fetch_sub(HANDLE, self.drop_ordering());
                before == HANDLE && self.detach(shard)
            }
        }
    }

    /// Returns the ordering of the subtraction in a drop: Release, except with `RelaxedDrop`.
    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "see `mutation_enabled!`")
    )]
    fn drop_ordering(&self) -> Ordering {
        if mutation_enabled!(self, RelaxedDrop) {
            Ordering::Relaxed
        } else {
            Ordering::Release
        }
    }
}

#[cfg(all(test, feature = "std", not(any(loom, miri))))]
mod tests {
    use core::ptr;
    use std::env;
    use std::process::Command;
    use std::string::String;

    use super::*;
    use crate::SharedStr;
    use crate::shared::count::shard::Shards;
    use crate::shared::count::state::{SHARDED, SIGN};

    /// The environment variable that is set for a child process that makes too many clones.
    const CHILD: &str = "STRING_KIT_TOO_MANY_CLONES";

    /// Returns a text and its count.
    fn text_and_count() -> (SharedStr, &'static Count) {
        let text = SharedStr::from("longer than fifteen bytes");
        // SAFETY: the pointer comes from a reference, so that it is aligned and points to a valid
        // count; no test uses the count after it dropped the text, and nobody has a `&mut` to it.
        let count = unsafe { &*ptr::from_ref(text.packed.block().unwrap().count()) };
        (text, count)
    }

    /// Asserts that `make_too_many_clones` aborts a child process, which runs this test again with
    /// an environment variable set.
    #[track_caller]
    fn assert_aborts(test: &str, make_too_many_clones: fn()) {
        if env::var_os(CHILD).is_some() {
            make_too_many_clones();
            return;
        }
        let child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                &std::format!("shared::count::handles::tests::{test}"),
                "--nocapture",
            ])
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(!child.status.success());
        let stderr = String::from_utf8_lossy(&child.stderr).into_owned();
        assert!(
            stderr.contains("a SharedStr has too many clones: aborting"),
            "{stderr}"
        );
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn too_many_clones_in_the_root_abort() {
        assert_aborts("too_many_clones_in_the_root_abort", || {
            let (text, count) = text_and_count();
            count.root.store(SIGN - 2 * ROOT_REF, Ordering::Relaxed);
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn adding_shards_after_too_many_clones_aborts() {
        assert_aborts("adding_shards_after_too_many_clones_aborts", || {
            let (text, count) = text_and_count();
            count.root.store(SIGN - ROOT_REF, Ordering::Relaxed);
            assert!(text.add_shards());
        });
    }

    /// One thread has stored shards and not set the flag yet; other threads count up to the sign.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn a_drop_aborts_if_too_many_clones_set_the_sign() {
        assert_aborts("a_drop_aborts_if_too_many_clones_set_the_sign", || {
            let (text, count) = text_and_count();
            count.shards.store(Shards::allocate(), Ordering::Relaxed);
            count.root.store(SIGN + ROOT_REF, Ordering::Relaxed);
            drop(text);
        });
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn a_clone_aborts_if_too_many_clones_set_the_sign() {
        assert_aborts("a_clone_aborts_if_too_many_clones_set_the_sign", || {
            let (text, count) = text_and_count();
            count.shards.store(Shards::allocate(), Ordering::Relaxed);
            count.root.store(SIGN + ROOT_REF, Ordering::Relaxed);
            core::mem::forget(text.clone());
        });
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts a process")]
    fn too_many_clones_in_a_shard_abort() {
        assert_aborts("too_many_clones_in_a_shard_abort", || {
            let (text, count) = text_and_count();
            assert!(text.add_shards());
            for shard in count.shards(SHARDED).iter() {
                shard.store(usize::MAX / 2 - 1, Ordering::Relaxed);
            }
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }
}
