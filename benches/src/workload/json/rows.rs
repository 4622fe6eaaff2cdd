//! Records on their way in: an array of objects, of which some fields are strings to be kept, and
//! the containers that keep them.

use std::fmt::{self, Formatter};
use std::mem;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use smallvec::SmallVec;
use string_kit::{CapturedStr, StrList, StrListBuilder};
use string_kit_serde::{AppendStr, captured};

/// The most fields whose strings wait for the end of their record without an allocation.
const FEW: usize = 8;

/// A container of the strings of records, which are read from a text that lives for `'de`.
pub(super) trait Keep<'de>: Sized {
    fn new(fields: usize) -> Self;

    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error>;

    /// Ends a record: a field that it did not have is an empty string.
    fn end_record(&mut self);

    /// Ends the last record, and frees what only reading needs.
    fn finish(&mut self);

    fn texts(&self) -> Vec<String>;
}

/// A string that owns its text.
#[derive(Default, Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct Owned<S: CapturedStr>(#[serde(deserialize_with = "captured::deserialize")] S);

impl<S: CapturedStr> AsRef<str> for Owned<S> {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

/// Strings, record by record, in a vector that grows as a `Vec` of records would: room for four,
/// then twice as much each time.
pub(super) struct Table<T> {
    strings: Vec<T>,
    record: SmallVec<[Option<T>; FEW]>,
}

impl<'de, T: Deserialize<'de> + Default + AsRef<str>> Keep<'de> for Table<T> {
    fn new(fields: usize) -> Self {
        Self {
            strings: Vec::new(),
            record: (0..fields).map(|_| None).collect(),
        }
    }

    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error> {
        let string = T::deserialize(from)?;
        match self.record[index].replace(string) {
            None => Ok(()),
            Some(_) => Err(twice()),
        }
    }

    fn end_record(&mut self) {
        let fields = self.record.len();
        let (len, capacity) = (self.strings.len(), self.strings.capacity());
        if len + fields > capacity {
            self.strings.reserve_exact((4 * fields).max(len));
        }
        for string in &mut self.record {
            self.strings.push(string.take().unwrap_or_default());
        }
    }

    fn finish(&mut self) {
        self.record = SmallVec::new();
    }

    fn texts(&self) -> Vec<String> {
        let texts = self.strings.iter();
        texts.map(|text| text.as_ref().to_owned()).collect()
    }
}

pub(super) struct Columns {
    builders: Vec<StrListBuilder>,
    lists: Vec<StrList>,
    records: usize,
}

impl<'de> Keep<'de> for Columns {
    fn new(fields: usize) -> Self {
        Self {
            builders: vec![StrListBuilder::new(); fields],
            lists: Vec::new(),
            records: 0,
        }
    }

    fn field<D: Deserializer<'de>>(&mut self, index: usize, from: D) -> Result<(), D::Error> {
        let column = &mut self.builders[index];
        if column.len() > self.records {
            return Err(twice());
        }
        AppendStr(column).deserialize(from)
    }

    fn end_record(&mut self) {
        self.records += 1;
        for column in &mut self.builders {
            if column.len() < self.records {
                column.push("");
            }
        }
    }

    /// Finishes column by column, so that the builder of one is freed before the next is copied.
    fn finish(&mut self) {
        let builders = mem::take(&mut self.builders);
        let lists = builders.into_iter().map(|mut column| column.finish());
        self.lists = lists.collect();
    }

    fn texts(&self) -> Vec<String> {
        let record = |at| self.lists.iter().map(move |list| list[at].to_owned());
        (0..self.records).flat_map(record).collect()
    }
}

fn twice<E: Error>() -> E {
    E::custom("a field comes twice in one record")
}

/// A reader of all records, and of each.
pub(super) struct Rows<'a, K> {
    pub(super) fields: &'a [String],
    pub(super) keep: &'a mut K,
}

impl<'de, K: Keep<'de>> DeserializeSeed<'de> for Rows<'_, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, K: Keep<'de>> Visitor<'de> for Rows<'_, K> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<(), A::Error> {
        let Self { fields, keep } = self;
        while records.next_element_seed(Rows { fields, keep })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<(), A::Error> {
        let Self { fields, keep } = self;
        while let Some(index) = record.next_key_seed(Name(fields))? {
            match index {
                Some(index) => record.next_value_seed(Value { index, keep })?,
                None => drop(record.next_value::<IgnoredAny>()?),
            }
        }
        keep.end_record();
        Ok(())
    }
}

/// A reader of a name: the number of the field, if it is one of them.
struct Name<'a>(&'a [String]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<usize>, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Option<usize>, E> {
        Ok(self.0.iter().position(|field| field == name))
    }
}

/// A reader of the value of a field; `null` is as good as none.
struct Value<'a, K> {
    index: usize,
    keep: &'a mut K,
}

impl<'de, K: Keep<'de>> DeserializeSeed<'de> for Value<'_, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_option(self)
    }
}

impl<'de, K: Keep<'de>> Visitor<'de> for Value<'_, K> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a string or null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.keep.field(self.index, from)
    }
}
