//! A sample of records in their real order: blocks of records at equal distances.

use serde::{Deserialize, Serialize};

/// Records at equal distances of a file, in blocks of consecutive ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The names of the fields.
    pub(crate) fields: Vec<String>,
    /// The texts of each record, each with the number of its field.
    pub(crate) records: Vec<Vec<(usize, String)>>,
    /// True if the values are drawn from a profile, so that neither order nor records are real.
    pub(crate) is_drawn: bool,
    /// The number of records of which these are a sample.
    pub(crate) of: u64,
}

impl Sample {
    /// Draws values from a profile.
    pub(crate) fn draw(_profile: &super::Profile, _random: &mut fastrand::Rng) -> Self {
        todo!()
    }

    /// Returns the texts of a field, in order.
    pub(crate) fn texts(&self, field: usize) -> Vec<&str> {
        let texts = self.records.iter().flatten();
        let texts = texts.filter(|(of, _)| *of == field);
        texts.map(|(_, text)| &**text).collect()
    }
}
