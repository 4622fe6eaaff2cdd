//! Counts events by the name of a metric and its tags, as a metrics library does.
//!
//! Run it with `cargo run --example metrics`.
//!
//! A counter is found by the name of its metric, and then by the texts of its tags. Each thread
//! counts into maps of its own, and the maps are added up at the end. The keys have to be cheap in
//! four ways:
//!
//! - They are small, since every map keeps many of them: 16 bytes, often with nothing on the heap.
//! - They take values of any type that has `Display`, and format them all in one pass.
//! - A counter that is there is found without an allocation: [`StrList::with_captured`].
//! - Threads that clone the same name at the same time do not slow each other down: [`SharedStr`].

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::{self, Write};
use std::thread;

use string_kit::{SharedStr, StrList};

/// Counters by the name of the metric, and by the tags.
#[derive(Debug, Default)]
struct Counters(BTreeMap<SharedStr, HashMap<StrList, u64>>);

impl Counters {
    /// Counts one event.
    ///
    /// Allocates nothing if the map has the counter. A new counter keeps a copy of the tags, which
    /// allocates once, or not at all if their texts, with one byte more for each, take up to 15
    /// bytes.
    fn count(&mut self, name: &SharedStr, tags: &[&dyn Display]) {
        let counters = self.0.entry(name.clone()).or_default(); // the name is not copied
        StrList::with_captured(tags, |tags| match counters.get_mut(tags) {
            Some(count) => *count += 1,
            None => drop(counters.insert(tags.clone(), 1)),
        });
    }

    /// Adds the counts of `other`.
    fn merge(&mut self, other: Self) {
        for (name, counters) in other.0 {
            let sums = self.0.entry(name).or_default();
            for (tags, count) in counters {
                *sums.entry(tags).or_default() += count;
            }
        }
    }

    /// Writes one line for each counter, then the memory of the tags.
    fn summarise(&self, out: &mut dyn Write) -> io::Result<()> {
        for (name, counters) in &self.0 {
            let sorted: BTreeMap<_, _> = counters.iter().collect();
            for (tags, count) in sorted {
                writeln!(out, "{count:3} {name} {tags:?}")?;
            }
        }
        let tags: Vec<&StrList> = self.0.values().flat_map(HashMap::keys).collect();
        let inline = tags.iter().filter(|tags| tags.is_inline()).count();
        let heap: usize = tags.iter().map(|tags| tags.heap_size()).sum();
        writeln!(
            out,
            "tags: {} lists, {inline} inline; the others: {heap} bytes on the heap",
            tags.len(),
        )
    }
}

/// Counts the requests of one worker.
fn work(worker: u16, requests: &SharedStr, failures: &SharedStr) -> Counters {
    let mut counters = Counters::default();
    for request in 0..10 {
        let status = if request < worker { 503 } else { 200 };
        let cached = request % 2 == 0;
        counters.count(requests, &[&"GET", &status, &cached]);
        if status == 503 {
            let host = format_args!("worker-{worker}");
            counters.count(failures, &[&"no answer, no reason", &host]);
        }
    }
    counters
}

/// Runs three workers and writes a summary of their counts.
fn run(out: &mut dyn Write) -> io::Result<()> {
    // A name in the program itself is used where it is: no allocation.
    let requests = SharedStr::from_static("http.server.requests");
    // A name made at run time is allocated once. All keys share it.
    let failures = SharedStr::from(format!("{}.failures", "http.server"));

    let mut total = Counters::default();
    thread::scope(|scope| {
        let (requests, failures) = (&requests, &failures);
        let workers = [0, 1, 2].map(|worker| scope.spawn(move || work(worker, requests, failures)));
        for worker in workers {
            total.merge(worker.join().expect("workers do not panic"));
        }
    });
    total.summarise(out)
}

fn main() -> io::Result<()> {
    run(&mut io::stdout().lock())
}

#[test]
fn the_summary_has_the_counts_of_all_workers() {
    let mut out = Vec::new();
    run(&mut out).expect("a vector takes every write");
    // A list on the heap takes a word, its text, and a byte for each string.
    let heap = 2 * (size_of::<usize>() + "no answer, no reason".len() + "worker-1".len() + 2);
    let expected = format!(
        r#"  1 http.server.failures ["no answer, no reason", "worker-1"]
  2 http.server.failures ["no answer, no reason", "worker-2"]
 14 http.server.requests ["GET", "200", "false"]
 13 http.server.requests ["GET", "200", "true"]
  1 http.server.requests ["GET", "503", "false"]
  2 http.server.requests ["GET", "503", "true"]
tags: 6 lists, 4 inline; the others: {heap} bytes on the heap
"#
    );
    assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
}
