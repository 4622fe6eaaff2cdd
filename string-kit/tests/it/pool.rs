//! Tests of `Pool` and `ConcurrentPool`.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, DefaultHasher};
use std::panic::resume_unwind;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::test_runner::Config;
use proptest::{prop_assert_eq, proptest};
use string_kit::{Pool, SharedStr, StrList, with_str_list};
use string_kit_conformance::{Counts, count, with_budget};
use string_kit_testkit::panics::panics;
use string_kit_testkit::support::{exact, fails_until_it_fits};

const LONG: &str = "a text that is longer than fifteen bytes";

/// Returns a text. One of four is short.
fn text(number: usize) -> String {
    let width = if number.is_multiple_of(4) { 16 } else { 17 };
    format!("{number:>width$}")
}

fn fill(pool: &mut Pool, numbers: impl Iterator<Item = usize>) -> Vec<SharedStr> {
    numbers.map(|number| pool.intern(&text(number))).collect()
}

/// A model of a pool: the texts with a mark for each kept copy, and the handles with theirs.
#[derive(Default)]
struct Model {
    kept: HashMap<String, Rc<()>>,
    handles: Vec<(SharedStr, Rc<()>)>,
    sweep_at: usize,
}

impl Model {
    fn sweep(&mut self) {
        self.kept.retain(|_, copy| Rc::strong_count(copy) > 1);
        self.sweep_at = 64.max(2 * self.kept.len());
    }

    /// Returns the mark of the copy that a handle of a text has. A short text is its own copy.
    fn get(&mut self, text: &str) -> Rc<()> {
        if text.len() <= 16 {
            return Rc::default();
        }
        if !self.kept.contains_key(text) {
            if self.kept.len() >= self.sweep_at.max(64) {
                self.sweep();
            }
            self.kept.insert(text.to_owned(), Rc::default());
        }
        self.kept[text].clone()
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_pool_keeps_what_the_model_keeps(
        program in vec((0..128_u8, 0..300_usize), 0..1_000)
    ) {
        let (mut pool, mut model) = (Pool::<SharedStr>::new(), Model::default());
        for (step, number) in program {
            match step {
                0..70 => {
                    let text = text(number);
                    let (handle, copy) = (pool.intern(&text), model.get(&text));
                    prop_assert_eq!(&handle, &text);
                    for (other, other_copy) in model.handles.iter().filter(|(t, _)| *t == text) {
                        let is_same = text.len() <= 16 || Rc::ptr_eq(other_copy, &copy);
                        prop_assert_eq!(SharedStr::ptr_eq(&handle, other), is_same);
                    }
                    model.handles.push((handle, copy));
                }
                70..125 if !model.handles.is_empty() => {
                    model.handles.swap_remove(number % model.handles.len());
                }
                125 => {
                    let before = model.kept.len();
                    model.sweep();
                    prop_assert_eq!(pool.sweep(), before - model.kept.len());
                }
                126 => {
                    pool.retain(|text| text.as_bytes()[16] % 2 == 0);
                    model.kept.retain(|text, _| text.as_bytes()[16] % 2 == 0);
                }
                _ => {}
            }
            prop_assert_eq!(pool.len(), model.kept.len());
        }
        let kept: HashSet<&str> = pool.iter().map(SharedStr::as_str).collect();
        prop_assert_eq!(kept, model.kept.keys().map(String::as_str).collect());
    }
}

#[test]
fn a_hit_allocates_nothing_and_a_new_text_only_itself_and_the_table() {
    let mut pool: Pool = Pool::new();
    let (first, counts) = count(|| pool.intern(LONG));
    assert_eq!(counts.allocations, 2);
    assert_eq!(
        counts.live_bytes,
        isize::try_from(pool.heap_size()).unwrap()
    );
    for again in [LONG, "up to 16 bytes.."] {
        let (handle, counts) = count(|| pool.intern(again));
        assert_eq!((handle.as_str(), counts), (again, Counts::default()));
    }
    let (second, counts) = count(|| pool.intern(&LONG[1..]));
    assert_eq!(counts, exact(second.heap_size()));
    let ((), counts) = count(|| drop(pool));
    assert_eq!(counts.deallocations, 1);
    assert_eq!((&*first, &*second), (LONG, &LONG[1..]));
}

#[test]
fn out_of_memory_is_an_error_and_keeps_the_pool() {
    for texts in [0, 3, 7, 100] {
        let mut pool: Pool = Pool::new();
        let handles = fill(&mut pool, (0..texts).map(|number| 4 * number + 1));
        let handle = fails_until_it_fits(|| {
            assert_eq!(pool.len(), texts);
            pool.try_intern(LONG)
        });
        assert!(SharedStr::ptr_eq(&handle, &pool.intern(LONG)));
        let again = fill(&mut pool, (0..texts).map(|number| 4 * number + 1));
        for (again, handle) in again.iter().zip(&handles) {
            assert!(SharedStr::ptr_eq(again, handle));
        }
    }
    let mut lists = Pool::<StrList>::new();
    let get = || with_str_list!([LONG, 200], |list| lists.try_intern(list));
    assert_eq!(fails_until_it_fits(get), [LONG, "200"]);
}

#[test]
fn ten_rounds_of_new_texts_take_no_more_memory_than_two() {
    let ((), counts) = count(|| {
        let (mut pool, mut handles, mut largest) = (Pool::<SharedStr>::new(), Vec::new(), 0);
        for round in 0..10 {
            for number in (0..1_000).map(|number| 4 * (1_000 * round + number) + 1) {
                handles.push(pool.intern(&text(number)));
                if handles.len() > 1_000 {
                    handles.swap_remove(number % 1_000);
                }
                assert!(pool.len() <= 2_002);
            }
            match round {
                0..=2 => largest = largest.max(pool.heap_size()),
                _ => assert!(pool.heap_size() <= largest, "{round}"),
            }
        }
        drop(handles);
        pool.sweep();
        assert_eq!((pool.len(), pool.heap_size()), (0, 0));
    });
    assert_eq!(counts.live_bytes, 0);
}

#[test]
fn lists_are_looked_up_by_their_values() {
    let mut pool = Pool::<StrList>::new();
    let first = with_str_list!(["method", "GET", "status", 200], |list| pool.intern(list));
    let (second, counts) =
        count(|| with_str_list!(["method", "GET", "status", 200], |list| pool.intern(list)));
    assert!(StrList::ptr_eq(&first, &second));
    assert_eq!(counts, Counts::default());
    let owned = StrList::from([LONG]);
    assert!(StrList::ptr_eq(&pool.intern(&owned), &owned));
    assert!(with_str_list!(["GET", 200], |list| pool.intern(list)).is_inline());
    drop((first, second));
    assert_eq!((pool.sweep(), pool.len()), (1, 1));
}

#[test]
fn a_sweep_drops_sharded_texts_and_keeps_static_ones() {
    let mut pool: Pool = Pool::new();
    let fixed = pool.intern_static(LONG);
    assert!(pool.intern_static("up to 16 bytes..").is_inline());
    let shared = pool.intern(&LONG[1..]);
    assert!(shared.add_shards());
    let clone = shared.clone();
    drop(shared);
    assert_eq!(pool.sweep(), 0);
    drop((clone, fixed));
    assert_eq!(pool.sweep(), 1);
    assert_eq!(pool.intern(LONG).as_static_str(), Some(LONG));
    pool.clear();
    assert!(pool.is_empty());
}

/// A hasher that panics when its number of calls is used up.
struct Panics(Cell<usize>);

impl BuildHasher for Panics {
    type Hasher = DefaultHasher;

    fn build_hasher(&self) -> DefaultHasher {
        match self.0.get().checked_sub(1) {
            Some(left) => self.0.set(left),
            None => resume_unwind(Box::new(())),
        }
        DefaultHasher::new()
    }
}

/// Gets texts, of which every fifth stays in use, and leaves marks of dropped ones in the table.
fn use_pool(pool: &mut Pool<SharedStr, Panics>, handles: &mut Vec<SharedStr>) {
    for number in 0..300 {
        let handle = pool.intern(&text(4 * number + 1));
        handles.extend((number % 5 == 0).then_some(handle));
        if number % 70 == 69 {
            pool.retain(|text| text.as_bytes()[16] != b'3');
            handles.retain(|text| text.as_bytes()[16] != b'3');
        }
    }
    pool.sweep();
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_the_hasher_loses_no_text_in_use() {
    for calls in 0..1_000 {
        let ((), counts) = count(|| {
            let mut pool = Pool::with_hasher(Panics(Cell::new(calls)));
            let mut handles = Vec::new();
            let panicked = panics(|| use_pool(&mut pool, &mut handles));
            assert!(panicked || calls > 600);
            let kept: HashSet<&str> = pool.iter().map(SharedStr::as_str).collect();
            assert!(handles.iter().all(|handle| kept.contains(handle.as_str())));
            drop(handles);
            assert!(!panics(|| pool.sweep()));
            assert!(pool.is_empty());
        });
        assert_eq!(counts.live_bytes, 0);
    }
}

#[cfg(all(feature = "concurrent-pool", not(target_family = "wasm")))]
mod concurrent {
    use std::sync::Barrier;
    use std::thread;

    use string_kit::ConcurrentPool;

    use super::*;
    use crate::inbox::{Random, THREADS, rounds};

    /// Gets texts, drops handles and sweeps on several threads. At any time all handles of a text
    /// have one copy; in the end all memory is freed.
    #[test]
    fn threads_get_the_same_copy() {
        let (pool, start) = (ConcurrentPool::<SharedStr>::new(), Barrier::new(THREADS));
        let work = |seed| {
            let (mut random, mut handles) = (Random::new(seed), Vec::<SharedStr>::new());
            start.wait();
            for _ in 0..rounds() {
                match random.below(16) {
                    0 => drop(pool.write(Pool::sweep)),
                    1..6 if !handles.is_empty() => {
                        handles.swap_remove(random.below(handles.len()));
                    }
                    _ => handles.push(pool.intern(&text(random.below(200)))),
                }
            }
            handles
        };
        let handles: Vec<SharedStr> = thread::scope(|scope| {
            let threads = [0, 1, 2, 3].map(|seed| scope.spawn(move || work(seed)));
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap())
                .collect()
        });
        for handle in &handles {
            assert!(SharedStr::ptr_eq(handle, &pool.intern(handle)));
        }
        drop(handles);
        pool.write(Pool::sweep);
        assert!(pool.read(Pool::is_empty));
    }

    #[test]
    fn the_first_hit_of_a_thread_needs_no_memory() {
        let pool: ConcurrentPool = ConcurrentPool::new();
        let first = pool.intern(LONG);
        let hit = || with_budget(0, || count(|| pool.try_intern(LONG)));
        let (again, counts) = thread::scope(|scope| scope.spawn(hit).join().unwrap());
        assert!(SharedStr::ptr_eq(&first, &again.unwrap()));
        assert_eq!(counts, Counts::default());
    }

    #[test]
    fn a_pool_is_written_as_a_set_unless_a_thread_writes_to_it() {
        let pool: ConcurrentPool = ConcurrentPool::new();
        let _first = pool.intern(LONG);
        assert_eq!(format!("{pool:?}"), format!("{{{LONG:?}}}"));
        assert_eq!(pool.write(|_| format!("{pool:?}")), "<locked>");
    }

    #[test]
    #[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
    fn a_panic_under_the_lock_leaves_a_usable_pool() {
        let pool: ConcurrentPool = ConcurrentPool::new();
        let first = pool.intern(LONG);
        let unwind = |_: &SharedStr| resume_unwind(Box::new(()));
        assert!(panics(|| pool.write(|pool| pool.retain(unwind))));
        let (again, counts) = count(|| pool.intern(LONG));
        assert!(SharedStr::ptr_eq(&first, &again));
        assert_eq!((counts, pool.read(Pool::len)), (Counts::default(), 1));
    }
}
