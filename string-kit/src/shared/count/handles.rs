//! Clone and drop of a handle: the two that every thread runs all the time.
#![cfg_attr(test, allow(unsafe_code))]

use super::shard::{HANDLE, Ordering};
use super::shard_index::ShardIndex;
use super::state::{Count, CountedIn, ROOT_REF, mutation_enabled};

impl Count {
    /// Counts one more handle, and returns where.
    ///
    /// The caller has a handle, as do the callers of all other methods.
    ///
    /// PERF: the root is read before and after it is added to, rather than by the addition itself,
    /// whose result is not used. The first read tells a sharded text with no second cache line; the
    /// second shows, for next to nothing, that another thread changed the root meanwhile.
    #[inline]
    pub(in crate::shared) fn increment(
        &self,
        thread_shard: impl FnOnce() -> ShardIndex,
    ) -> CountedIn {
        let seen = self.root().load(Ordering::Acquire);
        if seen.cast_signed() < 0 {
            return CountedIn::Shard(self.increment_shard(thread_shard()));
        }
        self.root().fetch_add(ROOT_REF, Ordering::Relaxed);
        if self.root().load(Ordering::Relaxed) != seen + ROOT_REF {
            self.contended();
        }
        CountedIn::Root
    }

    #[inline]
    fn increment_shard(&self, index: ShardIndex) -> ShardIndex {
        let before = self.shards().at(index).fetch_add(HANDLE, Ordering::AcqRel);
        // None and attached, or more than half of all numbers.
        if before.cast_signed() <= 0 {
            self.attach_first(before);
        }
        index
    }

    /// Counts one handle less where it was counted, and returns true if it was the last of all.
    #[inline]
    #[must_use]
    pub(in crate::shared) fn decrement(&self, counted_in: CountedIn) -> bool {
        match counted_in {
            CountedIn::Root => {
                let before = self.root().fetch_sub(ROOT_REF, self.releasing());
                // Nothing is left, or the sign is set, by the flag or by counting.
                before.wrapping_sub(ROOT_REF).cast_signed() <= 0 && self.took_root_ref(before)
            }
            CountedIn::Shard(index) => {
                let shard = self.own_shards().at(index);
                let before = shard.fetch_sub(HANDLE, self.releasing());
                before == HANDLE && self.detach(shard)
            }
        }
    }

    #[inline]
    #[cfg_attr(
        not(all(loom, test)),
        expect(clippy::unused_self, reason = "see `mutation_enabled!`")
    )]
    fn releasing(&self) -> Ordering {
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
    use crate::shared::count::state::SIGN;

    /// Set for a process that counts up to a limit.
    const LIMIT: &str = "STRING_KIT_TOO_MANY_CLONES";

    fn shared() -> (SharedStr, &'static Count) {
        let text = SharedStr::from("longer than fifteen bytes");
        // SAFETY: the pointer is from a reference, so aligned and to a valid count; the program
        // ends before the text is freed, and nobody has a `&mut` to it.
        let count = unsafe { &*ptr::from_ref(text.packed.block().unwrap().count()) };
        (text, count)
    }

    /// Runs `up_to_the_limit` in a process of its own: this program again, with a variable set.
    #[track_caller]
    fn assert_aborts(test: &str, up_to_the_limit: fn()) {
        if env::var_os(LIMIT).is_some() {
            up_to_the_limit();
            return;
        }
        let child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                &std::format!("shared::count::handles::tests::{test}"),
                "--nocapture",
            ])
            .env(LIMIT, "1")
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
    fn too_many_clones_in_the_root_abort() {
        assert_aborts("too_many_clones_in_the_root_abort", || {
            let (text, count) = shared();
            count.root.store(SIGN - 2 * ROOT_REF, Ordering::Relaxed);
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }

    #[test]
    fn shards_for_too_many_clones_abort() {
        assert_aborts("shards_for_too_many_clones_abort", || {
            let (text, count) = shared();
            count.root.store(SIGN - ROOT_REF, Ordering::Relaxed);
            assert!(text.shard_now());
        });
    }

    /// One thread adds shards while others count up to the sign.
    #[test]
    fn a_drop_after_too_many_clones_with_new_shards_aborts() {
        assert_aborts(
            "a_drop_after_too_many_clones_with_new_shards_aborts",
            || {
                let (text, count) = shared();
                count.shards.store(Shards::allocate(), Ordering::Relaxed);
                count.root.store(SIGN + ROOT_REF, Ordering::Relaxed);
                drop(text);
            },
        );
    }

    #[test]
    fn a_clone_after_too_many_clones_with_new_shards_aborts() {
        assert_aborts(
            "a_clone_after_too_many_clones_with_new_shards_aborts",
            || {
                let (text, count) = shared();
                count.shards.store(Shards::allocate(), Ordering::Relaxed);
                count.root.store(SIGN + ROOT_REF, Ordering::Relaxed);
                core::mem::forget(text.clone());
            },
        );
    }

    #[test]
    fn too_many_clones_in_a_shard_abort() {
        assert_aborts("too_many_clones_in_a_shard_abort", || {
            let (text, count) = shared();
            assert!(text.shard_now());
            for shard in count.shards().iter() {
                shard.store(usize::MAX / 2 - 1, Ordering::Relaxed);
            }
            (0..4).for_each(|_| core::mem::forget(text.clone()));
        });
    }
}
