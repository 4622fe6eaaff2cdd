//! A JSON object as a record: it is parsed first and delivered then, so that a bad one delivers nothing.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::names::Names;
use super::receiver::Receiver;

/// The texts of the current record.
///
/// PERF: a record allocates nothing once the string and the vector have their size.
#[derive(Debug, Default)]
pub(super) struct Record {
    names: Names,
    /// The texts, one after another.
    text: String,
    /// The name of each text, and its end.
    ends: Vec<(usize, usize)>,
    is_object: bool,
    /// The number of values without a name.
    ignored: u64,
}

impl Record {
    /// Returns the visitor of the next record.
    pub(super) fn next(&mut self) -> Value<'_> {
        self.text.clear();
        self.ends.clear();
        self.is_object = false;
        self.ignored = 0;
        Value {
            record: self,
            name: Names::ROOT,
        }
    }

    /// Delivers the record; returns false if it is not an object.
    pub(super) fn deliver(&mut self, to: &mut Receiver<'_>) -> bool {
        if !self.is_object {
            return false;
        }
        let mut start = 0;
        for &(name, end) in &self.ends {
            let target = self.names.target(name, to);
            to.text(target, &self.text[start..end]);
            start = end;
        }
        to.ignore(self.ignored);
        to.end_record();
        true
    }
}

/// A visitor of a value, which collects the texts in it.
#[derive(Debug)]
pub(super) struct Value<'a> {
    record: &'a mut Record,
    name: usize,
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    #[inline]
    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        let Record {
            text: all, ends, ..
        } = self.record;
        all.push_str(text);
        ends.push((self.name, all.len()));
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { record, .. } = self;
        let Some(name) = record.names.element(self.name) else {
            while from.next_element::<IgnoredAny>()?.is_some() {
                record.ignored += 1;
            }
            return Ok(());
        };
        loop {
            let record = &mut *record;
            if from.next_element_seed(Value { record, name })?.is_none() {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { record, .. } = self;
        record.is_object |= self.name == Names::ROOT;
        let mut place = 0;
        while let Some(Key(key)) = from.next_key()? {
            if let Some(name) = record.names.key(self.name, &mut place, &key) {
                let record = &mut *record;
                from.next_value_seed(Value { record, name })?;
            } else {
                record.ignored += 1;
                from.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// A key. PERF: it borrows from a line of JSON, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
