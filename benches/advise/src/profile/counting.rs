//! The counting of values by threads, each with some of the fields.
//!
//! Texts wait in a batch for each field. PERF: the table of one field then stays in the cache while a batch is
//! counted. Threads start when the first batch is full, so that small files need none.

use std::mem;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use string_kit_measure::run::cores;

use super::Values;

/// The most bytes of a batch: those of its texts, and a word for each.
const BATCH: usize = 192 << 10;
/// The number of batches that wait for a thread.
const WAITING: usize = 2;
/// The most threads.
const THREADS: usize = 8;

/// The values of all fields.
#[derive(Debug, Default)]
pub(super) struct Counting {
    fields: Vec<Counted>,
    /// Thread i counts the fields whose number modulo the number of threads is i, so that the batches of a field are
    /// counted in order. None before the first batch is full, or if the system has no thread.
    threads: Vec<(SyncSender<Job>, JoinHandle<()>)>,
    /// The bytes of memory of each field.
    share: usize,
}

type Job = Box<dyn FnOnce() + Send>;

/// The values of a field, and the texts that wait to be counted.
#[derive(Debug, Default)]
struct Counted {
    values: Arc<Mutex<Values>>,
    batch: Batch,
}

/// Texts of one field.
#[derive(Debug, Default)]
struct Batch {
    bytes: String,
    /// The end of each text.
    ends: Vec<usize>,
}

impl Counting {
    /// Makes room for this number of fields, and limits the memory of each.
    pub(super) fn limit(&mut self, fields: usize, share: usize) {
        self.fields.resize_with(fields, Counted::default);
        if share != self.share {
            self.share = share;
            (0..fields).for_each(|field| self.flush(field));
        }
    }

    /// Counts a text of a field. Fields are numbered from 0.
    pub(super) fn add(&mut self, field: usize, text: &str) {
        let batch = &mut self.fields[field].batch;
        batch.push(text);
        if batch.size() >= BATCH.min(self.share / 32) {
            if self.threads.is_empty() {
                let threads = 0..cores().clamp(1, THREADS);
                self.threads = threads.map_while(|_| start()).collect();
            }
            self.flush(field);
        }
    }

    /// Counts the texts that wait, by the thread of their field if there is one.
    fn flush(&mut self, field: usize) {
        let Counted { values, batch } = &mut self.fields[field];
        let (values, batch) = (Arc::clone(values), mem::take(batch));
        let most_bytes = self.share / 2;
        let count = move || {
            let mut values = values.lock().expect("counting does not panic");
            values.limit(most_bytes);
            batch.count(&mut values);
        };
        match self.threads.get(field % self.threads.len().max(1)) {
            None => count(),
            Some((jobs, _)) => {
                let sent = jobs.send(Box::new(count));
                sent.expect("a thread waits for batches until all are sent");
            }
        }
    }

    /// Returns the values of each field.
    pub(super) fn finish(mut self) -> Vec<Values> {
        (0..self.fields.len()).for_each(|field| self.flush(field));
        for (jobs, thread) in self.threads {
            drop(jobs);
            thread.join().expect("counting does not panic");
        }
        let values = self.fields.into_iter().map(|field| {
            let values = Arc::into_inner(field.values).and_then(|of| of.into_inner().ok());
            values.expect("the threads have ended")
        });
        values.collect()
    }
}

/// Starts a thread; none if the system has none.
fn start() -> Option<(SyncSender<Job>, JoinHandle<()>)> {
    let (jobs, received) = sync_channel::<Job>(WAITING);
    let count = move || received.into_iter().for_each(|job| job());
    Some((jobs, thread::Builder::new().spawn(count).ok()?))
}

impl Batch {
    fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.ends.len() * size_of::<usize>()
    }

    fn count(&self, values: &mut Values) {
        let mut start = 0;
        for &end in &self.ends {
            values.add(&self.bytes[start..end]);
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_count_as_one_does() {
        for (texts, is_threaded) in [(4 * 8192, true), (10, false)] {
            let mut counting = Counting::default();
            counting.limit(4, super::super::MEMORY / 4);
            let mut expected = vec![Values::default(); 4];
            for number in 0..texts {
                let long = "x".repeat(1024 + number % 5);
                for (field, text) in [(0, number.to_string()), (2, (number % 7).to_string())] {
                    counting.add(field, &text);
                    expected[field].add(&text);
                }
                if number % 1000 == 0 {
                    counting.add(1, &long);
                    expected[1].add(&long);
                }
            }
            assert_eq!(counting.threads.is_empty(), !is_threaded);
            assert_eq!(counting.finish(), expected);
        }
    }
}
