//! How the threads of a test exchange what they have, at random.

use std::iter;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;

use proptest::test_runner::Config;

pub(super) const THREADS: usize = 4;

/// How many texts a test takes: more than proptest takes cases, and fewer where those are.
pub(super) fn rounds() -> usize {
    8 * usize::try_from(Config::default().cases).unwrap()
}

/// Marsaglia's xorshift.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: usize) -> Self {
        // Neighbours far apart, and none 0.
        Self((seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// Where handles are sent to.
///
/// Who has to wait spins: a `Mutex` or a channel does it in std's compiled part, which no sanitizer sees
/// into, so that it would tell of races that are none.
pub(super) struct Inbox<T>(Mutex<Letters<T>>);

struct Letters<T> {
    handles: Vec<T>,
    /// Whether no more will come.
    closed: bool,
}

impl<T> Inbox<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Letters {
            handles: Vec::new(),
            closed: false,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Letters<T>> {
        loop {
            match self.0.try_lock() {
                Ok(letters) => return letters,
                Err(TryLockError::WouldBlock) => thread::yield_now(),
                Err(TryLockError::Poisoned(error)) => panic!("{error}"),
            }
        }
    }

    pub(super) fn send(&self, handle: T) {
        self.lock().handles.push(handle);
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
    }

    /// A handle, if there is one now.
    pub(super) fn take(&self) -> Option<T> {
        self.lock().handles.pop()
    }

    /// All handles, until no more will come.
    pub(super) fn all(&self) -> impl Iterator<Item = T> {
        iter::from_fn(|| {
            loop {
                let mut letters = self.lock();
                if letters.closed || !letters.handles.is_empty() {
                    return letters.handles.pop();
                }
                drop(letters);
                thread::yield_now();
            }
        })
    }
}
