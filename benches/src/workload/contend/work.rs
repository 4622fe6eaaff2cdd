//! What a thread does, some operations at a time: one file for all types.

use std::hint::black_box;
use std::mem;

use string_kit::CapturedStr;

use super::BATCH;

/// The work of one thread.
pub(crate) trait Work {
    /// Waits for what the next chunk takes; whether there will be one.
    fn ready(&mut self) -> bool {
        true
    }

    /// Does about so many operations, and says how many it did.
    fn chunk(&mut self, operations: u32) -> u32;

    /// Hands over what the chunk made.
    fn done(&mut self) {}
}

/// Clones one string, and drops or leaks the clone.
pub(crate) struct One<'a, S, const LEAKED: bool>(pub(crate) &'a S);

impl<S: Clone, const LEAKED: bool> Work for One<'_, S, LEAKED> {
    #[inline(never)]
    fn chunk(&mut self, operations: u32) -> u32 {
        for _ in 0..operations {
            clone::<S, LEAKED>(self.0);
        }
        operations
    }
}

/// Clones one of many strings each time, by indices that were drawn before.
pub(crate) struct Many<'a, S, const LEAKED: bool> {
    strings: &'a [S],
    order: Vec<u32>,
    at: usize,
}

/// The fewest indices: each string is then met in many places.
const FEWEST_INDICES: usize = 4096;

impl<'a, S, const LEAKED: bool> Many<'a, S, LEAKED> {
    /// The indices come in an order that is drawn from a seed, each as often as any other: the same
    /// in every run.
    pub(crate) fn new(strings: &'a [S], seed: u64) -> Self {
        let count = u32::try_from(strings.len()).expect("they are not so many");
        let rounds = FEWEST_INDICES.div_ceil(strings.len());
        let mut order: Vec<u32> = (0..rounds).flat_map(|_| 0..count).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        Self {
            strings,
            order,
            at: 0,
        }
    }
}

impl<S: Clone, const LEAKED: bool> Work for Many<'_, S, LEAKED> {
    #[inline(never)]
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

/// Clones a string [`BATCH`] times, and then drops the clones.
pub(crate) struct Batch<'a, S> {
    string: &'a S,
    room: Vec<S>,
}

impl<'a, S> Batch<'a, S> {
    pub(crate) fn new(string: &'a S) -> Self {
        Self {
            string,
            room: Vec::with_capacity(BATCH as usize),
        }
    }
}

impl<S: Clone> Work for Batch<'_, S> {
    #[inline(never)]
    fn chunk(&mut self, operations: u32) -> u32 {
        let batches = (operations / BATCH).max(1);
        for _ in 0..batches {
            for _ in 0..BATCH {
                self.room.push(black_box(self.string).clone());
            }
            black_box(&self.room);
            self.room.clear();
        }
        batches * BATCH
    }
}

/// The operation.
///
/// PERF: the clone is shown to the compiler's blind spot where it lies: passing it through by value
/// copies it, and the drop of a `String` then waits for the copy (17.0 ns become 21.6).
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of what is timed.
fn clone<S: Clone, const LEAKED: bool>(string: &S) {
    let clone = black_box(string).clone();
    black_box(&clone);
    if LEAKED {
        mem::forget(clone);
    } else {
        drop(clone);
    }
}

/// The texts: so many `A`s, as was published.
pub(crate) fn strings<S: CapturedStr>(count: usize, size: usize) -> Vec<S> {
    let text = "A".repeat(size);
    (0..count).map(|_| S::from_text(&text)).collect()
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
        let mut batch = Batch::new(&shared);
        assert_eq!((batch.chunk(1), batch.chunk(130)), (64, 128));
        assert_eq!(Arc::strong_count(&shared), 4);
        drop(batch);
    }

    #[test]
    fn each_of_many_has_its_turn() {
        let many: Vec<Arc<str>> = strings(4, 8);
        let mut work = Many::<_, true>::new(&many, 1);
        let done: u32 = (0..100).map(|_| work.chunk(128)).sum();
        let counts: usize = many.iter().map(|one| Arc::strong_count(one) - 1).sum();
        assert_eq!(counts, done as usize);
        assert!(many.iter().all(|one| Arc::strong_count(one) > 2_000));
    }
}
