//! Records on their way in: an array of objects, of which some fields are strings to be kept.

use std::fmt::{self, Formatter};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::keep::Keep;

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
