//! Inboxes, through which the threads of a test exchange values, and random numbers.

use std::iter;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;

use proptest::test_runner::Config;

/// The number of threads that exchange values.
pub(crate) const THREADS: usize = 4;

/// Returns the number of texts that a test makes: eight for each proptest case.
pub(crate) fn rounds() -> usize {
    8 * usize::try_from(Config::default().cases).unwrap()
}

/// A generator of random numbers: Marsaglia's xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: usize) -> Self {
        // Fibonacci hashing: neighbouring seeds begin far apart, and no seed becomes 0.
        Self((seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % end
    }
}

/// The values that were sent to a thread; the last one sent is taken first.
///
/// A thread that has to wait spins. A `Mutex` or a channel would wait in std's compiled part, which
/// sanitizers do not see into, so that they would report false races.
pub(crate) struct Inbox<T>(Mutex<State<T>>);

struct State<T> {
    values: Vec<T>,
    /// `true` if no more values will be sent.
    closed: bool,
}

impl<T> Inbox<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(State {
            values: Vec::new(),
            closed: false,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        loop {
            match self.0.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::WouldBlock) => thread::yield_now(),
                Err(TryLockError::Poisoned(error)) => panic!("{error}"),
            }
        }
    }

    pub(crate) fn send(&self, value: T) {
        self.lock().values.push(value);
    }

    pub(crate) fn close(&self) {
        self.lock().closed = true;
    }

    /// Takes a value without waiting, or returns `None` if there is none.
    pub(crate) fn take(&self) -> Option<T> {
        self.lock().values.pop()
    }

    /// Returns an iterator that takes values, and waits for the next one until the inbox is closed
    /// and empty.
    pub(crate) fn all(&self) -> impl Iterator<Item = T> {
        iter::from_fn(|| {
            loop {
                let mut state = self.lock();
                if state.closed || !state.values.is_empty() {
                    return state.values.pop();
                }
                drop(state);
                thread::yield_now();
            }
        })
    }
}
