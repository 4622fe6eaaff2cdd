//! The counting of values by threads, each with some of the fields.
//!
//! Texts wait in a batch for each field. PERF: the table of one field then stays in the cache while a batch is
//! counted. Threads start when the first batch is full, so that small files need none.

use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use string_kit_measure::run::cores;

use super::value::{LONGEST, hash};
use super::{Shares, Values};

/// The most bytes of a batch: those of its texts, and a word for each.
const BATCH: usize = 192 << 10;
/// The number of batches that wait for a thread.
const WAITING: usize = 4;
/// The most threads.
const THREADS: usize = 8;

/// The values of all fields.
#[derive(Debug)]
pub(super) struct Counting {
    batches: Vec<Batch>,
    /// Thread i counts the fields whose number modulo the number of threads is i. None before the first batch is
    /// full, or if the system has no thread.
    threads: Vec<Counter>,
    /// The values that are counted without threads.
    values: Vec<Values>,
    shares: Shares,
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            batches: Vec::new(),
            threads: Vec::new(),
            values: Vec::new(),
            shares: Shares::of(super::MEMORY, 1),
        }
    }
}

/// A thread that counts values.
#[derive(Debug)]
struct Counter {
    batches: SyncSender<(usize, Batch, Shares)>,
    thread: JoinHandle<Vec<(usize, Values)>>,
}

/// Texts of one field.
#[derive(Debug, Default)]
struct Batch {
    bytes: String,
    /// The end of each text.
    ends: Vec<usize>,
    /// The hash and the bytes of each text that is too long to be kept.
    long: Vec<(u64, u64)>,
}

impl Counting {
    /// Counts a text of a field. Fields are numbered from 0.
    pub(super) fn add(&mut self, field: usize, text: &str) {
        if field >= self.batches.len() {
            self.batches.resize_with(field + 1, Batch::default);
        }
        let batch = &mut self.batches[field];
        batch.push(text);
        if batch.size() >= BATCH.min(self.shares.waiting) {
            let batch = mem::take(batch);
            self.send(field, batch);
        }
    }

    /// Limits the memory of each field.
    pub(super) fn limit(&mut self, shares: Shares) {
        self.shares = shares;
        for field in 0..self.batches.len() {
            let is_large = self.batches[field].size() >= shares.waiting;
            if is_large || !self.threads.is_empty() || field < self.values.len() {
                let batch = mem::take(&mut self.batches[field]);
                self.send(field, batch);
            }
        }
    }

    /// Counts a batch, by the thread of its field if there is one.
    fn send(&mut self, field: usize, batch: Batch) {
        if self.threads.is_empty() && self.values.is_empty() {
            let threads = 0..cores().clamp(1, THREADS);
            self.threads = threads.map_while(|_| Counter::start()).collect();
        }
        if self.threads.is_empty() {
            self.count(field, &batch);
        } else {
            let counter = &self.threads[field % self.threads.len()];
            let sent = counter.batches.send((field, batch, self.shares));
            sent.expect("a thread waits for batches until all are sent");
        }
    }

    /// Counts a batch in this thread.
    fn count(&mut self, field: usize, batch: &Batch) {
        if field >= self.values.len() {
            self.values.resize_with(field + 1, Values::default);
        }
        let values = &mut self.values[field];
        values.limit(self.shares.values);
        batch.count(values);
    }

    /// Returns the values of each of so many fields.
    pub(super) fn finish(mut self, fields: usize) -> Vec<Values> {
        for (field, batch) in mem::take(&mut self.batches).into_iter().enumerate() {
            if self.threads.is_empty() {
                self.count(field, &batch);
            } else {
                self.send(field, batch);
            }
        }
        self.values.resize_with(fields, Values::default);
        for Counter { batches, thread } in self.threads {
            drop(batches);
            for (field, of) in thread.join().expect("counting does not panic") {
                self.values[field] = of;
            }
        }
        self.values
    }
}

impl Counter {
    /// Starts a thread; none if the system has none.
    fn start() -> Option<Self> {
        let (batches, received) = sync_channel(WAITING);
        let thread = thread::Builder::new().spawn(move || count(&received));
        Some(Self {
            batches,
            thread: thread.ok()?,
        })
    }
}

/// Counts batches until all are sent.
fn count(batches: &Receiver<(usize, Batch, Shares)>) -> Vec<(usize, Values)> {
    let mut all: Vec<(usize, Values)> = Vec::new();
    for (field, batch, shares) in batches {
        let at = all.iter().position(|(of, _)| *of == field);
        let at = at.unwrap_or_else(|| {
            all.push((field, Values::default()));
            all.len() - 1
        });
        let values = &mut all[at].1;
        values.limit(shares.values);
        batch.count(values);
    }
    all
}

impl Batch {
    fn push(&mut self, text: &str) {
        if text.len() > LONGEST {
            self.long.push((hash(text), text.len() as u64));
        } else {
            self.bytes.push_str(text);
            self.ends.push(self.bytes.len());
        }
    }

    fn size(&self) -> usize {
        let words = self.ends.len() + 2 * self.long.len();
        self.bytes.len() + words * size_of::<usize>()
    }

    fn count(&self, values: &mut Values) {
        let mut start = 0;
        for &end in &self.ends {
            values.add(&self.bytes[start..end]);
            start = end;
        }
        for &(hash, bytes) in &self.long {
            values.add_long(hash, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_count_as_one_does() {
        let mut counting = Counting::default();
        let mut expected = vec![Values::default(); 3];
        for number in 0..4 * 8192 {
            let long = "x".repeat(LONGEST + number % 5);
            for (field, text) in [(0, number.to_string()), (2, (number % 7).to_string())] {
                counting.add(field, &text);
                expected[field].add(&text);
            }
            if number % 1000 == 0 {
                counting.add(1, &long);
                expected[1].add(&long);
            }
        }
        assert!(!counting.threads.is_empty());
        assert_eq!(counting.finish(3), expected);
    }

    #[test]
    fn without_a_full_batch_there_is_no_thread() {
        let mut counting = Counting::default();
        counting.add(1, "a");
        assert!(counting.threads.is_empty());
        let values = counting.finish(3);
        let counts = values.iter().map(|of| of.heaviest().len());
        assert_eq!(counts.collect::<Vec<_>>(), [0, 1, 0]);
    }
}
