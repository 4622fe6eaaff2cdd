//! A JSON object as a record: it is parsed first and delivered then, so that a bad one delivers
//! nothing.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::receiver::{LONGEST_NAME, Receiver, Target};

/// The texts of the current record.
/// PERF: a record allocates nothing once the string and the vector have their size.
#[derive(Debug, Default)]
pub(super) struct Record {
    names: Names,
    /// The name of the value that is parsed.
    name: usize,
    text: String,
    /// The name of each text, and its end.
    ends: Vec<(usize, usize)>,
    is_object: bool,
}

impl Record {
    /// Returns the visitor of the next record.
    pub(super) fn next(&mut self) -> &mut Self {
        self.name = Names::ROOT;
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
            let target = self.names.target(name, to);
            to.text(target, &self.text[start..end]);
            start = end;
        }
        to.end_record();
        true
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
        self.ends.push((self.name, self.text.len()));
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
        let array = self.name;
        self.name = self.names.within(array, None);
        while from.next_element_seed(&mut *self)?.is_some() {}
        self.name = array;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let object = self.name;
        self.is_object |= object == Names::ROOT;
        while let Some(Key(key)) = from.next_key()? {
            self.name = self.names.within(object, Some(&key));
            from.next_value_seed(&mut *self)?;
        }
        self.name = object;
        Ok(())
    }
}

/// A key. PERF: it borrows from a line of JSON, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// The most names that a file may have, including those of numbers and of objects. Texts with
/// further names are left out, and so are texts whose name is longer than [`LONGEST_NAME`].
pub(super) const MOST_NAMES: usize = 10_000;

/// The names of the values in the objects of a file, by their numbers: `user.name`, `tags[]`.
#[derive(Debug)]
pub(super) struct Names {
    names: Vec<Name>,
    /// The numbers, by a hash of the number of the object or array and the key.
    numbers: HashMap<u64, usize, FixedState>,
}

/// A name as the sink knows it, and the target of its texts. The sink is asked for it with the
/// first text.
type Name = (String, Option<Target>);

impl Default for Names {
    fn default() -> Self {
        let names = vec![(String::new(), None), (String::new(), Some(Target::Beyond))];
        let numbers = HashMap::default();
        Self { names, numbers }
    }
}

impl Names {
    /// The name of a record.
    pub(super) const ROOT: usize = 0;
    /// The name of all values beyond a limit.
    const BEYOND: usize = 1;

    /// Returns the name of a key's value in an object, or of the elements of an array, which have
    /// no key.
    #[inline]
    pub(super) fn within(&mut self, outer: usize, key: Option<&str>) -> usize {
        let hash = FixedState::default().hash_one((outer, key));
        match self.numbers.get(&hash) {
            Some(name) => *name,
            None => self.add(outer, key, hash),
        }
    }

    fn add(&mut self, outer: usize, key: Option<&str>, hash: u64) -> usize {
        let (path, _) = &self.names[outer];
        let path = match key {
            None => format!("{path}[]"),
            Some(key) if outer == Self::ROOT => key.to_owned(),
            Some(key) => format!("{path}.{key}"),
        };
        let number = self.names.len();
        if outer == Self::BEYOND || number == MOST_NAMES || path.len() > LONGEST_NAME {
            return Self::BEYOND;
        }
        self.names.push((path, None));
        self.numbers.insert(hash, number);
        number
    }

    #[inline]
    pub(super) fn target(&mut self, name: usize, to: &mut Receiver<'_>) -> Target {
        let (path, target) = &mut self.names[name];
        *target.get_or_insert_with(|| to.target(path))
    }
}
