//! Records of text: the embedded cities, or a file of the user's.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Fault;

/// A JSON array of objects, and which of their fields are to be kept.
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
    /// Returns the 1,000 largest cities of the United States. `benches/data/cities/README.md` has their
    /// source.
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

    /// Reads the records of a file. With no `fields`, keeps those that hold a string in the first record.
    ///
    /// # Errors
    ///
    /// If the file is not an array of objects, with the place.
    pub fn read(path: &Path, fields: &[String]) -> Result<Self, Fault> {
        let mut json = fs::read(path).map_err(|error| Fault::unreadable(path, &error))?;
        if let Some(text) = json.strip_prefix(BYTE_ORDER_MARK) {
            json = text.to_vec();
        }
        if let Err(error) = str::from_utf8(&json) {
            let what = format_args!("it is not UTF-8 at byte {}", error.valid_up_to());
            return Err(Fault::of(path, what, "save it as UTF-8"));
        }
        let rows: Vec<Value> =
            serde_json::from_slice(&json).map_err(|error| Fault::json(path, &error, ARRAY))?;
        let first = rows.first().and_then(Value::as_object);
        let first = first.ok_or_else(|| Fault::of(path, "there is no object in it", ARRAY))?;
        let strings = first.iter().filter(|(_, value)| value.is_string());
        let strings: Vec<String> = strings.map(|(name, _)| name.clone()).collect();
        let fields = if fields.is_empty() {
            strings
        } else {
            fields.to_vec()
        };
        if fields.is_empty() {
            let what = "no field of its first object is a string";
            return Err(Fault::of(path, what, "name fields with --field"));
        }
        if let Some(field) = fields.iter().find(|&field| !first.contains_key(field)) {
            let known: Vec<&str> = first.keys().map(String::as_str).collect();
            let what = format!("its first object has no field '{field}'");
            return Err(Fault::of(
                path,
                what,
                format_args!("it has {}", known.join(", ")),
            ));
        }
        if let Some(twice) = fields
            .iter()
            .enumerate()
            .find(|&(at, field)| fields[..at].contains(field))
        {
            let what = format_args!("the field '{}' is asked for twice", twice.1);
            return Err(Fault::of(path, what, "name each once"));
        }
        let is_missing = |row: &&Value, field: &str| row.get(field).is_none_or(Value::is_null);
        let missing = fields.iter().map(|field| {
            let missing = rows.iter().filter(|row| is_missing(row, field));
            missing.count()
        });
        Ok(Self {
            missing: missing.sum(),
            name: path.display().to_string(),
            count: rows.len(),
            json,
            fields,
        })
    }
}

/// The mark that some editors put in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The form that a file must have.
const ARRAY: &str = "a JSON array of objects is needed";
