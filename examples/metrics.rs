//! Counts events by the name of a metric and its tags, as a metrics library does.
//!
//! Run it with `cargo run --example metrics`.
//!
//! A counter is found by its key: the name and the texts of the tags. Each thread counts into a map of
//! its own, and the maps are added up at the end. The key has to be cheap in three ways:
//!
//! - It is small, since every map keeps many of them: 32 bytes, often with nothing on the heap.
//! - It takes values of any type that has `Display`: [`StrList::capture`] formats them all in one pass.
//! - Threads that clone the same name at the same time do not slow each other down: [`SharedStr`].

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::thread;

use string_kit::{SharedStr, StrList};

/// The key of a counter.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    name: SharedStr,
    tags: StrList,
}

/// Counters by key.
#[derive(Debug, Default)]
struct Counters(BTreeMap<Key, u64>);

impl Counters {
    /// Counts one event.
    ///
    /// Makes a key for every event, even if the map has its counter. The name is not copied. The tags
    /// allocate once, or not at all if their texts, with one byte more for each, take up to 15 bytes.
    fn count(&mut self, name: &SharedStr, tags: &[&dyn Display]) {
        let key = Key {
            name: name.clone(),
            tags: StrList::capture(tags),
        };
        *self.0.entry(key).or_default() += 1;
    }

    /// Adds the counts of `other`.
    fn merge(&mut self, other: Self) {
        for (key, count) in other.0 {
            *self.0.entry(key).or_default() += count;
        }
    }

    /// Writes one line for each counter, then the memory of the tags.
    fn summarise(&self, out: &mut dyn Write) -> io::Result<()> {
        for (Key { name, tags }, count) in &self.0 {
            writeln!(out, "{count:3} {name} {tags:?}")?;
        }
        let inline = self.0.keys().filter(|key| key.tags.is_inline()).count();
        let heap: usize = self.0.keys().map(|key| key.tags.heap_size()).sum();
        writeln!(
            out,
            "{} keys of {} bytes, {inline} of them with inline tags; other tags: {heap} bytes",
            self.0.len(),
            size_of::<Key>(),
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
6 keys of 32 bytes, 4 of them with inline tags; other tags: {heap} bytes
"#
    );
    assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
}
