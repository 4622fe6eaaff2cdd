//! Memory: the bytes of a version, all of it given back, and an allocator that fails at every step.
//!
//! One test, as its allocator counts what all threads of the process hold.
#![cfg(feature = "std")]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::env;
use std::io::{Error, ErrorKind};
use std::process::Command;
use std::ptr;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use string_kit_concat::{
    ConcatError, ConcatStr, History, HistoryError, HistoryWriter, release_thread_cache,
};

/// The system's allocator, with a count of the bytes that all threads hold, and a budget of the
/// thread's allocations.
struct Watched;

static LIVE: AtomicIsize = AtomicIsize::new(0);

thread_local! {
    static BUDGET: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: every block comes from `System`, and goes back to it with its layout.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let budget = BUDGET.get();
        if budget == 0 {
            return ptr::null_mut();
        }
        if budget != usize::MAX {
            BUDGET.set(budget - 1);
        }
        LIVE.fetch_add(layout.size().cast_signed(), Ordering::Relaxed);
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
static ALLOCATOR: Watched = Watched;

fn live() -> isize {
    LIVE.load(Ordering::Relaxed)
}

fn with_budget<R>(budget: usize, work: impl FnOnce() -> R) -> R {
    BUDGET.set(budget);
    let result = work();
    BUDGET.set(usize::MAX);
    result
}

/// Does work again with one more allocation each time, until it succeeds. Returns what it returns,
/// and the number of errors.
fn retried<R, E>(mut work: impl FnMut() -> Result<R, E>, check: impl Fn(E)) -> (R, usize) {
    let mut refused = 0;
    loop {
        match with_budget(refused, &mut work) {
            Ok(result) => return (result, refused),
            Err(error) => check(error),
        }
        refused += 1;
    }
}

/// Returns the bytes that work leaves behind as its thread ends.
fn left_of(work: impl FnOnce() + Send) -> isize {
    let before = live();
    thread::scope(|scope| scope.spawn(work).join().unwrap());
    live() - before
}

/// Returns a source of random numbers, always the same.
fn draws() -> impl FnMut() -> usize {
    let mut state = 1_u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 40).unwrap()
    }
}

/// A history of typing at places that change now and then.
fn history(edits: usize) -> Vec<ConcatStr> {
    let mut text = ConcatStr::from(&*"0123456789".repeat(1000));
    let mut at = 5000;
    (0..edits)
        .map(|n| {
            if n % 30 == 0 {
                at = (n * 7919) % text.len();
            }
            text.insert_str(at, "x");
            at += 1;
            text.clone()
        })
        .collect()
}

/// Returns the bytes of each of 100,000 texts beside its handle, and checks that all go with them.
fn bytes_each(make: impl FnOnce() -> Vec<ConcatStr>) -> isize {
    release_thread_cache();
    let before = live();
    let texts = make();
    let handles = (texts.capacity() * size_of::<ConcatStr>()).cast_signed();
    let bytes = (live() - before - handles) / 100_000;
    drop(texts);
    release_thread_cache();
    assert_eq!(live(), before);
    bytes
}

fn versions_and_concatenations_take_few_bytes() {
    let bytes = bytes_each(|| history(100_000));
    assert!(bytes <= 60, "{bytes} bytes a version");
    let bytes = bytes_each(|| {
        let mut texts: Vec<ConcatStr> = (0..100).map(|n| ConcatStr::from(n.to_string())).collect();
        texts.reserve_exact(100_000);
        let mut draw = draws();
        for _ in 0..100_000 {
            let [left, right] = [0, 1].map(|_| draw() % texts.len());
            texts.push(texts[left].concat(&texts[right]));
        }
        texts
    });
    assert!(bytes <= 24, "{bytes} bytes a concatenation");
}

fn all_memory_is_given_back() {
    assert_eq!(left_of(|| drop(history(5000))), 0);
    let left = left_of(|| {
        let (sender, receiver) = mpsc::channel::<Vec<ConcatStr>>();
        let reader = thread::spawn(move || receiver.into_iter().for_each(drop));
        for _ in 0..4 {
            sender.send(history(2000)).unwrap();
        }
        drop(sender);
        reader.join().unwrap();
    });
    assert_eq!(left, 0);
    let left = left_of(|| {
        let text = ConcatStr::from("0123456789".repeat(1000));
        let part = text.substr(5..9000);
        let boxed = ConcatStr::from("é".repeat(1000).into_boxed_str());
        drop(text + &boxed + &part);
    });
    assert_eq!(left, 0);
}

const PASTE: &str = include_str!("memory.rs").split_at(1000).0;
const WORDS: &str = "some other text that fits no patch";

const OPERATIONS: usize = 8;

/// Does an operation that may fail at a place.
fn try_operation(number: usize, text: &mut ConcatStr, at: usize) -> Result<(), ConcatError> {
    match number {
        0 => text.try_replace_range(at..at, "x")?,
        1 => text.try_replace_range(at..at + 40, WORDS)?,
        2 => text.try_replace_range(at..at, PASTE)?,
        3 => text.try_replace_range(at / 2..at, "")?,
        4 => text.try_append(&text.clone())?,
        5 => *text = text.try_substr(at / 2..)?,
        6 => {
            let (end, start) = (text.try_substr(at..)?, text.try_substr(..at)?);
            *text = end.try_concat(&start)?;
        }
        _ => *text = text.try_replacen("78", "7\n8", at)?,
    }
    Ok(())
}

fn with_model(number: usize, model: &mut String, at: usize) {
    match number {
        0 => model.insert(at, 'x'),
        1 => model.replace_range(at..at + 40, WORDS),
        2 => model.insert_str(at, PASTE),
        3 => model.replace_range(at / 2..at, ""),
        4 => *model = model.repeat(2),
        5 => *model = model[at / 2..].to_owned(),
        6 => *model = model[at..].to_owned() + &model[..at],
        _ => *model = model.replacen("78", "7\n8", at),
    }
}

fn out_of_memory_is_an_error_and_keeps_the_text() {
    let mut refused = [0; OPERATIONS];
    let left = left_of(|| {
        for shared in [false, true] {
            let mut model = "0123456789".repeat(300);
            let mut text = ConcatStr::from(&*model);
            let mut kept = Vec::new();
            let (mut draw, mut last) = (draws(), 0);
            for step in 0..4000 {
                let draw = draw();
                let operation = if draw % 4 > 0 {
                    0
                } else {
                    draw / 4 % OPERATIONS
                };
                if draw % 7 == 0 {
                    last = draw % (model.len() - 40);
                }
                let at = last.min(model.len() - 40);
                // The thread's blocks are left now and then, so that a step needs others.
                if step % 3 == 0 {
                    release_thread_cache();
                }
                let again = || {
                    let done = try_operation(operation, &mut text, at);
                    assert!(done.is_ok() || text == model, "{operation}");
                    done
                };
                let is_alloc = |error| assert_eq!(error, ConcatError::Alloc);
                refused[operation] += retried(again, is_alloc).1;
                with_model(operation, &mut model, at);
                assert_eq!(text.len(), model.len(), "{operation}");
                // Lines are counted without memory, too.
                let lines = 1 + model.bytes().filter(|&byte| byte == b'\n').count();
                let budget = [0, usize::MAX][step % 2];
                assert_eq!(with_budget(budget, || text.line_count()), lines);
                if shared {
                    kept.push(text.clone());
                }
                if model.len() > 20_000 || model.len() < 1000 {
                    model = "0123456789".repeat(300);
                    text = ConcatStr::from(&*model);
                }
            }
            assert_eq!(text, model);
        }
    });
    assert!(refused.iter().all(|&times| times > 20), "{refused:?}");
    assert_eq!(left, 0);
}

fn saved(texts: Vec<ConcatStr>) -> (History, Vec<u8>) {
    let mut history = History::new(ConcatStr::new());
    let mut writer = HistoryWriter::new(Vec::new());
    for text in texts {
        history.push(text);
        writer.append(&history).unwrap();
    }
    (history, std::mem::take(writer.get_mut()))
}

fn a_history_is_read_with_its_sharing() {
    release_thread_cache();
    let before = live();
    let (history, file) = saved(history(100_000));
    assert!(file.len() / 100_000 <= 25, "{}", file.len());
    let file_bytes = file.capacity().cast_signed();
    release_thread_cache();
    let bytes = live() - before - file_bytes;
    drop(history);
    let restored = History::read_from(&*file).unwrap().into_history();
    release_thread_cache();
    let again = live() - before - file_bytes;
    assert!(
        again <= bytes + bytes / 20,
        "{again} bytes instead of {bytes}"
    );
    drop((restored, file));
    release_thread_cache();
    assert_eq!(live(), before);
}

fn a_file_takes_memory_by_its_bytes() {
    // Of each leaf of 251 bytes one is written.
    let texts = (0..20_000).map(|n| ConcatStr::from(format!("{n:0251}")));
    let (history, file) = saved(texts.collect());
    drop(history);
    release_thread_cache();
    let before = live();
    let restored = History::read_from(&*file).unwrap();
    let bytes = (live() - before).unsigned_abs();
    assert!((10..100).contains(&(bytes / file.len())), "{bytes}");
    assert_eq!(restored.into_history().iter().count(), 20_001);
    release_thread_cache();

    // Nodes of versions that were dropped are swept, by the reader too.
    let (mut history, mut writer) = (History::new("".into()), HistoryWriter::new(Vec::new()));
    history.limit_versions(10);
    for n in 0..20_000 {
        history.push(ConcatStr::from(format!("{n:0251}")));
        writer.append(&history).unwrap();
    }
    let before = live();
    let restored = History::read_from(&**writer.get_ref()).unwrap();
    assert!(live() - before < 300_000, "{}", live() - before);
    assert!(restored.into_history().iter().eq(history.iter()));
}

fn a_refused_version_leaves_nothing() {
    for budget in 0.. {
        let shared: Arc<str> = "x".repeat(300).into();
        let [text, mark] = [(); 2].map(|()| ConcatStr::from(shared.clone()));
        let mut history = History::new(ConcatStr::new());
        history.limit_bytes(usize::MAX).unwrap();
        let pushed = with_budget(budget, || history.try_push(text, mark, false));
        if pushed.is_ok() {
            assert!(budget > 3, "{budget} allocations");
            return;
        }
        assert_eq!(Arc::strong_count(&shared), 1);
    }
}

fn a_history_without_memory_is_an_error_and_goes_on() {
    let left = left_of(|| {
        let texts = history(300);
        let (whole, file) = saved(texts.clone());
        let read = || {
            release_thread_cache();
            History::read_from(&*file)
        };
        let is_alloc = |error| match error {
            HistoryError::Concat(ConcatError::Alloc) => {}
            error => panic!("{error}"),
        };
        let (restored, reads) = retried(read, is_alloc);
        let (history, mut writer) = restored.resume(Vec::new());
        assert!(history.iter().eq(whole.iter()));
        assert!(writer.append(&history).is_ok() && writer.get_ref().is_empty());
        let mut history = History::new(ConcatStr::new());
        let mut writer = HistoryWriter::new(Vec::new());
        history.limit_bytes(usize::MAX).unwrap();
        let mut refused = [reads, 0, 0];
        for (n, text) in texts.into_iter().enumerate() {
            release_thread_cache();
            let mark = text.substr(..text.len() % 30);
            let push = || history.try_push(text.clone(), mark.clone(), n % 3 == 0);
            refused[1] += retried(push, |error| assert_eq!(error, ConcatError::Alloc)).1;
            writer.get_mut().reserve(1000);
            let append = || writer.append(&history);
            let is_kind = |error: Error| assert_eq!(error.kind(), ErrorKind::OutOfMemory);
            refused[2] += retried(append, is_kind).1;
        }
        let read = History::read_from(&**writer.get_ref()).unwrap();
        let restored = read.into_history();
        assert!(restored.iter().eq(history.iter()));
        let texts = whole.iter().map(|version| version.text);
        assert!(texts.eq(restored.iter().map(|version| version.text)));
        assert!(refused.iter().all(|&times| times > 5), "{refused:?}");
        a_refused_version_leaves_nothing();
    });
    assert_eq!(left, 0);
}

/// Set for a process in which an allocation fails.
const FAILS: &str = "STRING_KIT_FAILS";

fn the_program_ends_with_the_size_that_was_asked_for() {
    let mut child = Command::new(env::current_exe().unwrap());
    let ended = child.env(FAILS, "1").output().unwrap();
    let message = String::from_utf8_lossy(&ended.stderr);
    assert!(message.contains("12345 bytes"), "{message}");
}

#[test]
fn memory() {
    if env::var_os(FAILS).is_some() {
        let text = ConcatStr::from("x".repeat(12_345));
        with_budget(0, || drop(String::from(&text)));
    }
    // With 32-bit pointers the slab allocates tables of its blocks, and never frees them. This
    // makes more blocks than what is measured below.
    drop(history(200_000));
    release_thread_cache();
    versions_and_concatenations_take_few_bytes();
    all_memory_is_given_back();
    out_of_memory_is_an_error_and_keeps_the_text();
    a_history_is_read_with_its_sharing();
    a_file_takes_memory_by_its_bytes();
    a_history_without_memory_is_an_error_and_goes_on();
    the_program_ends_with_the_size_that_was_asked_for();
}
