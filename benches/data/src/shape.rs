//! The shape of JSON records by the first of them: rows that are arrays, and objects that are maps.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use serde_json::Value;

use crate::path::{OF_ENTRY, OF_ITEMS, OF_KEY, push_key};
use crate::scan::{Follower, Place, Scanner, Step, uncommented};

/// The first bytes by which the shape is found.
pub(crate) const SHOWN: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The paths of objects whose keys are data.
    pub(crate) maps: HashSet<String, FixedState>,
    /// The names of columns, if records are arrays as long as one another.
    pub(crate) columns: Vec<String>,
    /// True if the first record is the columns' names.
    pub(crate) has_header: bool,
}

/// Returns the values of the first bytes: one of each line, or those of a reader of values.
pub(crate) fn values(head: &[u8], is_lines: bool, records: Option<&str>) -> Vec<Value> {
    let parse = |text: &[u8]| serde_json::from_slice(&uncommented(text)).ok();
    if is_lines {
        return head
            .split(|byte| *byte == b'\n')
            .filter_map(parse)
            .collect();
    }
    let mut rest = head;
    if let Some(path) = records {
        // A slice has no errors.
        let _ = Follower::default().skip_to(path, &mut rest, Place::FIRST, || {});
    }
    let (mut scanner, mut start, mut values) = (Scanner::default(), 0, Vec::new());
    for (at, &byte) in rest.iter().enumerate() {
        let step = scanner.step(byte);
        if step != Step::Inside {
            let end = at + usize::from(step == Step::Last);
            values.extend(parse(&rest[start..end]));
            start = at + 1;
        }
        if step == Step::End && records.is_some() {
            break;
        }
    }
    values
}

/// The objects of a path.
#[derive(Default)]
struct Objects<'a> {
    count: usize,
    /// The keys of all objects, and the distinct ones.
    keys: usize,
    distinct: HashSet<&'a str>,
    /// The kinds of values, a bit for each.
    kinds: u8,
}

impl Objects<'_> {
    /// Returns whether the keys are data: there are more than 16, and a key is in one of twenty
    /// objects on average; or there are more than 64, with values of one kind, and a key is in at
    /// most two objects on average.
    fn is_map(&self) -> bool {
        let distinct = self.distinct.len();
        let is_rare = distinct > 16 && self.keys * 20 <= self.count * distinct;
        let is_wide = distinct > 64 && self.keys <= 2 * distinct && self.kinds.count_ones() < 2;
        is_rare || is_wide
    }
}

impl Shape {
    pub(crate) fn new(values: &[Value]) -> Self {
        let mut shape = Self::default();
        shape.find_columns(values);
        // The objects in a map are of one path once it is known.
        loop {
            let mut found = HashMap::new();
            for value in values {
                shape.look_at(value, &mut String::new(), &mut found);
            }
            let known = shape.maps.len();
            let maps = found.into_iter().filter(|(_, objects)| objects.is_map());
            shape.maps.extend(maps.map(|(path, _)| path));
            if shape.maps.len() == known {
                return shape;
            }
        }
    }

    fn look_at<'a>(
        &self,
        value: &'a Value,
        path: &mut String,
        found: &mut HashMap<String, Objects<'a>>,
    ) {
        let outer = path.len();
        match value {
            Value::Object(entries) => {
                let objects = found.entry(path.clone()).or_default();
                objects.count += 1;
                objects.keys += entries.len();
                objects.distinct.extend(entries.keys().map(String::as_str));
                let is_map = self.maps.contains(path);
                for (key, value) in entries {
                    let kind = match value {
                        Value::Null => 0,
                        Value::Bool(_) | Value::Number(_) => 1,
                        Value::String(_) => 2,
                        Value::Array(_) => 4,
                        Value::Object(_) => 8,
                    };
                    if let Some(objects) = found.get_mut(path) {
                        objects.kinds |= kind;
                    }
                    if is_map {
                        path.push(OF_ENTRY);
                    } else {
                        path.push(OF_KEY);
                        push_key(path, key);
                    }
                    self.look_at(value, path, found);
                    path.truncate(outer);
                }
            }
            Value::Array(items) => {
                path.push(OF_ITEMS);
                for item in items {
                    self.look_at(item, path, found);
                }
                path.truncate(outer);
            }
            _ => {}
        }
    }

    /// Finds the columns of rows that are arrays of texts, numbers and booleans. The first has
    /// their names, if all its values are texts, and a column has none below.
    fn find_columns(&mut self, values: &[Value]) {
        let rows: Vec<&Vec<Value>> = values.iter().filter_map(Value::as_array).collect();
        let [first, data @ ..] = &rows[..] else {
            return;
        };
        let is_scalar = |value: &Value| !value.is_array() && !value.is_object();
        let is_row = |row: &&Vec<Value>| row.len() == first.len() && row.iter().all(is_scalar);
        if rows.len() != values.len()
            || data.is_empty()
            || first.len() < 2
            || !rows.iter().all(is_row)
        {
            return;
        }
        let names: Vec<&str> = first.iter().filter_map(Value::as_str).collect();
        let are_distinct = names.iter().collect::<HashSet<_>>().len() == first.len();
        let is_number = |at: usize| {
            let mut column = data
                .iter()
                .map(|row| &row[at])
                .filter(|value| !value.is_null())
                .peekable();
            column.peek().is_some() && column.all(|value| !value.is_string())
        };
        self.has_header = are_distinct && !names.contains(&"") && (0..first.len()).any(is_number);
        self.columns = if self.has_header {
            names.into_iter().map(ToOwned::to_owned).collect()
        } else {
            (1..=first.len())
                .map(|place| format!("column {place}"))
                .collect()
        };
    }
}
