//! Indexes log lines, and records what it does with its words.
//!
//! Run it with `cargo run --example record`, then ask `cargo run --release -- advise --profile
//! words.jsonl`.
//!
//! The index counts each word, and keeps the words of the newest lines. `Word` is an alias: a
//! program changes it back to a plain string type when it has the advice.

use std::collections::{HashMap, VecDeque};
use std::io;

string_kit_record::recorded! {
    /// A word of a log line.
    type Word = String, "log.word";
}

/// The lines whose words are kept.
const NEWEST: usize = 1_000;

/// An index of log lines.
#[derive(Debug, Default)]
struct Index {
    counts: HashMap<Word, u64>,
    newest: VecDeque<Vec<Word>>,
}

impl Index {
    fn add(&mut self, line: &str) {
        let words: Vec<Word> = line.split(' ').map(Word::from).collect();
        for word in &words {
            match self.counts.get_mut(word) {
                Some(count) => *count += 1,
                None => drop(self.counts.insert(word.clone(), 1)),
            }
        }
        self.newest.push_back(words);
        if self.newest.len() > NEWEST {
            self.newest.pop_front();
        }
    }
}

/// Returns a log line: some words of it are always the same, some are new in each line.
fn line(number: u32) -> String {
    let level = ["INFO", "WARN", "ERROR"][number as usize % 7 % 3];
    let user = number.wrapping_mul(2_654_435_761) >> 20;
    format!(
        "{level} request {number} of user-{user} took {} us",
        number % 977
    )
}

fn main() -> io::Result<()> {
    let mut index = Index::default();
    (0..50_000).for_each(|number| index.add(&line(number)));
    println!(
        "{} words, of which {} are INFO",
        index.counts.len(),
        index.counts["INFO"]
    );
    string_kit_record::save("words.jsonl")?;
    println!("words.jsonl says what was done with them");
    Ok(())
}

#[test]
fn the_record_counts_words() -> io::Result<()> {
    let mut index = Index::default();
    (0..10).for_each(|number| index.add(&line(number)));
    assert_eq!(index.counts["request"], 10);
    let path = std::env::temp_dir().join(format!("words-{}.jsonl", std::process::id()));
    string_kit_record::save(&path)?;
    let record = std::fs::read_to_string(&path)?;
    std::fs::remove_file(path)?;
    // Eight words a line.
    assert!(
        record.contains(r#""text":"capture","count":80"#),
        "{record}"
    );
    Ok(())
}
