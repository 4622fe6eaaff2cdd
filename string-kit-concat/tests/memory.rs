//! The memory of `ConcatStr`s that are gone, over all threads: bytes asked for, and resident pages.
//!
//! One test, as it counts what the whole program holds.
#![cfg(feature = "std")]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc;
use std::thread;

use string_kit_concat::{ConcatStr, MeasuredConcatStr, release_thread_cache};

/// The system's allocator, with a count of the bytes that all threads hold.
struct Live;

static LIVE: AtomicIsize = AtomicIsize::new(0);

fn hold(bytes: usize) {
    LIVE.fetch_add(bytes.cast_signed(), Ordering::Relaxed);
}

// SAFETY: every block comes from `System`, and goes back to it with its layout.
unsafe impl GlobalAlloc for Live {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size().cast_signed(), Ordering::Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Live = Live;

/// The nodes of some 37 of the largest blocks.
const MANY: usize = 300_000;
/// The bound of what a thread keeps back.
const KEPT: isize = 256 * 1024;

/// The bytes of the first table of both forms: none where entries are static.
const TABLES: isize = if cfg!(all(
    target_pointer_width = "64",
    any(unix, windows),
    not(miri)
)) {
    0
} else if cfg!(target_pointer_width = "64") {
    2 * 1024 * 24
} else {
    2 * 512 * 12
};

fn live() -> isize {
    LIVE.load(Ordering::Relaxed)
}

/// Returns the bytes that work on a thread leaves behind as that ends.
fn left_of(work: impl FnOnce() + Send) -> isize {
    let before = live();
    thread::scope(|scope| scope.spawn(work).join().unwrap());
    live() - before
}

/// Returns numbers below `end` that look like random ones.
fn draws() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |end| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % end
    }
}

/// Makes the texts and the uses of a type.
macro_rules! uses {
    ($module:ident, $Text:ty) => {
        mod $module {
            use super::*;

            pub(super) fn chain(nodes: usize) -> $Text {
                let leaf = <$Text>::from("a text that is too long for a node");
                (0..nodes).fold(leaf.clone(), |chain, n| {
                    if n % 3 == 0 {
                        chain + leaf.substr(1..30)
                    } else {
                        leaf.clone() + chain
                    }
                })
            }

            pub(super) fn leaves(nodes: usize) -> Vec<$Text> {
                (0..nodes)
                    .map(|n| <$Text>::from(format!("{n:08}")))
                    .collect()
            }

            /// A tree without shared nodes, of a shape at random.
            pub(super) fn random_tree(nodes: usize) -> $Text {
                let mut draw = draws();
                let mut texts = leaves(nodes / 2);
                while texts.len() > 1 {
                    let right = texts.swap_remove(draw(texts.len()));
                    let left = draw(texts.len());
                    texts[left] = texts[left].concat(&right);
                }
                texts.pop().unwrap()
            }

            /// Texts of which each has two of those before as its parts.
            pub(super) fn random_graph(nodes: usize) -> Vec<$Text> {
                let mut draw = draws();
                let mut texts = leaves(2);
                while texts.len() < nodes {
                    let text = texts[draw(texts.len())].concat(&texts[draw(texts.len())]);
                    texts.push(text);
                }
                texts
            }

            /// A perfect tree over chains: rings between chains.
            pub(super) fn combs() -> $Text {
                let mut texts: Vec<_> = (0..64).map(|n| chain(10 + 7 * n)).collect();
                while texts.len() > 1 {
                    texts = texts.chunks(2).map(|two| two[0].concat(&two[1])).collect();
                }
                texts.pop().unwrap()
            }

            /// A living thread keeps a block at most, and nothing after it released that.
            pub(super) fn a_thread_drops() {
                let before = live();
                let dropped = || {
                    let kept = live() - before;
                    assert!(kept <= KEPT, "{kept}");
                };
                let text = chain(MANY / 3);
                assert!(live() - before > 4 * KEPT);
                drop(text);
                dropped();
                drop(random_tree(MANY / 2));
                dropped();
                drop(combs());
                dropped();
                let mut graph = random_graph(MANY / 2);
                assert!(live() - before > 4 * KEPT);
                let root = graph.pop();
                drop(graph);
                drop(root);
                dropped();
                release_thread_cache();
                assert_eq!(live() - before, 0);
                drop(chain(10));
                release_thread_cache();
                assert_eq!(live() - before, 0);
            }

            /// A thread that frees single nodes of many blocks keeps none of those.
            pub(super) fn a_thread_drops_far_apart() {
                let before = live();
                let mut texts = leaves(MANY);
                let far: Vec<_> = (1..9).map(|n| texts.swap_remove(n * MANY / 10)).collect();
                thread::scope(|scope| {
                    let (dropped, wait) = mpsc::sync_channel(0);
                    let (end, ended) = mpsc::sync_channel::<()>(0);
                    let thread = scope.spawn(move || {
                        drop(far);
                        dropped.send(()).unwrap();
                        ended.recv().unwrap();
                    });
                    wait.recv().unwrap();
                    drop(texts);
                    let kept = live() - before;
                    assert!(kept <= KEPT, "{kept}");
                    end.send(()).unwrap();
                    thread.join().unwrap();
                });
            }

            pub(super) fn one_makes_and_one_drops() {
                thread::scope(|scope| {
                    let (sender, receiver) = mpsc::sync_channel::<$Text>(4);
                    let taker = scope.spawn(move || receiver.iter().for_each(drop));
                    for _ in 0..100 {
                        sender.send(chain(2000)).unwrap();
                    }
                    drop(sender);
                    taker.join().unwrap();
                });
            }

            pub(super) fn a_text_outlives_its_thread() {
                thread::scope(|scope| {
                    let text = scope.spawn(|| chain(100_000)).join().unwrap();
                    let whole = text.concat(&chain(1000)) + &text;
                    let part = whole.substr(5000..5100);
                    drop((text, whole));
                    assert_eq!(part.try_len(), Ok(100));
                });
            }

            /// A text, and one more that is made as it goes.
            pub(super) struct Last(pub(super) Option<$Text>);

            impl Drop for Last {
                fn drop(&mut self) {
                    if let Some(text) = self.0.take() {
                        release_thread_cache();
                        let made = text.concat("made as the thread ends");
                        assert!(made.substr(..4) == *"last");
                        drop(text);
                        drop(made);
                    }
                }
            }

            pub(super) fn all_is_given_back() {
                assert_eq!(left_of(a_thread_drops), 0);
                assert_eq!(left_of(a_thread_drops_far_apart), 0);
                assert_eq!(left_of(one_makes_and_one_drops), 0);
                assert_eq!(left_of(a_text_outlives_its_thread), 0);
            }
        }
    };
}

uses!(plain, ConcatStr);
uses!(measured, MeasuredConcatStr);

thread_local! {
    static PLAIN: RefCell<plain::Last> = const { RefCell::new(plain::Last(None)) };
    static MEASURED: RefCell<measured::Last> = const { RefCell::new(measured::Last(None)) };
}

/// Texts in thread-locals, whose destructors run before and after that of the thread's own part of the
/// slab: most systems run them from the last that was used to the first.
fn a_thread_local_is_dropped(after: bool) {
    if after {
        PLAIN.with_borrow(|last| assert!(last.0.is_none()));
        MEASURED.with_borrow(|last| assert!(last.0.is_none()));
    }
    let (one, other) = (plain::chain(1000), measured::chain(1000));
    PLAIN.with_borrow_mut(|last| last.0 = Some(ConcatStr::from("last of all") + one));
    MEASURED.with_borrow_mut(|last| last.0 = Some(MeasuredConcatStr::from("last of all") + other));
}

/// Returns the bytes of the program that are resident.
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    target_pointer_width = "64",
    not(miri)
))]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<usize>().unwrap() * 1024
}

/// The first texts touch a few pages of the entries, and what a thread made leaves with it.
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    target_pointer_width = "64",
    not(miri)
))]
fn pages_are_given_back() {
    let before = resident();
    left_of(|| {
        drop(plain::chain(10));
        drop(measured::chain(10));
    });
    let first = resident().saturating_sub(before);
    assert!(first < 1 << 20, "{first}");
    let (peak, kept) = (&AtomicIsize::new(0), &AtomicIsize::new(0));
    left_of(|| {
        // The allocator keeps the buffers of the first look, which must lie below the nodes.
        let _ = resident();
        let text = plain::random_tree(4 * MANY);
        let grown = resident().saturating_sub(before);
        peak.store(grown.cast_signed(), Ordering::Relaxed);
        drop(text);
        let left = resident().saturating_sub(before);
        kept.store(left.cast_signed(), Ordering::Relaxed);
    });
    let peak = peak.load(Ordering::Relaxed).cast_unsigned();
    let kept = kept.load(Ordering::Relaxed).cast_unsigned();
    let left = resident().saturating_sub(before);
    assert!(peak > 4 * MANY * 12 && left < peak / 10, "{left} of {peak}");
    assert!(kept < peak / 4, "{kept} of {peak}");
}

#[test]
fn all_memory_is_given_back() {
    #[cfg(all(
        target_os = "linux",
        target_env = "gnu",
        target_pointer_width = "64",
        not(miri)
    ))]
    pages_are_given_back();
    // The first table of each form stays, and what std keeps for threads.
    let table = left_of(|| {
        drop(plain::chain(10));
        drop(measured::chain(10));
    });
    assert!(table <= TABLES + 4096, "{table}");
    // More tables stay where blocks need them.
    left_of(|| drop(plain::leaves(MANY)));
    left_of(|| drop(measured::leaves(MANY)));
    for _ in 0..2 {
        plain::all_is_given_back();
        measured::all_is_given_back();
        assert_eq!(left_of(|| a_thread_local_is_dropped(false)), 0);
        assert_eq!(left_of(|| a_thread_local_is_dropped(true)), 0);
    }
}
