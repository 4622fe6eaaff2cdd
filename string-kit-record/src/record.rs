//! The record of a label: the counters of each thread, and what the threads share.

use std::collections::{BTreeMap, HashMap};
#[cfg(target_has_atomic = "64")]
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

#[cfg(not(target_has_atomic = "64"))]
use portable_atomic::{AtomicI64, AtomicU64};

use crate::forks::{OfProcess, first_thread, lock, next_thread};
use crate::hash::{Key, hash};
use crate::label::{Label, Texts};
use crate::lives::{Family, Lives};
use crate::operation::{OPERATIONS, Operation};
use crate::rows::Cell::{Number, Text};
use crate::rows::Rows;
use crate::values::Values;

/// One text of so many is a candidate for the most frequent texts, if it is not in the sample.
const HEAVY_RATE: i64 = 16;
/// The size of the sample of distinct texts, and the bytes that it may take.
const SAMPLED: usize = 4096;
const MEMORY: usize = 3 << 19;

/// All records, in the order of first use. None is freed.
static RECORDS: OfProcess<Mutex<Vec<&'static Record>>> = OfProcess::new();

/// The name of a label, and the part of its texts that is kept: those with one record.
pub(crate) type LabelId = (&'static str, Texts);

#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) label: LabelId,
    alias: &'static str,
    /// The key of the hashes, if no text is kept.
    key: Option<Key>,
    /// The numbers of threads of this process are greater, and those of its parents less.
    first_thread: u32,
    threads: Mutex<Threads>,
    shared: OnceLock<&'static Recorder>,
    /// The strings that are alive, as far as the threads reported them.
    alive: AtomicI64,
    most: AtomicI64,
    /// The greatest hash of a value that is in the sample.
    pub(crate) threshold: AtomicU64,
    values: Mutex<Values>,
    /// Texts by length, of lengths that no thread counts by itself. One may be negative: a text
    /// that is edited is subtracted at its rounded length, if it was counted before lengths were.
    lengths: Mutex<HashMap<u64, i64>>,
    /// A text is followed if a random number has none of these bits.
    pub(crate) skipped: AtomicU64,
    lives: Mutex<Lives>,
}

#[derive(Debug, Default)]
struct Threads {
    all: Vec<&'static Recorder>,
    /// Those whose threads have ended.
    idle: Vec<&'static Recorder>,
    used: u64,
}

impl Record {
    /// Returns the record of a label.
    pub(crate) fn get<L: Label>() -> &'static Record {
        let label = (L::NAME, L::TEXTS);
        let mut records = lock(RECORDS.current());
        if let Some(record) = records.iter().find(|record| record.label == label) {
            return record;
        }
        let record: &'static Record = Box::leak(Box::new(Record {
            label,
            alias: L::ALIAS,
            key: (L::TEXTS == Texts::Lengths).then(Key::random),
            first_thread: first_thread(),
            threads: Mutex::default(),
            shared: OnceLock::new(),
            alive: AtomicI64::new(0),
            most: AtomicI64::new(0),
            threshold: AtomicU64::new(u64::MAX),
            values: Mutex::new(Values::of_texts(L::TEXTS, SAMPLED, MEMORY)),
            lengths: Mutex::default(),
            skipped: AtomicU64::new(0),
            lives: Mutex::default(),
        }));
        records.push(record);
        record
    }

    /// Returns all records, in the order of their names, each with the name that it has in a file.
    pub(crate) fn all() -> Vec<(String, &'static Record)> {
        let records = lock(RECORDS.current()).clone();
        let in_files = records.iter().map(|&record| {
            let (name, texts) = record.label;
            let twin = (name, Texts::Lengths);
            let has_twin = records.iter().any(|record| record.label == twin);
            let end = match texts {
                Texts::Kept if has_twin => " (texts kept)",
                _ => "",
            };
            (format!("{name}{end}"), record)
        });
        let mut sorted: Vec<_> = in_files.collect();
        sorted.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        sorted
    }

    pub(crate) fn take(&'static self) -> &'static Recorder {
        let mut threads = lock(&self.threads);
        threads.used += 1;
        let recorder = threads.idle.pop().unwrap_or_else(|| {
            let recorder = Box::leak(Box::new(Recorder::new(self, threads.used, false)));
            threads.all.push(recorder);
            recorder
        });
        recorder.thread.store(next_thread(), Relaxed);
        recorder
    }

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

    fn hash(&self, text: &str) -> u64 {
        let hash = hash(text);
        self.key.as_ref().map_or(hash, |key| key.hash(hash))
    }

    /// Changes the number of strings that are alive, and returns it. Until the change, at most
    /// `greatest` more were alive.
    fn alive(&self, change: i64, greatest: i64) -> i64 {
        let before = self.alive.fetch_add(change, Relaxed);
        if before + greatest > self.most.load(Relaxed) {
            self.most.fetch_max(before + greatest, Relaxed);
        }
        before + change
    }

    /// Counts a value of the sample. First moves the count that has its place in the thread's cache
    /// to the record.
    #[cold]
    fn add_value(&self, cached: Option<&Cached>, hash: u64, text: &str) {
        let mut values = lock(&self.values);
        if let Some(cached) = cached {
            values.add_to(
                cached.hash.load(Relaxed),
                cached.count.load(Relaxed).cast_signed(),
            );
            cached.hash.store(hash, Relaxed);
            cached.count.store(0, Relaxed);
        }
        let threshold = values.add(hash, text);
        self.threshold.store(threshold, Relaxed);
    }

    /// Begins or ends a life.
    #[cold]
    fn follow<R>(&self, change: impl FnOnce(&mut Lives) -> R) -> R {
        let mut lives = lock(&self.lives);
        let result = change(&mut lives);
        lives.mark_peak(self.alive.load(Relaxed));
        self.skipped.store(lives.skipped(), Relaxed);
        result
    }

    /// Returns the rows of the label, and the number of its texts.
    pub(crate) fn rows(&self, field: &str) -> (String, u64) {
        let threads = lock(&self.threads);
        let all = &threads.all;
        let values = self.values(all);
        // Threads that go on may have counted a value since the lengths were read.
        let lengths = values.lengths().unwrap_or_else(|| self.lengths(all));
        let texts = lengths.values().sum();
        let mut rows = Rows::new(field);
        if self.key.is_some() {
            rows.count("keyed", 1);
        }
        if !self.alias.is_empty() {
            rows.add("alias", &[("text", Text(self.alias)), ("count", Number(1))]);
        }
        rows.count("present", texts);
        // As a length, a thread may have subtracted what another one counted.
        let not_ascii = sum(all, |recorder| &recorder.not_ascii);
        rows.count("ascii", texts.saturating_sub(not_ascii));
        rows.texts(lengths.into_iter(), &values);
        let operations =
            OPERATIONS.map(|(at, _)| sum(all, |recorder| &recorder.counts[at as usize]));
        for ((_, name), count) in OPERATIONS.into_iter().zip(operations) {
            rows.add(
                "operation",
                &[("text", Text(name)), ("count", Number(count))],
            );
        }
        let [captures, clones, drops, ..] = operations;
        let alive = (captures + clones).saturating_sub(drops);
        let most = self.most_alive(all).clamp(alive, captures + clones);
        let owners = lock(&self.lives).owners(most);
        for (part, count) in [("alive", alive), ("owners", owners)] {
            rows.add(part, &[("count", Number(count)), ("most", Number(most))]);
        }
        // One of those that have no recorder, if no other.
        rows.count("threads", threads.used.max(1));
        // A thread that took over the recorder of another is not counted again.
        let counts = all
            .iter()
            .map(|recorder| &recorder.counts[Operation::Clone as usize]);
        let have_cloned = counts.filter(|count| count.load(Relaxed) > 0);
        rows.count("cloners", have_cloned.count() as u64);
        (rows.rows, texts)
    }

    fn most_alive(&self, all: &[&Recorder]) -> u64 {
        let greatest = all.iter().map(|recorder| recorder.greatest.load(Relaxed));
        let reported = self.alive.load(Relaxed) + greatest.max().unwrap_or(0);
        // Threads that go on may have made strings since these were counted.
        self.most.load(Relaxed).max(reported).unsigned_abs()
    }

    fn lengths(&self, all: &[&Recorder]) -> BTreeMap<u64, u64> {
        let sums = (0..SHORT).map(|at| sum(all, |recorder| &recorder.lengths[at]));
        let short = (0..).zip(sums.map(u64::cast_signed));
        let counts = lock(&self.lengths);
        let long = counts.iter().map(|(&bytes, &count)| (bytes, count));
        let counted = short.chain(long).filter(|(_, count)| *count > 0);
        counted
            .map(|(bytes, count)| (bytes, count.unsigned_abs()))
            .collect()
    }

    /// Returns the values, with all counts of all threads.
    fn values(&self, threads: &[&Recorder]) -> Values {
        let values = lock(&self.values);
        let mut sum = values.clone();
        for cached in threads.iter().flat_map(|recorder| &recorder.cache) {
            let count = cached.count.load(Relaxed).cast_signed();
            sum.add_to(cached.hash.load(Relaxed), count);
        }
        sum
    }
}

fn sum(all: &[&Recorder], number: impl Fn(&Recorder) -> &AtomicU64) -> u64 {
    all.iter()
        .map(|recorder| number(recorder).load(Relaxed))
        .fold(0, u64::wrapping_add)
}

/// The lengths that a thread counts by itself: those below this number of bytes.
pub(crate) const SHORT: usize = 256;
/// The longer lengths that are counted one by one. Later ones are rounded to 16 an octave.
const EXACT: usize = 4096;
/// The number of values whose counts a thread adds up before it takes the lock of the record.
const CACHED: usize = 1024;

/// The counters of one thread for one label.
///
/// Only its thread writes it: an addition is a load and a store. Any thread may read it. No
/// recorder is freed: when a thread ends, the next one takes its recorders over. The recorder of
/// threads whose thread-locals are gone is `is_shared`, and its additions are atomic.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) record: &'static Record,
    is_shared: bool,
    /// The number of its thread, from `first_thread + 1`; `first_thread` if it is of several.
    pub(crate) thread: AtomicU32,
    counts: [AtomicU64; OPERATIONS.len()],
    /// Texts by length. A text that is edited on another thread is subtracted there: only the sums
    /// are counts.
    lengths: [AtomicU64; SHORT],
    pub(crate) not_ascii: AtomicU64,
    /// The strings captured and cloned, less those dropped, since this thread last reported them to
    /// the record.
    pending: AtomicI64,
    /// The most strings that were pending since then.
    greatest: AtomicI64,
    /// The number of pending strings at which the thread reports them.
    step: AtomicI64,
    random: AtomicU64,
    cache: Box<[Cached]>,
}

/// The count of a value since it was last added to the values of the record.
#[derive(Debug, Default)]
pub(crate) struct Cached {
    pub(crate) hash: AtomicU64,
    pub(crate) count: AtomicU64,
}

impl Recorder {
    pub(crate) fn new(record: &'static Record, number: u64, is_shared: bool) -> Self {
        Self {
            record,
            is_shared,
            thread: AtomicU32::new(record.first_thread),
            counts: [const { AtomicU64::new(0) }; OPERATIONS.len()],
            lengths: [const { AtomicU64::new(0) }; SHORT],
            not_ascii: AtomicU64::new(0),
            pending: AtomicI64::new(0),
            greatest: AtomicI64::new(0),
            step: AtomicI64::new(1),
            random: AtomicU64::new(number.wrapping_mul(0x9216_D5D9_8979_FB1B) | 1),
            cache: (0..CACHED).map(|_| Cached::default()).collect(),
        }
    }

    /// Adds to a number that only this thread writes.
    #[inline]
    fn add(&self, to: &AtomicU64, number: u64) {
        if self.is_shared {
            to.fetch_add(number, Relaxed);
        } else {
            to.store(to.load(Relaxed).wrapping_add(number), Relaxed);
        }
    }

    #[inline]
    pub(crate) fn count(&self, operation: Operation) {
        self.add(&self.counts[operation as usize], 1);
    }

    /// Counts an operation on a string if it is one whose text another thread had captured, and
    /// returns whether it is.
    #[inline]
    pub(crate) fn count_elsewhere(&self, captured_by: u32) -> bool {
        let thread = self.thread.load(Relaxed);
        let is_elsewhere = thread != captured_by
            && thread > self.record.first_thread
            && captured_by > self.record.first_thread;
        if is_elsewhere {
            self.count(Operation::Elsewhere);
        }
        is_elsewhere
    }

    /// Returns `true` if the thread of this number is one of the process's parent: it counts the
    /// string's text and its drop.
    #[inline]
    pub(crate) fn is_of_parent(&self, captured_by: u32) -> bool {
        captured_by < self.record.first_thread
    }

    /// Counts a captured string. Its text is counted now, unless it is empty and may be built by
    /// appending.
    pub(crate) fn capture(&self, text: &str) -> Option<Arc<Family>> {
        self.count(Operation::Capture);
        self.alive(1);
        if !text.is_empty() {
            self.count_text(text);
        }
        let random = self.random();
        if random & self.record.skipped.load(Relaxed) != 0 {
            return None;
        }
        self.record.follow(|lives| lives.begin(random))
    }

    /// Counts a clone of a string, whose text the thread of this number had captured. Returns the
    /// life of the clone, and the number of its thread.
    pub(crate) fn clone(
        &self,
        life: Option<&Arc<Family>>,
        captured_by: u32,
    ) -> (Option<Arc<Family>>, u32) {
        self.count(Operation::Clone);
        if self.count_elsewhere(captured_by) {
            self.count(Operation::CloneElsewhere);
        }
        self.alive(1);
        if self.is_of_parent(captured_by) {
            return (None, self.thread.load(Relaxed));
        }
        let begin = |life| self.record.follow(|lives| lives.begin_clone(life));
        (life.and_then(begin), captured_by)
    }

    /// Counts a drop of a string, whose text the thread of this number had captured.
    pub(crate) fn drop(&self, life: Option<Arc<Family>>, captured_by: u32) {
        if self.is_of_parent(captured_by) {
            return;
        }
        self.count(Operation::Drop);
        self.alive(-1);
        if let Some(life) = life {
            self.record.follow(|lives| lives.end(life));
        }
    }

    fn length(&self, bytes: usize, number: i64) {
        if let Some(count) = self.lengths.get(bytes) {
            return self.add(count, number.cast_unsigned());
        }
        let (bytes, mut lengths) = (bytes as u64, lock(&self.record.lengths));
        let is_exact = lengths.len() < EXACT || lengths.contains_key(&bytes);
        let step = if is_exact { 1 } else { 1 << bytes.ilog2() >> 4 };
        *lengths.entry(bytes / step * step).or_default() += number;
    }

    fn alive(&self, change: i64) {
        if self.is_shared {
            self.record.alive(change, change.max(0));
            return;
        }
        let pending = self.pending.load(Relaxed) + change;
        let greatest = pending.max(self.greatest.load(Relaxed));
        self.greatest.store(greatest, Relaxed);
        if pending.abs() < self.step.load(Relaxed) {
            self.pending.store(pending, Relaxed);
        } else {
            self.pending.store(0, Relaxed);
            self.greatest.store(0, Relaxed);
            let alive = self.record.alive(pending, greatest);
            // Each thread keeps back at most a thousandth of the strings alive.
            self.step.store((alive / 1024).clamp(1, 4096), Relaxed);
        }
    }

    pub(crate) fn count_text(&self, text: &str) {
        let hash = self.count_length(text, 1);
        if hash <= self.record.threshold.load(Relaxed) {
            #[allow(clippy::cast_possible_truncation)] // The remainder is small.
            let cached = &self.cache[(hash % CACHED as u64) as usize];
            if self.is_shared {
                self.record.add_value(None, hash, text);
            } else if cached.hash.load(Relaxed) == hash {
                self.add(&cached.count, 1);
            } else {
                self.record.add_value(Some(cached), hash, text);
            }
        } else if self.random().is_multiple_of(HEAVY_RATE.cast_unsigned()) {
            lock(&self.record.values).add_heavy(hash, text, HEAVY_RATE);
        }
    }

    /// Takes back what [`count_text`](Self::count_text) counted, since the text is edited.
    pub(crate) fn remove_text(&self, text: &str) {
        let hash = self.count_length(text, -1);
        if hash <= self.record.threshold.load(Relaxed) {
            lock(&self.record.values).add_to(hash, -1);
        } else if self.random().is_multiple_of(HEAVY_RATE.cast_unsigned()) {
            lock(&self.record.values).remove_heavy(hash, HEAVY_RATE);
        }
    }

    /// Adds to the number of texts of a length, and returns the hash of the text.
    fn count_length(&self, text: &str, number: i64) -> u64 {
        self.length(text.len(), number);
        if !text.is_ascii() {
            self.add(&self.not_ascii, number.cast_unsigned());
        }
        self.record.hash(text)
    }

    /// Returns a random number, by a shift register.
    fn random(&self) -> u64 {
        let mut number = self.random.load(Relaxed);
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        self.random.store(number, Relaxed);
        // The product's upper half, since the lower bits of the register repeat early.
        number.wrapping_mul(0xD131_0BA6_98DF_B5AC | 1) >> 16
    }
}
