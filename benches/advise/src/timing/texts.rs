//! The texts that candidates keep, as their processes get them.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use foldhash::fast::FixedState;
use zerocopy::{FromBytes, IntoBytes};

/// Records of texts, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts {
    text: String,
    /// The bytes of each text.
    lengths: Vec<usize>,
    /// The number of texts of each record.
    records: Vec<usize>,
}

impl Texts {
    /// Returns records of these texts.
    pub(crate) fn new<'a, R>(records: impl IntoIterator<Item = R>) -> Self
    where
        R: IntoIterator<Item = &'a str>,
    {
        let mut texts = Self::default();
        for record in records {
            texts.push(record);
        }
        texts
    }

    fn push<S: AsRef<str>>(&mut self, record: impl IntoIterator<Item = S>) {
        let before = self.lengths.len();
        for text in record {
            self.text.push_str(text.as_ref());
            self.lengths.push(text.as_ref().len());
        }
        self.records.push(self.lengths.len() - before);
    }

    /// Writes the form that [`read`](Self::read) reads: each part after its size.
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        for part in [
            self.lengths.as_bytes(),
            self.records.as_bytes(),
            self.text.as_bytes(),
        ] {
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
            records: part(from)?,
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

    /// Returns slices of [`texts`](Self::texts), one for each record.
    pub(super) fn records<'t, 'a>(&self, mut texts: &'t [&'a str]) -> Vec<&'t [&'a str]> {
        let records = self.records.iter().map(|count| {
            let (record, after) = texts.split_at(*count);
            texts = after;
            record
        });
        records.collect()
    }

    /// Adds records until there are so many, as if the data went on: the same records in drawn
    /// orders. A value that occurs once becomes another one of its length; by the estimate of Good
    /// and Turing, such values are as frequent as values that did not occur before.
    pub(super) fn extend(&mut self, wanted: usize, random: &mut fastrand::Rng) {
        if self.records.len() >= wanted {
            return;
        }
        let original = self.clone();
        let texts = original.texts();
        let mut records = original.records(&texts);
        if texts.is_empty() || records.is_empty() {
            return;
        }
        let mut counts: HashMap<&str, u32, FixedState> = HashMap::default();
        for text in &texts {
            *counts.entry(*text).or_default() += 1;
        }
        let mut number = 0;
        loop {
            random.shuffle(&mut records);
            for record in &records {
                if self.records.len() >= wanted {
                    return;
                }
                self.push(record.iter().map(|text| match counts[text] {
                    1 => {
                        number += 1;
                        renamed(text, number)
                    }
                    _ => (*text).to_owned(),
                }));
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
        let mut texts = Texts::new([
            ["GET", "user-abc"],
            ["GET", "user-xyz"],
            ["PUT", "é9"],
            ["PUT", "-"],
        ]);
        texts.extend(4_000, &mut fastrand::Rng::with_seed(1));
        let mut bytes = Vec::new();
        texts.write(&mut bytes).unwrap();
        assert_eq!(Texts::read(&mut &*bytes).unwrap(), texts);
        let all = texts.texts();
        let records = texts.records(&all);
        assert_eq!(records.len(), 4_000);
        assert_eq!(records[0], ["GET", "user-abc"]);
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
