//! The record of a label: what its threads share.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::label::{Label, Texts};
use crate::lives::{Life, Lives};
use crate::recorder::{Cached, OPERATIONS, Operation, Recorder, SHORT};
use crate::save;
use crate::values::Values;

/// All records, in the order of first use. None is freed.
static RECORDS: Mutex<Vec<&'static Record>> = Mutex::new(Vec::new());

/// The record of a label.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) name: &'static str,
    pub(crate) texts: Texts,
    /// The key of the hashes: 0, unless no text is kept.
    pub(crate) key: u64,
    threads: Mutex<Threads>,
    shared: OnceLock<&'static Recorder>,
    /// The strings that are alive, as far as the threads told.
    alive: AtomicI64,
    most: AtomicI64,
    /// The greatest hash of a value that is in the sample.
    threshold: AtomicU64,
    values: Mutex<Values>,
    /// Texts by length, of lengths that no thread counts by itself.
    lengths: Mutex<HashMap<u64, i64>>,
    /// A text is followed if a random number has none of these bits.
    skipped: AtomicU64,
    lives: Mutex<Lives>,
}

/// The recorders of a label.
#[derive(Debug, Default)]
struct Threads {
    all: Vec<&'static Recorder>,
    /// Those whose threads have ended.
    idle: Vec<&'static Recorder>,
    /// The number of threads that used the label.
    used: u64,
}

/// The counts of a label, as they are saved.
#[derive(Debug)]
pub(crate) struct Counts {
    pub(crate) operations: [u64; OPERATIONS.len()],
    /// The strings that are alive now, and at most.
    pub(crate) alive: (u64, u64),
    pub(crate) threads: u64,
    pub(crate) not_ascii: u64,
    /// The number of texts of each length.
    pub(crate) lengths: Vec<(u64, u64)>,
}

/// The most lengths from [`SHORT`] on that are counted each: longer texts are counted with 16 lengths an octave.
const LONG: usize = 4096;

impl Record {
    /// Returns the record of a label.
    pub(crate) fn of<L: Label>() -> &'static Record {
        let mut records = lock(&RECORDS);
        if let Some(record) = records.iter().find(|record| record.name == L::NAME) {
            return record;
        }
        let key = match L::TEXTS {
            Texts::Sample => 0,
            Texts::Lengths => RandomState::new().hash_one(L::NAME),
        };
        let record: &'static Record = Box::leak(Box::new(Record {
            name: L::NAME,
            texts: L::TEXTS,
            key,
            threads: Mutex::default(),
            shared: OnceLock::new(),
            alive: AtomicI64::new(0),
            most: AtomicI64::new(0),
            threshold: AtomicU64::new(u64::MAX),
            values: Mutex::default(),
            lengths: Mutex::default(),
            skipped: AtomicU64::new(0),
            lives: Mutex::default(),
        }));
        if records.is_empty() {
            save::at_exit_if_asked();
        }
        records.push(record);
        record
    }

    /// Returns all records, in the order of their names.
    pub(crate) fn all() -> Vec<&'static Record> {
        let mut records = lock(&RECORDS).clone();
        records.sort_unstable_by_key(|record| record.name);
        records
    }

    /// Takes a recorder for a thread.
    pub(crate) fn take(&'static self) -> &'static Recorder {
        let mut threads = lock(&self.threads);
        threads.used += 1;
        if let Some(recorder) = threads.idle.pop() {
            return recorder;
        }
        let recorder = Box::leak(Box::new(Recorder::new(self, threads.used, false)));
        threads.all.push(recorder);
        recorder
    }

    /// Takes a recorder back from a thread that ends.
    pub(crate) fn give_back(&self, recorder: &'static Recorder) {
        lock(&self.threads).idle.push(recorder);
    }

    /// Returns the recorder of all threads that have none.
    pub(crate) fn shared(&'static self) -> &'static Recorder {
        self.shared.get_or_init(|| {
            let recorder = Box::leak(Box::new(Recorder::new(self, 0, true)));
            lock(&self.threads).all.push(recorder);
            recorder
        })
    }

    /// Changes the number of strings that are alive, and returns it.
    pub(crate) fn alive(&self, change: i64) -> i64 {
        let alive = self.alive.fetch_add(change, Relaxed) + change;
        if alive > self.most.load(Relaxed) {
            self.most.fetch_max(alive, Relaxed);
        }
        alive
    }

    pub(crate) fn add_length(&self, bytes: u64, number: i64) {
        let mut lengths = lock(&self.lengths);
        let bytes = if lengths.len() < LONG || lengths.contains_key(&bytes) {
            bytes
        } else {
            rounded(bytes)
        };
        *lengths.entry(bytes).or_default() += number;
    }

    #[inline]
    pub(crate) fn threshold(&self) -> u64 {
        self.threshold.load(Relaxed)
    }

    /// Counts a value of the sample, and first adds up the count that has its place in the thread's cache.
    #[cold]
    pub(crate) fn add_value(&self, cached: Option<&Cached>, hash: u64, text: &str) {
        let mut values = lock(&self.values);
        if let Some(cached) = cached {
            values.add_to(
                cached.hash.load(Relaxed),
                cached.count.load(Relaxed).cast_signed(),
            );
            cached.hash.store(hash, Relaxed);
            cached.count.store(0, Relaxed);
        }
        let threshold = values.add(hash, text, self.texts);
        self.threshold.store(threshold, Relaxed);
    }

    /// Takes back a value of the sample.
    pub(crate) fn remove_value(&self, hash: u64) {
        lock(&self.values).add_to(hash, -1);
    }

    /// Counts a text that may be among the most frequent ones.
    #[cold]
    pub(crate) fn add_heavy(&self, hash: u64, text: &str) {
        lock(&self.values).add_heavy(hash, text, self.texts);
    }

    pub(crate) fn remove_heavy(&self, hash: u64) {
        lock(&self.values).remove_heavy(hash);
    }

    #[inline]
    pub(crate) fn skipped(&self) -> u64 {
        self.skipped.load(Relaxed)
    }

    /// Begins to follow a captured text, or a clone of a followed one.
    #[cold]
    pub(crate) fn follow(
        &self,
        begin: impl FnOnce(&mut Lives, u64) -> Option<Life>,
    ) -> Option<Box<Life>> {
        let captures = self.counted(Operation::Capture);
        let mut lives = lock(&self.lives);
        let life = begin(&mut lives, captures);
        self.skipped.store(lives.skipped(), Relaxed);
        life.map(Box::new)
    }

    /// Counts the life of a followed string that is dropped.
    #[cold]
    pub(crate) fn end(&self, life: &Life) {
        let captures = self.counted(Operation::Capture);
        lock(&self.lives).end(life, captures);
    }

    fn counted(&self, operation: Operation) -> u64 {
        let threads = lock(&self.threads);
        threads.all.iter().map(|of| of.counted(operation)).sum()
    }

    /// Returns all counts.
    pub(crate) fn counts(&self) -> Counts {
        let operations = OPERATIONS.map(|(operation, _)| self.counted(operation));
        let [captures, clones, drops, ..] = operations;
        let alive = (captures + clones).saturating_sub(drops);
        let threads = lock(&self.threads);
        let mut short = [0_u64; SHORT];
        for recorder in &threads.all {
            for (sum, count) in short.iter_mut().zip(recorder.lengths()) {
                *sum = sum.wrapping_add(count);
            }
        }
        let long = lock(&self.lengths);
        let mut long: Vec<(u64, i64)> =
            long.iter().map(|(bytes, count)| (*bytes, *count)).collect();
        long.sort_unstable();
        let short = (0..).zip(short.map(u64::cast_signed));
        // A length may have fewer than no texts if one was edited that had been counted before lengths were rounded.
        let lengths = short.chain(long).filter(|(_, count)| *count > 0);
        Counts {
            operations,
            alive: (alive, alive.max(self.most.load(Relaxed).unsigned_abs())),
            threads: threads.used,
            not_ascii: threads
                .all
                .iter()
                .map(|of| of.not_ascii.load(Relaxed))
                .sum(),
            lengths: lengths
                .map(|(bytes, count)| (bytes, count.unsigned_abs()))
                .collect(),
        }
    }

    /// Returns the values, with all counts of all threads.
    pub(crate) fn values(&self) -> Values {
        let threads = lock(&self.threads).all.clone();
        let values = lock(&self.values);
        let mut sum = values.clone();
        for (hash, count) in threads.iter().flat_map(|recorder| recorder.cached()) {
            sum.add_to(hash, count.cast_signed());
        }
        sum
    }

    /// Returns the lives that have ended.
    pub(crate) fn lives(&self) -> Lives {
        lock(&self.lives).clone()
    }
}

/// Rounds a length to 16 lengths an octave.
fn rounded(bytes: u64) -> u64 {
    let step = 1 << bytes.max(16).ilog2() >> 4;
    bytes / step * step
}

/// Locks a mutex. No panic leaves what it protects in a state that cannot be read.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
