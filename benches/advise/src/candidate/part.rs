//! The part of the data whose memory is asked for.

use serde::{Deserialize, Serialize};
use string_kit_data::MOST_FIELDS;

use crate::profile::{Field, Lengths};

/// Some fields of all records, which are kept alike: what their memory depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(super) fields: Vec<PartField>,
    pub(super) records: u64,
    /// The lengths of the distinct texts.
    pub(super) distinct: Lengths,
    /// The number of texts of a record, their bytes, and the number of such records.
    pub(crate) shapes: Vec<(u64, u64, u64)>,
    /// The strings of a recorded program that are alive at most, and those of them that have a text
    /// of their own.
    pub(super) alive: Option<[u64; 2]>,
}

/// A field of a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PartField {
    pub(super) lengths: Lengths,
    /// True if a record may have several texts of it.
    is_many: bool,
}

impl Part {
    /// Returns fields of so many records, with the lengths of the distinct texts of each.
    pub(crate) fn new(fields: &[(&Field, &Lengths)], records: u64) -> Self {
        let part_field = |(field, _): &(&Field, &Lengths)| PartField {
            lengths: field.lengths.clone(),
            is_many: field.is_many(),
        };
        let mut distinct = Lengths::default();
        for (_, lengths) in fields {
            distinct.merge(lengths);
        }
        let alive = match fields {
            [(field, _)] => field
                .alive()
                .map(|usage| [usage.alive, usage.alive_owners()]),
            _ => None,
        };
        Self {
            fields: fields.iter().map(part_field).collect(),
            records,
            distinct,
            shapes: Vec::new(),
            alive,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.fields.iter().map(|field| field.lengths.bytes());
        bytes.fold(0, u64::saturating_add)
    }

    pub(crate) fn texts(&self) -> u64 {
        let counts = self.fields.iter().map(|field| field.lengths.count());
        counts.fold(0, u64::saturating_add)
    }

    /// Returns the number of texts of a record: its fields, or, if a field may have several texts
    /// in a record, the mean.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A rounded mean.
    pub(crate) fn width(&self) -> usize {
        if !self.fields.iter().any(|field| field.is_many) {
            return self.fields.len();
        }
        let mean = self.texts() as f64 / self.records.max(1) as f64;
        (mean.round() as usize).clamp(1, MOST_FIELDS)
    }

    /// Returns the bytes of the places of a field, whose values have this size.
    pub(super) fn places(&self, field: &PartField, size: u64) -> u64 {
        let texts = field.lengths.count();
        match self.fields.len() {
            1 => texts.saturating_mul(size),
            // A vector has the texts.
            _ if field.is_many => {
                let vectors = self.records.saturating_mul(size_of::<Vec<String>>() as u64);
                texts.saturating_mul(size).saturating_add(vectors)
            }
            // A record without a text of the field has an empty place.
            _ => self.records.saturating_mul(size),
        }
    }
}
