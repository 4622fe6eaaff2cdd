//! The bytes of a value, by what they hold.

use std::ptr;

/// The name of bytes of which nothing can be told from outside.
pub(super) const PRIVATE: &str = "private";
/// The name of bytes that hold nothing.
pub(super) const PADDING: &str = "padding";

/// Some bytes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    name: &'static str,
    start: usize,
    size: usize,
}

impl Field {
    pub(super) fn new(name: &'static str, start: usize, size: usize) -> Self {
        Self { name, start, size }
    }

    /// Returns a part of a value, by its place.
    pub(super) fn within<T, F>(name: &'static str, whole: &T, part: &F) -> Self {
        let start = ptr::from_ref(part).addr() - ptr::from_ref(whole).addr();
        Self::new(name, start, size_of::<F>())
    }

    /// Returns the same bytes of a value that begins earlier.
    pub(super) fn shifted(self, by: usize) -> Self {
        Self {
            start: self.start + by,
            ..self
        }
    }
}

/// Draws all bytes of a value in a line: its fields, and between them gaps of these names, of the first
/// gap and of the others.
pub(super) fn drawn(mut fields: Vec<Field>, size: usize, [first, other]: [&str; 2]) -> String {
    fields.sort_by_key(|field| (field.start, field.size));
    let mut parts = Vec::new();
    let mut gap = first;
    let mut end = 0;
    // A field without bytes marks the end.
    for field in fields.into_iter().chain([Field::new("", size, 0)]) {
        if field.start > end {
            parts.push(format!("{gap} {end}..{}", field.start));
            gap = other;
        }
        end = field.start + field.size;
        if field.size > 0 {
            parts.push(format!("{} {}..{end}", field.name, field.start));
        }
    }
    parts.join(" | ")
}
