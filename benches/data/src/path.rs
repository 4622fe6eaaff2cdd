//! The paths of JSON values, and their names.

/// The name of a text that is a value of its own, in no object or array.
const UNNAMED: &str = "value";
/// The marks of a path: before each key, before the items of an array, and before the values of a
/// map and its keys. No key has them, so the paths of `{"a.b": ""}` and `{"a": {"b": ""}}` differ,
/// whose names are alike.
pub(crate) const OF_KEY: char = '\0';
pub(crate) const OF_ITEMS: char = '\u{1}';
pub(crate) const OF_ENTRY: char = '\u{2}';
pub(crate) const OF_ENTRY_KEY: char = '\u{3}';

/// Adds a key to a path, behind its mark.
pub(crate) fn push_key(path: &mut String, key: &str) {
    if key.bytes().any(|byte| byte <= OF_ENTRY_KEY as u8) {
        path.extend(key.escape_default());
    } else {
        path.push_str(key);
    }
}

/// Returns the name of a path: `user.name`, `tags[]`, `scores{}`, `scores{key}`.
pub(crate) fn name(path: &str) -> String {
    if path.is_empty() {
        return UNNAMED.to_owned();
    }
    let path = path.strip_prefix(OF_KEY).unwrap_or(path);
    let names = path.replace(OF_KEY, ".").replace(OF_ITEMS, "[]");
    names.replace(OF_ENTRY, "{}").replace(OF_ENTRY_KEY, "{key}")
}

/// Returns the name of the values of a map: `scores{}`.
pub(crate) fn map_name(path: &str) -> String {
    name(&format!("{path}{OF_ENTRY}"))
}
