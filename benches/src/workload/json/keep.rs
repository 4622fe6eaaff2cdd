//! The containers that keep the strings of records.

use serde::de::{self, DeserializeSeed, Deserializer};
use smallvec::SmallVec;
use string_kit::{CapturedStr, StrList, StrListBuilder};
use string_kit_serde::{AppendStr, captured};

/// The most fields whose strings wait for the end of their record without an allocation.
const FEW: usize = 8;

/// A container of the strings of records.
pub(super) trait Keep: Sized {
    /// The finished container.
    type Kept;

    /// Returns an empty one, for records of `fields` fields.
    fn new(fields: usize) -> Self;

    /// Ends a record: a field that it did not have is an empty string.
    fn end_record(&mut self);

    /// Ends the last record.
    fn finish(self) -> Self::Kept;

    /// Returns the strings, record by record, copied.
    fn texts(kept: &Self::Kept) -> Vec<String>;
}

/// A container that takes strings from a text that lives for `'de`.
pub(super) trait Field<'de>: Keep {
    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error>;
}

/// A vector of strings, record by record.
pub(super) struct Owned<S>(Table<S>);

impl<S: CapturedStr> Keep for Owned<S> {
    type Kept = Vec<S>;

    fn new(fields: usize) -> Self {
        Self(Table::new(fields))
    }

    fn end_record(&mut self) {
        self.0.end_record(S::default);
    }

    fn finish(self) -> Vec<S> {
        self.0.strings
    }

    fn texts(kept: &Vec<S>) -> Vec<String> {
        let mut texts = Vec::new();
        for string in kept {
            texts.push(string.as_str().to_owned());
        }
        texts
    }
}

impl<'de, S: CapturedStr> Field<'de> for Owned<S> {
    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error> {
        self.0.field(index, captured::deserialize(from)?)
    }
}

/// A vector of borrows.
pub(super) struct Borrowed<'de>(Table<&'de str>);

impl<'de> Keep for Borrowed<'de> {
    type Kept = Vec<&'de str>;

    fn new(fields: usize) -> Self {
        Self(Table::new(fields))
    }

    fn end_record(&mut self) {
        self.0.end_record(|| "");
    }

    fn finish(self) -> Vec<&'de str> {
        self.0.strings
    }

    fn texts(kept: &Vec<&'de str>) -> Vec<String> {
        kept.iter().map(|&text| text.to_owned()).collect()
    }
}

impl<'de> Field<'de> for Borrowed<'de> {
    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error> {
        self.0.field(index, de::Deserialize::deserialize(from)?)
    }
}

/// Strings, record by record, in a vector that grows as a `Vec` of records would: room for four, then
/// twice as much each time.
struct Table<T> {
    strings: Vec<T>,
    record: SmallVec<[Option<T>; FEW]>,
}

impl<T> Table<T> {
    fn new(fields: usize) -> Self {
        Self {
            strings: Vec::new(),
            record: (0..fields).map(|_| None).collect(),
        }
    }

    fn field<E: de::Error>(&mut self, index: usize, string: T) -> Result<(), E> {
        match self.record[index].replace(string) {
            None => Ok(()),
            Some(_) => Err(twice()),
        }
    }

    fn end_record(&mut self, missing: impl Fn() -> T) {
        let fields = self.record.len();
        let (len, capacity) = (self.strings.len(), self.strings.capacity());
        if len + fields > capacity {
            self.strings.reserve_exact((4 * fields).max(len));
        }
        for string in &mut self.record {
            self.strings.push(string.take().unwrap_or_else(&missing));
        }
    }
}

/// A `StrList` for each field.
pub(super) struct Columns {
    columns: Vec<StrListBuilder>,
    /// The number of records that ended.
    records: usize,
}

impl Keep for Columns {
    type Kept = Vec<StrList>;

    fn new(fields: usize) -> Self {
        Self {
            columns: vec![StrListBuilder::new(); fields],
            records: 0,
        }
    }

    fn end_record(&mut self) {
        self.records += 1;
        for column in &mut self.columns {
            if column.len() < self.records {
                column.push("");
            }
        }
    }

    /// Finishes column by column, so that the builder of one is freed before the next is copied.
    fn finish(self) -> Vec<StrList> {
        self.columns
            .into_iter()
            .map(|mut column| column.finish())
            .collect()
    }

    fn texts(kept: &Vec<StrList>) -> Vec<String> {
        let records = 0..kept.first().map_or(0, StrList::len);
        records
            .flat_map(|record| kept.iter().map(move |column| column[record].to_owned()))
            .collect()
    }
}

impl<'de> Field<'de> for Columns {
    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error> {
        let column = &mut self.columns[index];
        if column.len() > self.records {
            return Err(twice());
        }
        AppendStr(column).deserialize(from)
    }
}

fn twice<E: de::Error>() -> E {
    E::custom("a field comes twice in one record")
}
