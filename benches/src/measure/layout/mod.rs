//! How the bytes of values are laid out, on stable Rust: by sizes, by `offset_of!`, and by the places of
//! what a value has in it.
//!
//! ```text
//! subjects --> types: size, niche, inline text, what a text asks of the allocator
//! designs ---> nodes: size, tag, the fields of each form
//! ```

mod designs;
mod nodes;
mod types;
mod words;

use std::ptr;

use serde::Serialize;

pub(crate) use nodes::{Home, Node, Tag, nodes};
pub(crate) use types::{LENGTHS, StringType, Text};

#[cfg(test)]
pub(crate) use types::Request;

/// Some bytes of a value, by what they hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Field {
    /// What is there.
    pub(crate) name: &'static str,
    /// The first byte.
    pub(crate) start: usize,
    /// The one behind the last.
    pub(crate) end: usize,
}

impl Field {
    /// So many bytes at this place.
    pub(crate) fn new(name: &'static str, start: usize, size: usize) -> Self {
        Self {
            name,
            start,
            end: start + size,
        }
    }

    /// A part of a value, by where it lies.
    fn within<T, F>(name: &'static str, whole: &T, part: &F) -> Self {
        Self::new(name, place_in(whole, part), size_of::<F>())
    }

    /// The same, of a value that begins so many bytes later.
    fn shifted(self, by: usize) -> Self {
        Self {
            start: self.start + by,
            end: self.end + by,
            ..self
        }
    }
}

/// How far from its beginning a value has a part.
fn place_in<T, F>(whole: &T, part: &F) -> usize {
    ptr::from_ref(part).addr() - ptr::from_ref(whole).addr()
}

/// What lies between fields, and has nothing in it.
const PADDING: &str = "padding";

/// All bytes of a value, in order: its fields, and the gaps between them by these names, of the first
/// one and of the others.
fn filled(mut fields: Vec<Field>, size: usize, [first, other]: [&'static str; 2]) -> Vec<Field> {
    fields.sort_by_key(|field| field.start);
    let mut all: Vec<Field> = Vec::new();
    let mut gap = first;
    // What has no bytes ends what has.
    for field in fields.into_iter().chain([Field::new("end", size, 0)]) {
        let end = all.last().map_or(0, |last| last.end);
        if field.start > end {
            all.push(Field::new(gap, end, field.start - end));
            gap = other;
        }
        if field.end > field.start {
            all.push(field);
        }
    }
    all
}

/// The fields of a struct, by their names.
macro_rules! fields {
    ($ty:ty { $($field:ident),* }) => {
        vec![$({
            fn size<T, F>(_: fn(&T) -> &F) -> usize {
                size_of::<F>()
            }
            $crate::measure::layout::Field::new(
                stringify!($field),
                std::mem::offset_of!($ty, $field),
                size::<$ty, _>(|of| &of.$field),
            )
        }),*]
    };
}
use fields;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_told_and_the_first_may_have_a_name() {
        let fields = vec![Field::new("b", 8, 4), Field::new("a", 1, 3)];
        let drawn: Vec<(&str, usize, usize)> = filled(fields, 16, ["tag", PADDING])
            .into_iter()
            .map(|field| (field.name, field.start, field.end))
            .collect();
        let expected = [
            ("tag", 0, 1),
            ("a", 1, 4),
            ("padding", 4, 8),
            ("b", 8, 12),
            ("padding", 12, 16),
        ];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn fields_have_the_places_that_the_language_gives_them() {
        #[repr(C)]
        struct Three {
            byte: u8,
            word: u32,
            two: u16,
        }
        let fields = fields!(Three { byte, word, two });
        let places: Vec<(usize, usize)> = fields
            .iter()
            .map(|field| (field.start, field.end))
            .collect();
        assert_eq!(places, [(0, 1), (4, 8), (8, 10)]);
        let three = Three {
            byte: 1,
            word: 2,
            two: 3,
        };
        assert_eq!(Field::within("two", &three, &three.two), fields[2]);
    }
}
