//! How many clones may be leaked before the machine is short of memory.

use string_kit::{CapturedStr, CloneCost};

use crate::measure::free_memory;

/// What an allocator keeps beside a block, at most, for the sizes that are measured: a header, and up
/// to a quarter of the block, since sizes come in classes, of which glibc's smallest is 32 bytes.
fn with_slack(bytes: usize) -> usize {
    (bytes + bytes / 4 + 16).max(32)
}

/// How many clones of a string each of some threads may leak, so that all of them together take no
/// more than a quarter of the free memory.
pub(super) fn bound<S: CapturedStr>(string: &S, threads: usize) -> u64 {
    let shares = S::PROFILE.clone == CloneCost::Shares;
    let bytes = if shares || string.is_inline() {
        0
    } else {
        string.heap_size()
    };
    most(free_memory(), bytes, threads)
}

fn most(free: usize, bytes: usize, threads: usize) -> u64 {
    if bytes == 0 {
        return u64::MAX;
    }
    (free / 4 / with_slack(bytes) / threads) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// What glibc takes for a block: a header of 8 bytes, in steps of 16, and 32 at least.
    fn glibc(bytes: usize) -> usize {
        (bytes + 8).next_multiple_of(16).max(32)
    }

    /// What jemalloc takes, which has steps of 16 up to 128, and then four classes to each doubling.
    fn jemalloc(bytes: usize) -> usize {
        let step = (bytes.next_power_of_two() / 8).max(16);
        bytes.next_multiple_of(step)
    }

    #[test]
    fn all_threads_together_stay_below_a_quarter() {
        for (bytes, threads) in [(1, 1), (9, 2), (64, 1), (64, 8), (129, 1), (4096, 3)] {
            let clones = usize::try_from(most(1 << 30, bytes, threads)).unwrap();
            for block in [glibc(bytes), jemalloc(bytes)] {
                assert!(clones * threads * block <= 1 << 28, "{bytes}: {block}");
            }
            assert!(clones > 0);
        }
        assert_eq!(most(1 << 30, 64, 1), (1 << 28) / 96);
    }

    #[test]
    fn what_takes_no_memory_has_no_bound() {
        assert_eq!(bound(&Arc::<str>::from("a"), 8), u64::MAX);
        assert_eq!(bound(&String::new(), 8), u64::MAX);
        assert!(bound(&"a".repeat(64), 8) < u64::MAX);
    }
}
