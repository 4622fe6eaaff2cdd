//! What is left in memory of `ConcatStr`s that are gone, over all threads: nothing.
//!
//! One test, as it counts what the whole program holds.
#![cfg(feature = "std")]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc;
use std::thread;

use string_kit_concat::ConcatStr;

/// The system's allocator, and what all threads hold of it.
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

/// Some 15 of the largest blocks.
const MANY: usize = 1_000_000;
/// What the largest block takes, of the wide form.
const BLOCK: isize = 65_528 * 16;

/// The bytes of the tables of both widths: 65,536 entries of 24 bytes each. Where pointers have 32 bits,
/// entries have 12 bytes, and the narrow form has 16,384.
const TABLES: isize = if cfg!(target_pointer_width = "64") {
    2 * (65_536 * 24)
} else {
    (16_384 + 65_536) * 12
};

fn live() -> isize {
    LIVE.load(Ordering::Relaxed)
}

/// What it takes on a thread that ends, more than before.
fn left_of(work: impl FnOnce() + Send) -> isize {
    let before = live();
    thread::scope(|scope| scope.spawn(work).join().unwrap());
    live() - before
}

fn chain(nodes: usize) -> ConcatStr {
    let leaf = ConcatStr::from("a text that is too long for a node");
    (0..nodes).fold(leaf.clone(), |chain, n| {
        if n % 3 == 0 {
            chain + leaf.substr(1..30).unwrap()
        } else {
            leaf.clone() + chain
        }
    })
}

/// A thread that lives keeps a block, and the slots that it has not put back yet some more.
fn a_thread_drops() {
    let before = live();
    let text = chain(MANY / 3);
    assert!(live() - before > 5 * BLOCK);
    drop(text);
    assert!(live() - before <= 9 * BLOCK);
    let text = (0..MANY).fold(ConcatStr::from("a"), |text, _| text.clone() + text);
    assert!(live() - before > 14 * BLOCK / 16 * 12);
    drop(text);
    assert!(live() - before <= 9 * BLOCK);
}

fn one_makes_and_one_drops() {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<ConcatStr>(4);
        let taker = scope.spawn(move || receiver.iter().for_each(drop));
        for _ in 0..100 {
            sender.send(chain(2000)).unwrap();
        }
        drop(sender);
        taker.join().unwrap();
    });
}

fn a_text_outlives_its_thread() {
    thread::scope(|scope| {
        let text = scope.spawn(|| chain(100_000)).join().unwrap();
        let whole = text.concat(&chain(1000)) + &text;
        let part = whole.substr(5000..5100).unwrap();
        drop((text, whole));
        assert_eq!(part.try_len(), Ok(100));
    });
}

/// A text, and one more that is made as it goes.
struct Last(Option<ConcatStr>);

impl Drop for Last<W> {
    fn drop(&mut self) {
        if let Some(text) = self.0.take() {
            let made = text.concat("made as the thread ends");
            assert!(made.substr(..4).unwrap() == *"last");
            drop(text);
            drop(made);
        }
    }
}

thread_local! {
    static NARROW: RefCell<Last<Narrow>> = const { RefCell::new(Last(None)) };
    static WIDE: RefCell<Last<Wide>> = const { RefCell::new(Last(None)) };
}

/// Texts in thread-locals, whose destructors run before and after that of the thread's own part of the
/// slab: most systems run them from the last that was used to the first.
fn a_thread_local_is_dropped(after: bool) {
    if after {
        NARROW.with_borrow(|last| assert!(last.0.is_none()));
        WIDE.with_borrow(|last| assert!(last.0.is_none()));
    }
    let (narrow, wide) = (chain(1000), chain(1000));
    NARROW.with_borrow_mut(|last| last.0 = Some(ConcatStr::from("last of all") + narrow));
    WIDE.with_borrow_mut(|last| last.0 = Some(ConcatStr::from("last of all") + wide));
}

#[test]
fn all_memory_is_given_back() {
    // The table of blocks of each width stays, and what std keeps for threads.
    let table = left_of(|| {
        drop(chain::<Narrow>(10));
        drop(chain::<Wide>(10));
    });
    assert!((TABLES..TABLES + 4096).contains(&table), "{table}");
    for _ in 0..2 {
        assert_eq!(left_of(a_thread_drops::<Narrow>), 0);
        assert_eq!(left_of(a_thread_drops::<Wide>), 0);
        assert_eq!(left_of(one_makes_and_one_drops::<Narrow>), 0);
        assert_eq!(left_of(one_makes_and_one_drops::<Wide>), 0);
        assert_eq!(left_of(a_text_outlives_its_thread::<Narrow>), 0);
        assert_eq!(left_of(a_text_outlives_its_thread::<Wide>), 0);
        assert_eq!(left_of(|| a_thread_local_is_dropped(false)), 0);
        assert_eq!(left_of(|| a_thread_local_is_dropped(true)), 0);
    }
}
