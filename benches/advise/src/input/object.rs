//! A JSON object as a record: it is parsed first and delivered then, so that a bad one delivers nothing.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::names::Names;
use super::receiver::Receiver;

/// The texts of the current record, kept as places in its JSON.
///
/// PERF: a text without escapes is not copied, and a record allocates nothing once the vectors have
/// their size.
#[derive(Debug, Default)]
pub(super) struct Record {
    names: Names,
    texts: Vec<Text>,
    /// The texts that do not lie in the JSON as they are.
    copies: String,
    is_object: bool,
    /// The number of values without a name.
    ignored: u64,
}

/// The place of a text.
#[derive(Clone, Copy, Debug)]
struct Text {
    name: usize,
    start: usize,
    end: usize,
    is_copy: bool,
}

impl Record {
    /// Returns the visitor of the next record. `json` is the text that it may borrow from.
    pub(super) fn next(&mut self, json: &str) -> Value<'_> {
        self.texts.clear();
        self.copies.clear();
        self.is_object = false;
        self.ignored = 0;
        Value {
            record: self,
            name: Names::ROOT,
            base: json.as_ptr().addr(),
        }
    }

    /// Delivers the record; returns false if it is not an object.
    pub(super) fn deliver(&mut self, json: &str, to: &mut Receiver<'_>) -> bool {
        if !self.is_object {
            return false;
        }
        for text in &self.texts {
            let target = self.names.target(text.name, to);
            let from = if text.is_copy { &self.copies } else { json };
            to.text(target, &from[text.start..text.end]);
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
    /// The address of the JSON.
    base: usize,
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
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<(), E> {
        let start = text.as_ptr().addr() - self.base;
        self.record.texts.push(Text {
            name: self.name,
            start,
            end: start + text.len(),
            is_copy: false,
        });
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        let copies = &mut self.record.copies;
        let start = copies.len();
        copies.push_str(text);
        self.record.texts.push(Text {
            name: self.name,
            start,
            end: copies.len(),
            is_copy: true,
        });
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
        let Self { record, base, .. } = self;
        let Some(name) = record.names.element(self.name) else {
            while from.next_element::<IgnoredAny>()?.is_some() {
                record.ignored += 1;
            }
            return Ok(());
        };
        loop {
            let record = &mut *record;
            if from
                .next_element_seed(Value { record, name, base })?
                .is_none()
            {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Self { record, base, .. } = self;
        record.is_object |= self.name == Names::ROOT;
        let mut place = 0;
        loop {
            let key = Key {
                names: &mut record.names,
                object: self.name,
                place: &mut place,
            };
            match from.next_key_seed(key)? {
                None => return Ok(()),
                Some(None) => {
                    record.ignored += 1;
                    from.next_value::<IgnoredAny>()?;
                }
                Some(Some(name)) => {
                    let record = &mut *record;
                    from.next_value_seed(Value { record, name, base })?;
                }
            }
        }
    }
}

/// A visitor of a key, which returns its name.
struct Key<'a> {
    names: &'a mut Names,
    object: usize,
    place: &'a mut usize,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<usize>, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    #[inline]
    fn visit_str<E>(self, key: &str) -> Result<Option<usize>, E> {
        Ok(self.names.key(self.object, self.place, key))
    }
}
