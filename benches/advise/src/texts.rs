//! The texts of records, as processes get them.

use std::io::{self, Read, Write};

use zerocopy::{FromBytes, IntoBytes};

/// Texts of records, one after another. Records have equally many.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts {
    text: String,
    /// The bytes of each text.
    lengths: Vec<usize>,
    /// The number of texts of a record.
    width: usize,
}

impl Texts {
    /// Returns texts of records of so many; texts at the end that are no whole record are left out.
    pub(crate) fn new(texts: &[&str], width: usize) -> Self {
        let whole = &texts[..texts.len() / width * width];
        Self {
            text: whole.concat(),
            lengths: whole.iter().map(|text| text.len()).collect(),
            width,
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Writes the form that [`read`](Self::read) reads: each part after its size.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        for part in [
            self.width.as_bytes(),
            self.lengths.as_bytes(),
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
    /// took 21 % less of `String`'s time than in a program alone, now 11 %.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        fn part<T: Clone + Default + FromBytes + IntoBytes>(
            from: &mut impl Read,
        ) -> io::Result<Vec<T>> {
            let mut size = 0_usize;
            from.read_exact(size.as_mut_bytes())?;
            let mut part = vec![T::default(); size / size_of::<T>()];
            from.read_exact(part.as_mut_bytes())?;
            Ok(part)
        }
        let width: Vec<usize> = part(from)?;
        Ok(Self {
            width: width.first().copied().unwrap_or(1),
            lengths: part(from)?,
            text: String::from_utf8(part(from)?).map_err(io::Error::other)?,
        })
    }

    /// Returns all texts, in order.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let mut left = &*self.text;
        let texts = self.lengths.iter().map(|length| {
            let (text, after) = left.split_at(*length);
            left = after;
            text
        });
        texts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back_without_the_rest_of_a_record() {
        let texts = Texts::new(&["GET", "user-abc", "é9", "", "cut"], 2);
        let mut bytes = Vec::new();
        texts.write(&mut bytes).unwrap();
        let back = Texts::read(&mut &*bytes).unwrap();
        assert_eq!((&back, back.width()), (&texts, 2));
        assert_eq!(back.texts(), ["GET", "user-abc", "é9", ""]);
    }
}
