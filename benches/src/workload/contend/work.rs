//! The loops of the patterns: each does so many operations, and returns how many it did.

use std::hint::black_box;
use std::mem;

/// Clones one string, and drops or leaks the clone.
pub(super) fn single<S: Clone, const LEAKED: bool>(string: &S) -> impl FnMut(u32) -> u32 {
    move |operations| {
        for _ in 0..operations {
            clone::<S, LEAKED>(string);
        }
        operations
    }
}

/// The fewest indices: each string is then met in many places.
const FEWEST_INDICES: usize = 4096;

/// Clones one of many strings each time, in a drawn order, each as often as any other.
pub(super) fn many<S: Clone, const LEAKED: bool>(
    strings: &[S],
    seed: u64,
) -> impl FnMut(u32) -> u32 {
    let count = u32::try_from(strings.len()).expect("a pattern has fewer");
    let repeats = FEWEST_INDICES.div_ceil(strings.len());
    let mut order: Vec<u32> = (0..repeats).flat_map(|_| 0..count).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    let mut next = 0;
    move |operations| {
        let count = (operations as usize).min(order.len());
        if order.len() - next < count {
            next = 0;
        }
        for &index in &order[next..][..count] {
            clone::<S, LEAKED>(&strings[index as usize]);
        }
        next += count;
        u32::try_from(count).expect("it is at most `operations`")
    }
}

/// Clones a string, and drops or leaks the clone.
///
/// PERF: the clone is shown to `black_box` by reference: by value it is copied, and the drop of a
/// `String` then waits for the copy (17.0 ns become 21.6).
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
pub(crate) fn clone<S: Clone, const LEAKED: bool>(string: &S) {
    let clone = black_box(string).clone();
    black_box(&clone);
    if LEAKED {
        mem::forget(clone);
    } else {
        drop(clone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn each_does_as_many_as_it_says() {
        let shared: Arc<str> = "a".into();
        assert_eq!(single::<_, false>(&shared)(3), 3);
        assert_eq!(Arc::strong_count(&shared), 1);
        assert_eq!(single::<_, true>(&shared)(3), 3);
        assert_eq!(Arc::strong_count(&shared), 4);

        let strings: Vec<Arc<str>> = ["a", "b", "c", "d"].map(Into::into).into();
        let mut work = many::<_, true>(&strings, 1);
        let done: u32 = (0..100).map(|_| work(128)).sum();
        let clones = |string| Arc::strong_count(string) - 1;
        assert_eq!(strings.iter().map(clones).sum::<usize>(), done as usize);
        assert!(strings.iter().all(|string| clones(string) > 2_000));
    }
}
