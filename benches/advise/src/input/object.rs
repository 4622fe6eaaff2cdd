//! A JSON object as a record: it is parsed first and delivered then, so that a bad one delivers
//! nothing.

use std::borrow::Cow;
use std::fmt;

use foldhash::fast::FixedState;
use indexmap::{IndexMap, IndexSet};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::receiver::{LONGEST_NAME, Receiver, Target};

/// The most names that the texts of a file may have. Texts with further names are left out.
const MOST_NAMES: usize = 10_000;
/// The most names of numbers that are kept.
const MOST_NUMBERS: usize = 32;

/// The texts of the current record.
/// PERF: a record allocates nothing once the strings and the vector have their size.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The names of texts, and their targets: the sink is asked with the first text of each.
    names: IndexMap<String, Option<Target>, FixedState>,
    /// The name of the value that is parsed: `user.name`, `tags[]`. That of the record is empty.
    name: String,
    text: String,
    /// The number of the name of each text, and its end. Texts beyond a limit have no name.
    ends: Vec<(Option<usize>, usize)>,
    /// The names of some values that are numbers or booleans.
    numbers: IndexSet<String, FixedState>,
    is_object: bool,
}

impl Record {
    /// Returns the visitor of the next record.
    pub(super) fn next(&mut self) -> &mut Self {
        self.name.clear();
        self.text.clear();
        self.ends.clear();
        self.is_object = false;
        self
    }

    /// Delivers the record; returns false if it is not an object.
    pub(super) fn deliver(&mut self, to: &mut Receiver<'_>) -> bool {
        if !self.is_object {
            return false;
        }
        let mut start = 0;
        for &(name, end) in &self.ends {
            let named = name.and_then(|name| self.names.get_index_mut(name));
            let target = named.map_or(Target::Beyond, |(name, target)| {
                *target.get_or_insert_with(|| to.target(name))
            });
            to.text(target, &self.text[start..end]);
            start = end;
        }
        if to.outcome.numbers.len() < self.numbers.len() {
            to.outcome.numbers = self.numbers.iter().cloned().collect();
        }
        to.end_record();
        true
    }

    /// Keeps the name of a value that is no text.
    fn note_number(&mut self) {
        let has_room = self.numbers.len() < MOST_NUMBERS && self.name.len() <= LONGEST_NAME;
        if has_room && !self.numbers.contains(&self.name) {
            self.numbers.insert(self.name.clone());
        }
    }

    /// Returns the number of the current name; none beyond a limit.
    fn number(&mut self) -> Option<usize> {
        let known = self.names.get_index_of(&self.name);
        let has_room = self.names.len() < MOST_NAMES && self.name.len() <= LONGEST_NAME;
        known.or_else(|| has_room.then(|| self.names.insert_full(self.name.clone(), None).0))
    }
}

impl<'de> DeserializeSeed<'de> for &mut Record {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

/// Collects the texts in a value.
impl<'de> Visitor<'de> for &mut Record {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    #[inline]
    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.text.push_str(text);
        let number = self.number();
        self.ends.push((number, self.text.len()));
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.note_number();
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.note_number();
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.note_number();
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.note_number();
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let outer = self.name.len();
        self.name.push_str("[]");
        while from.next_element_seed(&mut *self)?.is_some() {}
        self.name.truncate(outer);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let outer = self.name.len();
        let dot = if outer == 0 { "" } else { "." };
        self.is_object |= outer == 0;
        while let Some(Key(key)) = from.next_key()? {
            self.name.extend([dot, &key]);
            from.next_value_seed(&mut *self)?;
            self.name.truncate(outer);
        }
        Ok(())
    }
}

/// A key. PERF: it borrows from a line of JSON, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
