//! The counting of texts by threads, each with some of the fields.
//!
//! Texts wait in a batch for each field. PERF: the table of one field then stays in the cache while a batch is
//! counted. Threads start when the first batch is full, so that small files need none.

use std::mem;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use string_kit_measure::run::cores;

use super::Field;

/// The most bytes of a batch: those of its texts, and a word for each.
const BATCH: usize = 192 << 10;
/// The number of batches that wait for a thread.
const WAITING: usize = 2;
/// The most threads.
const THREADS: usize = 8;

/// Counts the texts of all fields.
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

/// A field, and the texts that wait to be counted, one after another with the end of each.
#[derive(Debug)]
struct Counted {
    field: Arc<Mutex<Field>>,
    texts: String,
    ends: Vec<usize>,
}

impl Counting {
    /// Adds a field, and limits the memory of each.
    pub(super) fn add_field(&mut self, name: &str, share: usize) {
        self.fields.push(Counted {
            field: Arc::new(Mutex::new(Field::named(name))),
            texts: String::new(),
            ends: Vec::new(),
        });
        if share != self.share {
            self.share = share;
            (0..self.fields.len()).for_each(|number| self.flush(number));
        }
    }

    /// Counts a text of a field. Fields are numbered from 0.
    pub(super) fn add(&mut self, number: usize, text: &str) {
        let Counted { texts, ends, .. } = &mut self.fields[number];
        texts.push_str(text);
        ends.push(texts.len());
        if texts.len() + ends.len() * size_of::<usize>() >= BATCH.min(self.share / 32) {
            if self.threads.is_empty() {
                let threads = 0..cores().clamp(1, THREADS);
                self.threads = threads.map_while(|_| start()).collect();
            }
            self.flush(number);
        }
    }

    /// Counts the texts of a field that wait, by its thread if there is one.
    fn flush(&mut self, number: usize) {
        let Counted { field, texts, ends } = &mut self.fields[number];
        let (field, texts, ends) = (Arc::clone(field), mem::take(texts), mem::take(ends));
        let share = self.share;
        let count = move || {
            let mut field = field.lock().expect("counting does not panic");
            field.limit(share);
            let mut start = 0;
            for end in ends {
                field.add(&texts[start..end]);
                start = end;
            }
        };
        match self.threads.get(number % self.threads.len().max(1)) {
            None => count(),
            Some((jobs, _)) => {
                let sent = jobs.send(Box::new(count));
                sent.expect("a thread waits for batches until all are sent");
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Field> {
        (0..self.fields.len()).for_each(|number| self.flush(number));
        for (jobs, thread) in self.threads {
            drop(jobs);
            thread.join().expect("counting does not panic");
        }
        let fields = self.fields.into_iter().map(|counted| {
            let field = Arc::into_inner(counted.field).and_then(|field| field.into_inner().ok());
            field.expect("the threads have ended")
        });
        fields.collect()
    }
}

/// Starts a thread; none if the system has none.
fn start() -> Option<(SyncSender<Job>, JoinHandle<()>)> {
    let (jobs, received) = sync_channel::<Job>(WAITING);
    let count = move || received.into_iter().for_each(|job| job());
    Some((jobs, thread::Builder::new().spawn(count).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_count_as_one_does() {
        for (count, is_threaded) in [(4 * 8192, true), (10, false)] {
            let mut counting = Counting::default();
            let mut expected = Vec::new();
            for name in ["number", "long", "digit", "none"] {
                counting.add_field(name, super::super::MEMORY / 4);
                expected.push(Field::named(name));
            }
            for number in 0..count {
                let long = "x".repeat(1024 + number % 5);
                for (field, text) in [(0, &*number.to_string()), (1, &long), (2, &long[1023..])] {
                    if field != 1 || number % 1000 == 0 {
                        counting.add(field, text);
                        expected[field].add(text);
                    }
                }
            }
            assert_eq!(counting.threads.is_empty(), !is_threaded);
            assert_eq!(counting.finish(), expected);
        }
    }
}
