//! The maps of JSON records, by the first records: objects whose keys are data.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use serde_json::Value;

use crate::path::{OF_ENTRY, OF_ITEMS, OF_KEY, push_key};

/// The paths of objects whose keys are data.
pub(crate) type Maps = HashSet<String, FixedState>;

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

/// Returns the paths of the maps in records.
pub(crate) fn find_maps(records: &[Value]) -> Maps {
    let mut maps = Maps::default();
    // The objects in a map are of one path once it is known.
    loop {
        let mut found = HashMap::new();
        for record in records {
            look_at(record, &maps, &mut String::new(), &mut found);
        }
        let known = maps.len();
        let new = found.into_iter().filter(|(_, objects)| objects.is_map());
        maps.extend(new.map(|(path, _)| path));
        if maps.len() == known {
            return maps;
        }
    }
}

fn look_at<'a>(
    value: &'a Value,
    maps: &Maps,
    path: &mut String,
    found: &mut HashMap<String, Objects<'a>>,
) {
    let outer = path.len();
    match value {
        Value::Object(entries) => {
            let objects = found.entry(path.clone()).or_default();
            objects.count += 1;
            objects.keys += entries.len();
            for (key, value) in entries {
                objects.distinct.insert(key);
                objects.kinds |= match value {
                    Value::Null => 0,
                    Value::Bool(_) | Value::Number(_) => 1,
                    Value::String(_) => 2,
                    Value::Array(_) => 4,
                    Value::Object(_) => 8,
                };
            }
            let is_map = maps.contains(path);
            for (key, value) in entries {
                if is_map {
                    path.push(OF_ENTRY);
                } else {
                    path.push(OF_KEY);
                    push_key(path, key);
                }
                look_at(value, maps, path, found);
                path.truncate(outer);
            }
        }
        Value::Array(items) => {
            path.push(OF_ITEMS);
            for item in items {
                look_at(item, maps, path, found);
            }
            path.truncate(outer);
        }
        _ => {}
    }
}
