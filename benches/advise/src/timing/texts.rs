//! The texts that candidates keep, as their processes get them.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use foldhash::fast::FixedState;
use zerocopy::{FromBytes, IntoBytes};

/// Texts, one after another. Records have equally many.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts {
    text: String,
    /// The bytes of each text.
    lengths: Vec<usize>,
}

impl<'a> FromIterator<&'a str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut all = Self::default();
        texts.into_iter().for_each(|text| all.push(text));
        all
    }
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.lengths.push(text.len());
    }

    /// Leaves out texts at the end that are no record of `width` texts.
    pub(crate) fn keep_records(&mut self, width: usize) {
        let count = self.lengths.len() / width * width;
        self.lengths.truncate(count);
        self.text.truncate(self.lengths.iter().sum());
    }

    /// Writes the form that [`read`](Self::read) reads: each part after its size.
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        for part in [self.lengths.as_bytes(), self.text.as_bytes()] {
            to.write_all(part.len().as_bytes())?;
            to.write_all(part)?;
        }
        Ok(())
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// PERF: nothing grows, and so nothing large is freed before the strings are made. While it
    /// was, strings on mimalloc lay in memory that was touched before: to load them as `LeanString`
    /// took 21 % less of `String`'s time than in a plain program, now 11 %.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Self> {
        fn part<T: Clone + Default + FromBytes + IntoBytes>(
            from: &mut impl Read,
        ) -> io::Result<Vec<T>> {
            let mut size = 0_usize;
            from.read_exact(size.as_mut_bytes())?;
            let mut part = vec![T::default(); size / size_of::<T>()];
            from.read_exact(part.as_mut_bytes())?;
            Ok(part)
        }
        Ok(Self {
            lengths: part(from)?,
            text: String::from_utf8(part(from)?).map_err(io::Error::other)?,
        })
    }

    /// Returns all texts, in order.
    pub(super) fn texts(&self) -> Vec<&str> {
        let mut rest = &*self.text;
        let texts = self.lengths.iter().map(|length| {
            let (text, after) = rest.split_at(*length);
            rest = after;
            text
        });
        texts.collect()
    }

    /// Adds records of `width` texts until there are so many, as if the data went on: the same
    /// records in drawn orders. A value that occurs once becomes another one of its length; by the
    /// estimate of Good and Turing, such values are as frequent as values that did not occur
    /// before.
    pub(crate) fn extend(&mut self, width: usize, wanted: usize, random: &mut fastrand::Rng) {
        let original = self.clone();
        let texts = original.texts();
        let mut records: Vec<&[&str]> = texts.chunks_exact(width).collect();
        let missing = wanted.saturating_sub(records.len());
        if records.is_empty() || missing == 0 {
            return;
        }
        let mut counts: HashMap<&str, u32, FixedState> = HashMap::default();
        for text in &texts {
            *counts.entry(*text).or_default() += 1;
        }
        let mut number = 0;
        for done in 0..missing {
            let place = done % records.len();
            if place == 0 {
                random.shuffle(&mut records);
            }
            for text in records[place] {
                if counts[text] == 1 {
                    number += 1;
                    self.push(&renamed(text, number));
                } else {
                    self.push(text);
                }
            }
        }
    }
}

/// Returns a text of this length whose last four letters and digits are those of a number. So texts
/// of different numbers differ, if they have four.
fn renamed(text: &str, mut number: usize) -> String {
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut bytes = text.as_bytes().to_vec();
    let from_end = bytes.iter_mut().rev();
    let replaced = from_end.filter(|byte| byte.is_ascii_alphanumeric());
    for byte in replaced.take(4) {
        *byte = LETTERS[number % LETTERS.len()];
        number /= LETTERS.len();
    }
    String::from_utf8(bytes).expect("ASCII is replaced by ASCII")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn records_go_on_with_new_values_as_often_as_before() {
        let mut texts: Texts = [
            "GET", "user-abc", "GET", "user-xyz", "PUT", "é9", "PUT", "-", "cut",
        ]
        .into_iter()
        .collect();
        texts.keep_records(2);
        texts.extend(2, 4_000, &mut fastrand::Rng::with_seed(1));
        let mut bytes = Vec::new();
        texts.write(&mut bytes).unwrap();
        assert_eq!(Texts::read(&mut &*bytes).unwrap(), texts);
        let all = texts.texts();
        assert_eq!(all.len(), 8_000);
        assert_eq!(all[..2], ["GET", "user-abc"]);
        assert!(!all.contains(&"cut"));
        let distinct = |is_counted: &dyn Fn(&str) -> bool| {
            let counted = all.iter().filter(|text| is_counted(text));
            counted.collect::<HashSet<_>>().len()
        };
        assert_eq!(distinct(&|text| text.len() == 8), 2_000, "all are new");
        assert_eq!(distinct(&|text| "GET PUT".contains(text)), 2, "none is");
        let few = distinct(&|text| text.starts_with('é'));
        assert_eq!(few, 53, "it has room for one letter");
    }
}
