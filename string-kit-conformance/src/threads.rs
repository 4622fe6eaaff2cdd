//! Work with a text on several threads at once.

use std::sync::Barrier;
use std::thread;

use crate::allocator::check;

/// The threads that [`share`] a text.
const THREADS: usize = 4;

/// Hands one text to several threads, which begin together.
pub fn share<T: Sync>(text: &T, work: &(dyn Fn(&T) + Sync)) {
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                checked(|| work(text));
            });
        }
    });
}

/// Gives each text to a thread of its own; all begin together.
pub fn send<T: Send>(texts: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    let start = Barrier::new(texts.len());
    let start = &start;
    thread::scope(|scope| {
        for text in texts {
            scope.spawn(move || {
                start.wait();
                checked(|| work(text));
            });
        }
    });
}

/// Panics with what the thread broke of its blocks' layouts: outside of a check the program ends.
fn checked(work: impl FnOnce()) {
    let ((), violations) = check(work);
    if let Some(violation) = violations.first() {
        panic!("{violation}");
    }
}
