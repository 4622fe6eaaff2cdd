//! The receiver of records that makes their profile, and takes a sample of them.
//!
//! Threads count the texts, each of some of the fields. Texts wait in a batch for each field. PERF: the table of one field
//! then stays in the cache while a batch is counted. Threads start when the first batch is full, so that small files
//! need none.

use std::mem;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use indexmap::{IndexMap, IndexSet};
use string_kit_measure::run::cores;

use super::sample::Sampler;
use super::{Field, Profile, Sample, share};
use crate::input::Sink;

/// The most bytes of a batch: those of its texts, and a word for each.
const BATCH: usize = 192 << 10;
/// The number of batches that wait for a thread.
const WAITING: usize = 2;
const THREADS: usize = 8;

/// Makes the profile of the records that it takes.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// The records, without their fields.
    profile: Profile,
    fields: IndexMap<String, Batch>,
    /// Thread i counts the fields whose number modulo the number of threads is i, so that the batches of a field are
    /// counted in order. None before the first batch is full, or if the system has no thread.
    threads: Vec<(SyncSender<Job>, JoinHandle<()>)>,
    sampler: Sampler,
    /// True if texts of fields that were not named are left out.
    is_closed: bool,
    /// The names that were met, if only some are wanted.
    pub(crate) met: IndexSet<String>,
    /// The bytes of the texts of the current record.
    bytes: u64,
    /// The bytes of memory that the profile may take, and those of each field.
    memory: usize,
    share: usize,
}

type Job = Box<dyn FnOnce() + Send>;

/// A field, and its texts that wait to be counted, one after another with the end of each.
#[derive(Debug, Default)]
struct Batch {
    field: Arc<Mutex<Field>>,
    texts: String,
    ends: Vec<usize>,
    /// The number of records that have a text of the field, and that of the last of them, from 1.
    present: u64,
    last: u64,
}

impl Profiler {
    /// Returns a profiler of these fields; of all, if none is named. Fields are numbered in this order,
    /// others as they are met. Beyond about `memory` bytes, precision is given up.
    pub(crate) fn new(fields: &[String], memory: usize) -> Self {
        let mut profiler = Self {
            memory,
            ..Self::default()
        };
        for name in fields {
            profiler.field(name);
        }
        profiler.is_closed = !fields.is_empty();
        profiler
    }

    /// Counts the texts of a field that wait, by its thread if there is one.
    fn flush(&mut self, number: usize) {
        let batch = &mut self.fields[number];
        let (texts, ends) = (mem::take(&mut batch.texts), mem::take(&mut batch.ends));
        let field = Arc::clone(&batch.field);
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

    pub(crate) fn finish(mut self) -> (Profile, Sample) {
        (0..self.fields.len()).for_each(|number| self.flush(number));
        for (jobs, thread) in self.threads {
            drop(jobs);
            thread.join().expect("counting does not panic");
        }
        for batch in self.fields.into_values() {
            let field = Arc::into_inner(batch.field).and_then(|field| field.into_inner().ok());
            let mut field = field.expect("the threads have ended");
            field.present = batch.present;
            self.profile.fields.push(field);
        }
        let sample = self.sampler.finish(self.profile.fields.len());
        (self.profile, sample)
    }
}

/// Starts a thread; none if the system has none.
fn start() -> Option<(SyncSender<Job>, JoinHandle<()>)> {
    let (jobs, received) = sync_channel::<Job>(WAITING);
    let count = move || received.into_iter().for_each(|job| job());
    Some((jobs, thread::Builder::new().spawn(count).ok()?))
}

impl Sink for Profiler {
    fn field(&mut self, name: &str) -> Option<usize> {
        if self.is_closed {
            self.met.insert(name.to_owned());
        }
        let number = self.fields.get_index_of(name);
        if number.is_some() || self.is_closed {
            return number;
        }
        let batch = Batch {
            field: Arc::new(Mutex::new(Field::named(name))),
            ..Batch::default()
        };
        let (number, _) = self.fields.insert_full(name.to_owned(), batch);
        let share = share(self.memory, self.fields.len());
        if share != self.share {
            self.share = share;
            (0..=number).for_each(|number| self.flush(number));
        }
        Some(number)
    }

    fn text(&mut self, field: usize, text: &str) {
        self.bytes += text.len() as u64;
        self.sampler.text(field, text);
        let batch = &mut self.fields[field];
        batch.present += u64::from(batch.last <= self.profile.records);
        batch.last = self.profile.records + 1;
        batch.texts.push_str(text);
        batch.ends.push(batch.texts.len());
        let size = batch.texts.len() + batch.ends.len() * size_of::<usize>();
        if size >= BATCH.min(self.share / 32) {
            if self.threads.is_empty() {
                let threads = 0..cores().clamp(1, THREADS);
                self.threads = threads.map_while(|_| start()).collect();
            }
            self.flush(field);
        }
    }

    fn end_record(&mut self) {
        self.profile.records += 1;
        self.profile.record_bytes.add(self.bytes, 1);
        self.bytes = 0;
        self.sampler.end_record();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Lengths, MEMORY};

    /// Profiles three records of texts with the names of their fields.
    fn profiled(fields: &[&str]) -> (Profile, Sample) {
        let fields: Vec<String> = fields.iter().map(|&name| name.to_owned()).collect();
        let mut profiler = Profiler::new(&fields, MEMORY);
        for record in [
            &[("tag", "a"), ("tag", "été"), ("city", "Oslo")][..],
            &[],
            &[("city", ""), ("zip", "0150")],
        ] {
            for (name, text) in record {
                if let Some(field) = profiler.field(name) {
                    profiler.text(field, text);
                }
            }
            profiler.end_record();
        }
        profiler.finish()
    }

    #[test]
    fn a_field_is_present_once_a_record_and_the_bytes_of_a_record_are_those_of_its_texts() {
        let (profile, _) = profiled(&[]);
        let facts = profile.fields.iter().map(|field| {
            let Field { present, ascii, .. } = *field;
            (&*field.name, field.count(), present, ascii)
        });
        let expected = [("tag", 2, 1, 1), ("city", 2, 2, 2), ("zip", 1, 1, 1)];
        assert_eq!(facts.collect::<Vec<_>>(), expected);
        assert_eq!(profile.records, 3);
        let record_bytes = Lengths::from_iter([(0, 1), (4, 1), (10, 1)]);
        assert_eq!(profile.record_bytes, record_bytes);
    }

    #[test]
    fn named_fields_come_first_and_others_are_left_out() {
        let (profile, sample) = profiled(&["zip", "none", "city"]);
        let fields = profile.fields.iter();
        let facts: Vec<_> = fields.map(|field| (&*field.name, field.count())).collect();
        assert_eq!(facts, [("zip", 1), ("none", 0), ("city", 2)]);
        let record_bytes = Lengths::from_iter([(0, 1), (4, 2)]);
        assert_eq!(profile.record_bytes, record_bytes);
        assert_eq!(sample.texts()[2], ["Oslo", ""]);
    }

    #[test]
    fn threads_count_as_one_does() {
        for (count, is_threaded) in [(4 * 8192, true), (10, false)] {
            let mut profiler = Profiler::new(&[], MEMORY);
            let mut expected = ["number", "long", "digit", "none"].map(Field::named);
            for field in &expected {
                profiler.field(&field.name);
            }
            for number in 0..count {
                let long = "x".repeat(1024 + number % 5);
                for (field, text) in [(0, &*number.to_string()), (1, &long), (2, &long[1023..])] {
                    if field != 1 || number % 1000 == 0 {
                        profiler.text(field, text);
                        expected[field].add(text);
                        expected[field].present += 1;
                    }
                }
                profiler.end_record();
            }
            assert_eq!(profiler.threads.is_empty(), !is_threaded);
            assert_eq!(profiler.finish().0.fields, expected);
        }
    }
}
