//! The part of a record that one thread writes.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use crate::hash::hash;
use crate::label::Label;
use crate::lives::Life;
use crate::record::Record;

/// The operations that are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Capture,
    Clone,
    Drop,
    /// A comparison with any text.
    Compare,
    /// A comparison that found equal texts.
    Equal,
    Hash,
    /// A borrow as a `str`, as a map does when it compares a key with the text that is looked up.
    Lookup,
    Read,
    Append,
}

/// The operations in the order of their numbers, with their names in a file.
pub(crate) const OPERATIONS: [(Operation, &str); 9] = [
    (Operation::Capture, "capture"),
    (Operation::Clone, "clone"),
    (Operation::Drop, "drop"),
    (Operation::Compare, "compare"),
    (Operation::Equal, "equal"),
    (Operation::Hash, "hash"),
    (Operation::Lookup, "lookup"),
    (Operation::Read, "read"),
    (Operation::Append, "append"),
];

/// The lengths that a thread counts by itself: those below this number of bytes.
pub(crate) const SHORT: usize = 256;
/// The number of values whose counts a thread adds up before it takes the lock of the record.
const CACHED: usize = 1024;
/// One text of so many is a candidate for the most frequent texts, if it is in no sample of values.
pub(crate) const HEAVY_RATE: u64 = 16;

/// The counters of one thread for one label.
///
/// Only its thread writes it: an addition is a load and a store. Any thread may read it. No recorder is freed: when a
/// thread ends, the next one takes its recorders over. The recorder of threads whose thread-locals are gone is
/// `is_shared`, and its additions are atomic.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) record: &'static Record,
    is_shared: bool,
    counts: [AtomicU64; OPERATIONS.len()],
    /// Texts by length. A text that is edited on another thread is subtracted there: only the sums are counts.
    lengths: [AtomicU64; SHORT],
    pub(crate) not_ascii: AtomicU64,
    /// The strings captured and cloned, less those dropped, since this thread last told the record.
    pending: AtomicI64,
    /// The number of pending strings at which the thread tells the record.
    step: AtomicI64,
    random: AtomicU64,
    cache: Box<[Cached]>,
}

/// The count of a value since it was last added to the values of the record. `hash` changes only under their lock.
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
            counts: [const { AtomicU64::new(0) }; OPERATIONS.len()],
            lengths: [const { AtomicU64::new(0) }; SHORT],
            not_ascii: AtomicU64::new(0),
            pending: AtomicI64::new(0),
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

    /// Returns the number of operations that were counted here.
    pub(crate) fn counted(&self, operation: Operation) -> u64 {
        self.counts[operation as usize].load(Relaxed)
    }

    /// Returns the number of texts of each short length, modulo 2^64.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = u64> {
        self.lengths.iter().map(|count| count.load(Relaxed))
    }

    /// Returns the values whose counts are not added up yet. The lock of the values must be held.
    pub(crate) fn cached(&self) -> impl Iterator<Item = (u64, u64)> {
        let counts = |cached: &Cached| (cached.hash.load(Relaxed), cached.count.load(Relaxed));
        self.cache.iter().map(counts)
    }

    /// Counts a captured string. Its text is counted now, unless it is empty and may be built by appending.
    pub(crate) fn capture(&self, text: &str) -> Option<Box<Life>> {
        self.count(Operation::Capture);
        self.alive(1);
        if !text.is_empty() {
            self.count_text(text);
        }
        let random = self.random();
        if random & self.record.skipped() != 0 {
            return None;
        }
        self.record
            .follow(|lives, captures| lives.begin(random, captures))
    }

    /// Counts a clone of a string.
    pub(crate) fn clone(&self, life: Option<&Life>) -> Option<Box<Life>> {
        self.count(Operation::Clone);
        self.alive(1);
        let life = life?;
        self.record
            .follow(|lives, captures| lives.begin_clone(life, captures))
    }

    /// Counts the drop of a string.
    pub(crate) fn drop(&self, life: Option<Box<Life>>) {
        self.count(Operation::Drop);
        self.alive(-1);
        if let Some(life) = life {
            self.record.end(&life);
        }
    }

    /// Counts a comparison, and its outcome.
    #[inline]
    pub(crate) fn compare(&self, is_equal: bool) {
        self.count(Operation::Compare);
        if is_equal {
            self.count(Operation::Equal);
        }
    }

    /// Adds to the number of texts of a length.
    fn length(&self, bytes: usize, number: i64) {
        match self.lengths.get(bytes) {
            Some(count) => self.add(count, number.cast_unsigned()),
            None => self.record.add_length(bytes as u64, number),
        }
    }

    /// Changes the number of strings that are alive.
    fn alive(&self, change: i64) {
        if self.is_shared {
            self.record.alive(change);
            return;
        }
        let pending = self.pending.load(Relaxed) + change;
        if pending.abs() < self.step.load(Relaxed) {
            self.pending.store(pending, Relaxed);
        } else {
            self.pending.store(0, Relaxed);
            let alive = self.record.alive(pending);
            // At most a thousandth of the greatest number alive is not told by each thread.
            self.step.store((alive / 1024).clamp(1, 4096), Relaxed);
        }
    }

    /// Counts a text: its length and its value.
    pub(crate) fn count_text(&self, text: &str) {
        let hash = self.count_length(text, 1);
        if hash <= self.record.threshold() {
            #[allow(clippy::cast_possible_truncation)] // The remainder is small.
            let cached = &self.cache[(hash % CACHED as u64) as usize];
            if self.is_shared {
                self.record.add_value(None, hash, text);
            } else if cached.hash.load(Relaxed) == hash {
                self.add(&cached.count, 1);
            } else {
                self.record.add_value(Some(cached), hash, text);
            }
        } else if self.random().is_multiple_of(HEAVY_RATE) {
            self.record.add_heavy(hash, text);
        }
    }

    /// Takes back what [`count_text`](Self::count_text) counted, since the text is edited.
    pub(crate) fn remove_text(&self, text: &str) {
        let hash = self.count_length(text, -1);
        if hash <= self.record.threshold() {
            self.record.remove_value(hash);
        } else if self.random().is_multiple_of(HEAVY_RATE) {
            self.record.remove_heavy(hash);
        }
    }

    /// Adds to the number of texts of a length, and returns the hash of the text.
    fn count_length(&self, text: &str, number: i64) -> u64 {
        self.length(text.len(), number);
        if !text.is_ascii() {
            self.add(&self.not_ascii, number.cast_unsigned());
        }
        hash(self.record.key, text)
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

/// The number of labels that a thread finds without a search.
const DIRECT: usize = 16;

/// The recorders of a thread.
struct Own {
    /// The recorder last used of the labels with each remainder of the key.
    direct: [Cell<Option<(u64, &'static Recorder)>>; DIRECT],
    all: RefCell<Vec<(u64, &'static Recorder)>>,
}

thread_local! {
    static OWN: Own = const {
        Own { direct: [const { Cell::new(None) }; DIRECT], all: RefCell::new(Vec::new()) }
    };
}

impl Drop for Own {
    fn drop(&mut self) {
        for (_, recorder) in self.all.get_mut().drain(..) {
            recorder.record.give_back(recorder);
        }
    }
}

/// The key of a label: a hash of its name.
struct Key<L>(std::marker::PhantomData<L>);

impl<L: Label> Key<L> {
    const VALUE: u64 = {
        let name = L::NAME.as_bytes();
        let mut key = 0xCBF2_9CE4_8422_2325;
        let mut at = 0;
        while at < name.len() {
            key = (key ^ name[at] as u64).wrapping_mul(0x100_0000_01B3);
            at += 1;
        }
        key
    };
}

/// Returns this thread's recorder of a label.
#[inline]
pub(crate) fn recorder<L: Label>() -> &'static Recorder {
    let key = Key::<L>::VALUE;
    let found = OWN.try_with(|own| {
        #[allow(clippy::cast_possible_truncation)] // The remainder is small.
        let direct = &own.direct[(key % DIRECT as u64) as usize];
        match direct.get() {
            Some((other, recorder)) if other == key => recorder,
            _ => {
                let recorder = own.find(key, L::NAME, || Record::of::<L>());
                direct.set(Some((key, recorder)));
                recorder
            }
        }
    });
    // The thread-locals are gone: the thread ends, and drops its last strings.
    found.unwrap_or_else(|_| Record::of::<L>().shared())
}

impl Own {
    /// Returns the recorder of a label, and takes one if the thread has none.
    #[cold]
    fn find(
        &self,
        key: u64,
        name: &str,
        record: impl FnOnce() -> &'static Record,
    ) -> &'static Recorder {
        let is_it =
            |(other, recorder): &&(u64, &Recorder)| *other == key && recorder.record.name == name;
        if let Some((_, recorder)) = self.all.borrow().iter().find(is_it) {
            return recorder;
        }
        let recorder = record().take();
        self.all.borrow_mut().push((key, recorder));
        recorder
    }
}
