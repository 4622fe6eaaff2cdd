//! The values of a field in bounded memory: the heaviest, and a fair sample of all.
//!
//! Two sets of distinct values are kept, each with its count:
//!
//! - **the sample**: the [`SAMPLED`] values with the smallest hashes. Whether a value is in it depends on
//!   its hash alone, so it is a uniform sample of the distinct values. A value enters when it is first met
//!   and stays, so its count is exact; samples of parts merge to that of the whole. The largest hash of
//!   the sample tells how many distinct values there are ("k minimum values", Bar-Yossef and others, 2002).
//! - **the heaviest**: of up to [`COUNTED`] values that are counted, the rarer are dropped when there is
//!   no room. The count of a value that was dropped, or met late, is known within bounds.

/// The number of distinct values in the sample. The relative standard error of the estimated number of
/// distinct values is 1 / sqrt(SAMPLED - 2) = 1.6 %.
pub(crate) const SAMPLED: usize = 4096;
/// The number of the heaviest values that a profile has.
pub(crate) const HEAVIEST: usize = 1024;
/// The longest text that is kept, in bytes. Of a longer value the length and the hash are kept.
pub(crate) const LONGEST: usize = 1024;

/// One distinct value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The first 16 hexadecimal digits of the text's MD5, as a number.
    pub(crate) hash: u64,
    /// The length in bytes.
    pub(crate) bytes: u64,
    /// The text, if it has at most [`LONGEST`] bytes.
    pub(crate) text: Option<Box<str>>,
    /// The least and the greatest number of texts that can have this value: equal, if it is exact.
    pub(crate) count: (u64, u64),
}

/// The number of distinct values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distinct {
    pub(crate) estimate: f64,
    /// The relative standard error; 0 if the number is exact.
    pub(crate) error: f64,
}

/// The distinct values of a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {}

impl Values {
    /// Counts a text.
    pub(crate) fn add(&mut self, _text: &str) {
        todo!()
    }

    /// Adds the counts of other values.
    pub(crate) fn merge(&mut self, _other: &Self) {
        todo!()
    }

    /// Returns the number of distinct values.
    pub(crate) fn distinct(&self) -> Distinct {
        todo!()
    }

    /// Returns the uniform sample of the distinct values, by hash. If [`distinct`](Self::distinct) is
    /// exact, these are all of them.
    pub(crate) fn sample(&self) -> Vec<&Value> {
        todo!()
    }

    /// Returns up to [`HEAVIEST`] values, the heaviest first. No other value has a count above `unlisted`.
    pub(crate) fn heaviest(&self) -> Vec<&Value> {
        todo!()
    }

    /// Returns the greatest count that a value can have which is not among the heaviest.
    pub(crate) fn unlisted(&self) -> u64 {
        todo!()
    }
}
