//! Tests of the budget for shards, in a program of their own: the budget is the whole process's.
#![allow(missing_docs)]

use std::sync::{Barrier, Mutex};
use std::thread;

use string_kit::SharedStr;
use string_kit_conformance::{CountingAllocator, count, with_budget};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

const TEXT: &str = "a text that is longer than fifteen bytes";
const BUDGET: usize = 16 << 20;
const THREADS: usize = 4;

/// One test at a time; each begins and ends without shards.
static ALONE: Mutex<()> = Mutex::new(());

/// Returns the bytes of the shards of one text.
fn bytes_of_one() -> usize {
    let text = SharedStr::from(TEXT);
    let plain = text.heap_size();
    assert!(text.add_shards());
    text.heap_size() - plain
}

/// Makes as many texts as have room for their shards in the budget, and some more.
fn more_texts_than_the_budget() -> (Vec<SharedStr>, usize) {
    let in_budget = BUDGET / bytes_of_one();
    let texts = (0..in_budget + 2 * THREADS).map(|_| SharedStr::from(TEXT));
    (texts.collect(), in_budget)
}

fn sharded(texts: &[SharedStr]) -> usize {
    texts.iter().filter(|text| text.is_sharded()).count()
}

#[test]
fn over_the_budget_a_text_counts_in_one_place() {
    let _alone = ALONE.lock();
    let (mut texts, in_budget) = more_texts_than_the_budget();
    for (at, text) in texts.iter().enumerate() {
        // Memory that runs out takes nothing from the budget.
        assert!(!with_budget(0, || text.add_shards()));
        let (added, counts) = count(|| text.add_shards());
        assert_eq!((added, text.is_sharded()), (at < in_budget, at < in_budget));
        assert_eq!(counts.allocations, usize::from(at < in_budget));
        assert_eq!(text.clone(), TEXT);
    }
    // Room comes back when the last handle of a text goes.
    let clone = texts[0].clone();
    drop(texts.swap_remove(0));
    assert!(!texts[in_budget].add_shards());
    drop(clone);
    assert!(texts[in_budget].add_shards() && !texts[in_budget + 1].add_shards());
}

/// Clones by threads that contend. Once the budget is used up, they allocate nothing.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn clones_over_the_budget_allocate_nothing() {
    let _alone = ALONE.lock();
    let (texts, in_budget) = more_texts_than_the_budget();
    for text in &texts {
        let _ = text.add_shards();
    }
    let text = &texts[in_budget];
    let clones = if cfg!(miri) { 100 } else { 200_000 };
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                let ((), counts) = count(|| (0..clones).for_each(|_| drop(text.clone())));
                assert_eq!(counts.allocations, 0);
            });
        }
    });
    assert!(!text.is_sharded());
}

/// Adds shards to the same texts from all threads at once: those of a thread that is late are
/// freed.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn threads_stay_within_the_budget() {
    let _alone = ALONE.lock();
    let one = bytes_of_one();
    let (texts, in_budget) = more_texts_than_the_budget();
    let rounds = if cfg!(miri) { 1 } else { 10 };
    for round in 0..rounds {
        let texts: Vec<SharedStr> = texts.iter().map(|_| SharedStr::from(TEXT)).collect();
        let start = Barrier::new(THREADS);
        let live: isize = thread::scope(|scope| {
            let add = |offset: usize| {
                start.wait();
                let ((), counts) = count(|| {
                    for at in 0..texts.len() {
                        let text = &texts[(at + offset) % texts.len()];
                        assert!(!text.add_shards() || text.is_sharded());
                    }
                });
                counts.live_bytes
            };
            let threads = [(); THREADS].map(|()| scope.spawn(move || add(round % 3)));
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        });
        assert!(sharded(&texts) <= in_budget);
        assert_eq!(usize::try_from(live), Ok(sharded(&texts) * one));
        // The rest of the budget is still there.
        for text in &texts {
            let _ = text.add_shards();
        }
        assert_eq!(sharded(&texts), in_budget);
    }
}
