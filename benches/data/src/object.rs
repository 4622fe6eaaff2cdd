//! A JSON value as a record: it is parsed first and delivered then, so that a bad one delivers
//! nothing.

use std::borrow::Cow;
use std::fmt;

use foldhash::fast::FixedState;
use indexmap::{IndexMap, IndexSet};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::maps::Maps;
use crate::path::{OF_ENTRY, OF_ENTRY_KEY, OF_ITEMS, OF_KEY, name, push_key};
use crate::receiver::{LONGEST_NAME, Receiver, Target};

/// The most names that the texts of a file may have. Texts with further names are left out.
const MOST_NAMES: usize = 10_000;
/// The most names of numbers that are kept.
const MOST_NUMBERS: usize = 32;

/// The texts of the current record.
/// PERF: a record allocates nothing once the strings and the vector have their size.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The paths of texts, and their targets: the sink is asked with the first text of each.
    paths: IndexMap<String, Option<Target>, FixedState>,
    /// The path of the value that is parsed. That of the record is empty.
    path: String,
    text: String,
    /// The number of the path of each text, and its end. Texts beyond a limit have no path.
    ends: Vec<(Option<usize>, usize)>,
    /// The paths of maps.
    maps: Maps,
    /// The paths of some values that are numbers or booleans.
    numbers: IndexSet<String, FixedState>,
}

impl Record {
    pub(crate) fn new(maps: Maps) -> Self {
        Self {
            maps,
            ..Self::default()
        }
    }

    /// Returns the visitor of the next record.
    pub(crate) fn next(&mut self) -> &mut Self {
        self.path.clear();
        self.text.clear();
        self.ends.clear();
        self
    }

    pub(crate) fn deliver(&mut self, to: &mut Receiver<'_>) {
        let mut start = 0;
        for &(path, end) in &self.ends {
            let known = path.and_then(|path| self.paths.get_index_mut(path));
            let target = known.map_or(Target::Beyond, |(path, target)| {
                *target.get_or_insert_with(|| to.target(&name(path)))
            });
            to.text(target, &self.text[start..end]);
            start = end;
        }
        if to.outcome.numbers.len() < self.numbers.len() {
            to.outcome.numbers = self.numbers.iter().map(|path| name(path)).collect();
        }
        to.end_record();
    }

    /// Keeps a text of the current path.
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        let number = self.number();
        self.ends.push((number, self.text.len()));
    }

    /// Keeps the path of a value that is no text.
    fn note_number(&mut self) {
        let has_room = self.numbers.len() < MOST_NUMBERS && self.path.len() <= LONGEST_NAME;
        if has_room && !self.numbers.contains(&self.path) {
            self.numbers.insert(self.path.clone());
        }
    }

    /// Returns the number of the current path; none beyond a limit. Its name has no first mark.
    fn number(&mut self) -> Option<usize> {
        let known = self.paths.get_index_of(&self.path);
        let has_room = self.paths.len() < MOST_NAMES && self.path.len() <= LONGEST_NAME + 1;
        known.or_else(|| has_room.then(|| self.paths.insert_full(self.path.clone(), None).0))
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
        self.push(text);
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
        let outer = self.path.len();
        self.path.push(OF_ITEMS);
        while from.next_element_seed(&mut *self)?.is_some() {}
        self.path.truncate(outer);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let outer = self.path.len();
        let is_map = !self.maps.is_empty() && self.maps.contains(&self.path);
        while let Some(Key(key)) = from.next_key()? {
            if is_map {
                self.path.push(OF_ENTRY_KEY);
                self.push(&key);
                self.path.truncate(outer);
                self.path.push(OF_ENTRY);
            } else {
                self.path.push(OF_KEY);
                push_key(&mut self.path, &key);
            }
            from.next_value_seed(&mut *self)?;
            self.path.truncate(outer);
        }
        Ok(())
    }
}

/// A key. PERF: it borrows from a line of JSON, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
