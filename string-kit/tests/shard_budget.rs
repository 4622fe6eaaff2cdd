//! Tests of the budget for shards, in a program of their own: the budget is the whole process's.
#![allow(missing_docs)]

use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::thread;

use string_kit::SharedStr;
use string_kit_conformance::{CountingAllocator, count, with_budget};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

const TEXT: &str = "a text that is longer than fifteen bytes";
const DEFAULT: usize = 16 << 20;
const THREADS: usize = 4;

/// One test at a time; each begins and ends with the default budget, and without shards.
struct Alone(#[expect(dead_code, reason = "held for its drop")] MutexGuard<'static, ()>);

impl Alone {
    fn new() -> Self {
        static LOCK: Mutex<()> = Mutex::new(());
        let guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(SharedStr::shard_budget(), DEFAULT);
        assert_eq!(SharedStr::shard_bytes(), 0);
        Self(guard)
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        SharedStr::set_shard_budget(DEFAULT);
    }
}

/// Returns the bytes of the shards of one text.
fn bytes_of_one() -> usize {
    let text = SharedStr::from(TEXT);
    let plain = text.heap_size();
    assert!(text.add_shards());
    text.heap_size() - plain
}

#[test]
fn the_bytes_of_all_shards_are_counted_exactly() {
    let _alone = Alone::new();
    let one = bytes_of_one();
    assert_eq!(SharedStr::shard_bytes(), 0);
    let mut texts: Vec<SharedStr> = (0..10).map(|_| SharedStr::from(TEXT)).collect();
    for (at, text) in texts.iter().enumerate() {
        let ((), counts) = count(|| assert!(text.add_shards() && text.add_shards()));
        assert_eq!(counts.allocations, 1);
        assert_eq!(usize::try_from(counts.live_bytes), Ok(one));
        assert_eq!(SharedStr::shard_bytes(), (at + 1) * one);
    }
    // A text gives its shards back once, when its last handle goes.
    let clone = texts[0].clone();
    drop(texts.swap_remove(0));
    assert_eq!(SharedStr::shard_bytes(), 10 * one);
    drop(clone);
    assert_eq!(SharedStr::shard_bytes(), 9 * one);
    assert!(texts[0].unshard() && texts[0].unshard());
    assert_eq!(SharedStr::shard_bytes(), 8 * one);
    drop(texts);
    assert_eq!(SharedStr::shard_bytes(), 0);
}

#[test]
fn over_the_budget_a_text_counts_in_one_place() {
    let _alone = Alone::new();
    let one = bytes_of_one();
    SharedStr::set_shard_budget(3 * one + one / 2);
    let mut texts: Vec<SharedStr> = (0..5).map(|_| SharedStr::from(TEXT)).collect();
    for (at, text) in texts.iter().enumerate() {
        let (sharded, counts) = count(|| text.add_shards());
        assert_eq!((sharded, text.is_sharded()), (at < 3, at < 3));
        assert_eq!(counts.allocations, usize::from(at < 3));
        assert_eq!(text.clone(), TEXT);
    }
    assert_eq!(SharedStr::shard_bytes(), 3 * one);
    // Room comes back when a text gives its shards back.
    assert!(texts[0].unshard() && texts[4].add_shards() && !texts[3].add_shards());
    assert!(texts[4].is_sharded() && !texts[0].is_sharded());
}

#[test]
fn a_lower_budget_takes_no_shards_away() {
    let _alone = Alone::new();
    let text = SharedStr::from(TEXT);
    assert!(text.add_shards());
    SharedStr::set_shard_budget(1);
    assert!(SharedStr::shard_bytes() > SharedStr::shard_budget());
    assert!(text.is_sharded() && text.add_shards() && text.clone() == TEXT);
    assert!(!SharedStr::from(TEXT).add_shards());
}

/// Clones by threads that contend as long as it takes, if the budget allows shards; and as often
/// without one.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn a_budget_of_0_switches_shards_off() {
    let _alone = Alone::new();
    SharedStr::set_shard_budget(0);
    let text = SharedStr::from(TEXT);
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
    let (sharded, counts) = count(|| text.add_shards());
    assert_eq!(
        (sharded, text.is_sharded(), counts.allocations),
        (false, false, 0)
    );
    assert_eq!(SharedStr::shard_bytes(), 0);
}

#[test]
fn out_of_memory_takes_nothing_from_the_budget() {
    let _alone = Alone::new();
    let one = bytes_of_one();
    SharedStr::set_shard_budget(one);
    let text = SharedStr::from(TEXT);
    assert!(!with_budget(0, || text.add_shards()));
    assert_eq!(SharedStr::shard_bytes(), 0);
    assert!(text.add_shards());
}

/// Adds shards to the same texts from all threads at once: those of a thread that is late are freed.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts threads")]
fn threads_stay_within_the_budget() {
    let _alone = Alone::new();
    let one = bytes_of_one();
    let rounds = if cfg!(miri) { 4 } else { 500 };
    for round in 0..rounds {
        SharedStr::set_shard_budget(THREADS * one);
        let texts: Vec<SharedStr> = (0..2 * THREADS).map(|_| SharedStr::from(TEXT)).collect();
        let start = Barrier::new(THREADS);
        let live: isize = thread::scope(|scope| {
            let add = |offset: usize| {
                start.wait();
                let ((), counts) = count(|| {
                    for at in 0..texts.len() {
                        let text = &texts[(at + offset) % texts.len()];
                        if text.add_shards() {
                            assert!(text.is_sharded());
                        }
                        assert!(SharedStr::shard_bytes() <= SharedStr::shard_budget());
                    }
                });
                counts.live_bytes
            };
            let threads = [(); THREADS].map(|()| scope.spawn(move || add(round % 3)));
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        });
        let sharded = texts.iter().filter(|text| text.is_sharded()).count();
        assert_eq!(SharedStr::shard_bytes(), sharded * one);
        assert_eq!(usize::try_from(live), Ok(sharded * one));
        drop(texts);
        assert_eq!(SharedStr::shard_bytes(), 0);
    }
}
