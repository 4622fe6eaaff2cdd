//! The loops of the patterns, one for all types.

use std::hint::black_box;
use std::mem;

use string_kit_measure::engine::Work;

/// Clones one string, and drops or leaks the clone.
pub(super) struct One<'a, S, const LEAKED: bool>(pub(super) &'a S);

impl<S: Clone, const LEAKED: bool> Work for One<'_, S, LEAKED> {
    fn chunk(&mut self, operations: u32) -> u32 {
        for _ in 0..operations {
            clone::<S, LEAKED>(self.0);
        }
        operations
    }
}

/// Clones one of many strings each time, by indices that were drawn before.
pub(super) struct Many<'a, S, const LEAKED: bool> {
    strings: &'a [S],
    order: Vec<u32>,
    at: usize,
}

/// The fewest indices: each string is then met in many places.
const FEWEST_INDICES: usize = 4096;

impl<'a, S, const LEAKED: bool> Many<'a, S, LEAKED> {
    /// Draws an order in which each string comes as often as any other.
    pub(super) fn new(strings: &'a [S], seed: u64) -> Self {
        let count = u32::try_from(strings.len()).expect("a pattern has fewer");
        let repeats = FEWEST_INDICES.div_ceil(strings.len());
        let mut order: Vec<u32> = (0..repeats).flat_map(|_| 0..count).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        Self {
            strings,
            order,
            at: 0,
        }
    }
}

impl<S: Clone, const LEAKED: bool> Work for Many<'_, S, LEAKED> {
    fn chunk(&mut self, operations: u32) -> u32 {
        let operations = (operations as usize).min(self.order.len());
        if self.order.len() - self.at < operations {
            self.at = 0;
        }
        for &index in &self.order[self.at..][..operations] {
            clone::<S, LEAKED>(&self.strings[index as usize]);
        }
        self.at += operations;
        u32::try_from(operations).expect("it was one")
    }
}

/// Clones a string, and drops or leaks the clone.
///
/// PERF: the clone is shown to `black_box` by reference: by value it is copied, and the drop of a
/// `String` then waits for the copy (17.0 ns become 21.6).
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
fn clone<S: Clone, const LEAKED: bool>(string: &S) {
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
        assert_eq!(One::<_, false>(&shared).chunk(3), 3);
        assert_eq!(Arc::strong_count(&shared), 1);
        assert_eq!(One::<_, true>(&shared).chunk(3), 3);
        assert_eq!(Arc::strong_count(&shared), 4);

        let many: Vec<Arc<str>> = ["a", "b", "c", "d"].map(Into::into).into();
        let mut work = Many::<_, true>::new(&many, 1);
        let done: u32 = (0..100).map(|_| work.chunk(128)).sum();
        let clones = |one| Arc::strong_count(one) - 1;
        assert_eq!(many.iter().map(clones).sum::<usize>(), done as usize);
        assert!(many.iter().all(|one| clones(one) > 2_000));
    }
}
