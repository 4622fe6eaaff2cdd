//! A row of the file form of a profile: a line of JSON with the columns `part`, `field`, `bits`,
//! `count`, `hash`, `text` and `most`. Columns that a part has not may be missing or null.
//!
//! Each value has one row: of those of equal counts, the ones with the smaller hashes are listed.
//! Other rows of the same part, field and bits are summed. Rows may come in any order.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Row {
    /// The field that the row is about; none if it is about the records.
    pub(super) field: Option<String>,
    pub(super) count: u64,
    #[serde(flatten)]
    pub(super) part: Part,
}

/// The meaning of a row.
#[derive(Debug, Deserialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub(super) enum Part {
    /// The number of records. The column `hash` names the recorder, if one wrote the file.
    Records,
    /// The number of records that have so many bits of text in all fields. Without these rows there
    /// is no advice on whole records.
    Record { bits: u64 },
    /// The number of records that have a text of the field.
    Present,
    /// The number of texts that are ASCII.
    Ascii,
    /// The number of texts of a length.
    Length { bits: u64 },
    /// Before the values: the hashes are not string-kit's, but with a key, for example.
    Keyed,
    /// A text, which is left out above 1,024 bytes, with the number of times that it is there.
    ///
    /// A value has a row if its hash is among the smallest, which are a uniform sample of the
    /// distinct values, or if its count is among the 1,024 greatest.
    Value {
        bits: u64,
        hash: String,
        text: Option<String>,
    },
    /// The number of values in the sample, if some values have no row.
    Sampled,
    /// In the record of a program, as all below: the name of the type alias, in at most 32 bytes.
    Alias { text: String },
    /// The number of times that an operation was done, such as `capture`. `elsewhere` is any
    /// operation on a text that another thread captured.
    Operation { text: String },
    /// The strings alive when the record was saved, and the most at once. The numbers are exact for
    /// one thread; else each thread keeps back at most a thousandth.
    Alive { most: u64 },
    /// An estimate of the number of these `most` where a string and its clones count as one.
    Owners { most: u64 },
    /// The number of threads that used the strings.
    Threads,
    /// The number of threads that cloned strings.
    Cloners,
}
