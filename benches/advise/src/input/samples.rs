//! Embedded texts as programs have them, and records of a file of the user's.
//!
//! The README of each folder in `benches/data/` has their source.

use std::path::Path;
use std::{fmt, fs};

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::Fault;

/// Returns the tokens of three Rust source files in order, white space and comments included.
#[must_use]
pub fn tokens() -> Vec<String> {
    embedded(include_str!("../../../data/tokens/tokens.json"))
}

/// Returns the tags of 1,000 operations, each a list of keys and values; numbers and booleans are
/// text.
#[must_use]
pub fn tags() -> Vec<Vec<(String, String)>> {
    let tags: Vec<Tags> = embedded(include_str!("../../../data/tags/tags.json"));
    tags.into_iter().map(|Tags(tags)| tags).collect()
}

/// The tags of an operation, in their order.
struct Tags(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Tags {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of scalars")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut pairs: A) -> Result<Self, A::Error> {
        while let Some((key, value)) = pairs.next_entry()? {
            let text = match value {
                Value::String(text) => text,
                Value::Number(number) if number.is_f64() => number
                    .as_f64()
                    .map_or_else(String::new, |number| number.to_string()),
                value => value.to_string(),
            };
            self.0.push((key, text));
        }
        Ok(self)
    }
}

fn embedded<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).expect("the embedded data have this form")
}

/// A JSON array of objects, and the fields to be kept of them.
#[derive(Clone, Debug)]
pub struct Records {
    /// Their source, for a report.
    pub name: String,
    /// The text of the array.
    pub json: Vec<u8>,
    /// The fields, which hold strings.
    pub fields: Vec<String>,
    /// The number of objects.
    pub count: usize,
    /// The number of fields that are missing or null, and so kept as empty strings.
    pub missing: usize,
}

impl Records {
    /// Returns the 1,000 largest cities of the United States.
    #[must_use]
    pub fn cities() -> Self {
        Self {
            name: "1,000 US cities".to_owned(),
            json: include_bytes!("../../../data/cities/cities.json").to_vec(),
            fields: vec!["city".to_owned(), "state".to_owned()],
            count: 1_000,
            missing: 0,
        }
    }

    /// Reads the records of a file. With no `fields`, keeps those that hold a string in the first
    /// record.
    ///
    /// # Errors
    ///
    /// If the file is not an array of objects, with the place.
    pub fn read(path: &Path, fields: &[String]) -> Result<Self, Fault> {
        let array = "a JSON array of objects is needed";
        let mut json = fs::read(path).map_err(|error| Fault::unreadable(path, &error))?;
        if json.starts_with("\u{feff}".as_bytes()) {
            json.drain(..3);
        }
        if let Err(error) = str::from_utf8(&json) {
            let what = format_args!("it is not UTF-8 at byte {}", error.valid_up_to());
            return Err(Fault::in_file(path, what, "save it as UTF-8"));
        }
        let rows: Vec<Map<String, Value>> =
            serde_json::from_slice(&json).map_err(|error| Fault::json(path, &error, array))?;
        let Some(first) = rows.first() else {
            return Err(Fault::in_file(path, "there is no object in it", array));
        };
        let mut fields = fields.to_vec();
        if fields.is_empty() {
            let strings = first.iter().filter(|(_, value)| value.is_string());
            fields.extend(strings.map(|(name, _)| name.clone()));
        }
        if fields.is_empty() {
            let what = "no field of its first object is a string";
            return Err(Fault::in_file(path, what, "name fields with --field"));
        }
        for (at, field) in fields.iter().enumerate() {
            if !first.contains_key(field) {
                let known: Vec<&str> = first.keys().map(String::as_str).collect();
                let what = format_args!("its first object has no field '{field}'");
                let remedy = format_args!("it has {}", known.join(", "));
                return Err(Fault::in_file(path, what, remedy));
            }
            if fields[..at].contains(field) {
                let what = format_args!("the field '{field}' is asked for twice");
                return Err(Fault::in_file(path, what, "name each once"));
            }
        }
        let values = |row| fields.iter().map(move |field| Map::get(row, field));
        let missing = rows
            .iter()
            .flat_map(values)
            .filter(|value| value.is_none_or(Value::is_null));
        Ok(Self {
            missing: missing.count(),
            name: path.display().to_string(),
            count: rows.len(),
            json,
            fields,
        })
    }
}
