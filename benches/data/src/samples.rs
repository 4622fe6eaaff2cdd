//! Embedded texts as programs have them, and records of the user's files.
//!
//! The README of each folder in `benches/data/` has their source.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use string_kit_measure::Failure;

use crate::{Fault, Inputs, Sink, name_of};

/// Returns the tokens of three Rust source files in order, white space and comments included.
#[must_use]
pub fn tokens() -> Vec<String> {
    embedded(include_str!("../tokens/tokens.json"))
}

/// Returns the tags of 1,000 operations, each a list of keys and values; numbers and booleans are
/// text.
#[must_use]
pub fn tags() -> Vec<Vec<(String, String)>> {
    let text = |value| match value {
        Value::String(text) => text,
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => float.to_string(),
            None => number.to_string(),
        },
        value => value.to_string(),
    };
    let tags: Vec<IndexMap<String, Value>> = embedded(include_str!("../tags/tags.json"));
    let texts = |tags: IndexMap<_, _>| tags.into_iter().map(|(key, value)| (key, text(value)));
    tags.into_iter().map(|tags| texts(tags).collect()).collect()
}

/// The name of a country or an emoji in a language.
#[derive(Clone, Debug, Deserialize)]
pub struct Name {
    /// The emoji, or that of the country's flag.
    pub symbol: String,
    /// The code of the language.
    pub language: String,
    /// The name, in the script of the language.
    pub name: String,
}

/// Returns the names of 200 countries and emoji in ten languages, each of which has a script of its
/// own.
#[must_use]
pub fn names() -> &'static [Name] {
    static NAMES: LazyLock<Vec<Name>> =
        LazyLock::new(|| embedded(include_str!("../names/names.json")));
    &NAMES
}

fn embedded<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).expect("the embedded data have this form")
}

/// A JSON array of objects, whose fields are strings to be kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Records {
    /// Their source, for a report.
    pub name: String,
    /// The text of the array.
    pub json: String,
    /// The fields, which hold strings.
    pub fields: Vec<String>,
    /// The number of objects.
    pub count: usize,
    /// Sentences on the texts that are missing or left out.
    pub notes: Vec<String>,
}

impl Records {
    /// Returns the 1,000 largest cities of the United States.
    #[must_use]
    pub fn cities() -> Self {
        Self {
            name: "1,000 US cities".to_owned(),
            json: include_str!("../cities/cities.json").to_owned(),
            fields: vec!["city".to_owned(), "state".to_owned()],
            count: 1_000,
            notes: Vec::new(),
        }
    }

    /// Writes the texts of the files that the flags name as such an array; the cities, if they name
    /// none.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has no text, or the texts do not fit into the memory.
    pub fn read(inputs: &Inputs) -> Result<Self, Failure> {
        if inputs.files.is_empty() {
            if inputs.fields().is_empty() {
                return Ok(Self::cities());
            }
            let reason = "--field names fields of a FILE; name one as well";
            return Err(Failure::Arguments(reason.to_owned()));
        }
        let mut rows = Rows {
            longest: inputs.memory(),
            json: "[".to_owned(),
            ..Rows::default()
        };
        let outcome = inputs.read(&mut rows)?;
        if rows.json.len() > rows.longest {
            let reason = "its texts take too much memory";
            let fault = Fault::in_file(&inputs.files[0], reason, "--memory raises the limit");
            return Err(fault.into());
        }
        let fields: Vec<String> = rows.fields.into_keys().collect();
        let mut notes = outcome.sentences();
        notes.push("The texts are written as a JSON array first, and read from it.".to_owned());
        let missing = rows.count * fields.len() - rows.texts;
        for (count, words) in [
            (missing, "Strings that are missing, and kept as empty ones"),
            (
                rows.repeated,
                "Further strings of a field in one record, which are left out",
            ),
        ] {
            notes.extend((count > 0).then(|| format!("{words}: {count}.")));
        }
        // Each record has a comma behind it, and there is one.
        rows.json.pop();
        rows.json.push(']');
        Ok(Self {
            name: name_of(&inputs.files),
            json: rows.json,
            fields,
            count: rows.count,
            notes,
        })
    }
}

/// Writes records as elements of a JSON array.
#[derive(Default)]
struct Rows {
    /// The most bytes of the array.
    longest: usize,
    json: String,
    /// The fields, and the text of each in the current record.
    fields: IndexMap<String, Option<String>>,
    count: usize,
    texts: usize,
    /// The number of texts that were not the first of their field in a record.
    repeated: usize,
}

impl Sink for Rows {
    fn field(&mut self, name: &str) -> Option<usize> {
        let known = self.fields.get_index_of(name);
        known.or_else(|| Some(self.fields.insert_full(name.to_owned(), None).0))
    }

    fn text(&mut self, field: usize, text: &str) {
        match &mut self.fields[field] {
            Some(_) => self.repeated += 1,
            first => *first = Some(text.to_owned()),
        }
    }

    fn end_record(&mut self) {
        self.count += 1;
        let fields = self.fields.iter_mut();
        let present = fields.filter_map(|(name, text)| Some((name, text.take()?)));
        let texts: BTreeMap<_, _> = present.collect();
        self.texts += texts.len();
        if self.json.len() <= self.longest {
            self.json += &serde_json::to_string(&texts).expect("all keys are strings");
            self.json.push(',');
        }
    }
}
