//! What a string type takes where it lies, and what its texts ask of the allocator.

use std::alloc::Layout;

use serde::Serialize;
use string_kit_subjects::{Examined, Listed, Shape};

use super::{Field, filled, words};
use crate::measure::allocator::noting;
use crate::measure::noted;

/// The lengths of the texts that are kept.
pub(crate) const LENGTHS: [usize; 6] = [0, 8, 16, 24, 32, 64];

/// The bytes of which nothing can be told from outside.
pub(super) const PRIVATE: &str = "private";

/// A string type.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StringType {
    /// The name by which it is asked for.
    pub(crate) name: &'static str,
    /// The type's name as its users write it.
    pub(crate) type_name: &'static str,
    /// Whether it is one of string-kit's representations; else it is a rival.
    pub(crate) is_representation: bool,
    /// The bytes of a value, without its heap.
    pub(crate) size: usize,
    /// What its place is a multiple of.
    pub(crate) align: usize,
    /// How many `Option`s around it cost nothing, of four.
    pub(crate) free_options: usize,
    /// The longest text that lies in the value itself.
    pub(crate) inline_capacity: usize,
    /// All bytes of a value, by what they hold, as far as it can be told.
    pub(crate) fields: Vec<Field>,
    /// What texts ask of the allocator, by their lengths; empty unless the allocator is the
    /// laboratory's.
    pub(crate) texts: Vec<Text>,
}

/// A text, kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Text {
    /// How many bytes it has.
    pub(crate) len: usize,
    /// The blocks that it keeps.
    pub(crate) blocks: Vec<Request>,
}

impl Text {
    /// The bytes of all blocks.
    pub(crate) fn asked(&self) -> usize {
        self.blocks.iter().map(|block| block.size).sum()
    }
}

/// What was asked of the allocator for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Request {
    /// How many bytes.
    pub(crate) size: usize,
    /// At a multiple of what.
    pub(crate) align: usize,
}

impl From<Layout> for Request {
    fn from(layout: Layout) -> Self {
        Self {
            size: layout.size(),
            align: layout.align(),
        }
    }
}

impl StringType {
    /// Looks at values of a type.
    pub(crate) fn of(listed: &Listed) -> Self {
        let subject = &*listed.subject;
        let Shape {
            size,
            align,
            free_options,
        } = subject.shape();
        let inline = inline(subject, size);
        let fields = words::of_std(listed.name).unwrap_or_else(|| {
            let text = inline.map(|(len, at)| Field::new("text", at, len));
            filled(text.into_iter().collect(), size, [PRIVATE; 2])
        });
        Self {
            name: listed.name,
            type_name: subject.name(),
            is_representation: listed.is_representation,
            size,
            align,
            free_options,
            inline_capacity: inline.map_or(0, |(len, _)| len),
            fields,
            texts: LENGTHS.map(|len| kept(subject, len)).into(),
        }
    }
}

/// The longest text that a value has in itself, and where.
fn inline(subject: &dyn Examined, size: usize) -> Option<(usize, usize)> {
    let mut lens = (1..=size).rev();
    lens.find_map(|len| Some((len, subject.inline_at(&text(len))?)))
}

fn kept(subject: &dyn Examined, len: usize) -> Text {
    let text = text(len);
    // What a crate makes for itself, once, is not the text's.
    subject.hold(&text, &mut || ());
    let mut blocks = Vec::new();
    noting(|| {
        noted::forget();
        subject.hold(&text, &mut || blocks = noted::blocks());
    });
    Text {
        len,
        blocks: blocks.into_iter().map(Request::from).collect(),
    }
}

fn text(len: usize) -> String {
    "x".repeat(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The allocator of the tests notes nothing; what is asked of the program's own is tested by
    /// running it.
    fn all() -> Vec<StringType> {
        string_kit_subjects::all()
            .iter()
            .map(StringType::of)
            .collect()
    }

    #[test]
    fn every_byte_of_every_type_is_told_once() {
        for of in all() {
            let mut end = 0;
            for field in &of.fields {
                assert_eq!(field.start, end, "{}", of.name);
                assert!(field.end > field.start, "{}", of.name);
                end = field.end;
            }
            assert_eq!(end, of.size, "{}", of.name);
        }
    }

    #[test]
    fn a_text_that_lies_in_the_value_is_found_there() {
        let all = all();
        let of = |name| all.iter().find(|of| of.name == name).unwrap();
        let compact = of("compact_string");
        assert_eq!(compact.inline_capacity, compact.size);
        assert_eq!(compact.fields, [Field::new("text", 0, compact.size)]);
        assert_eq!(of("string").inline_capacity, 0);
        let smol = of("smol_str");
        assert_eq!((smol.inline_capacity, smol.size), (23, 24));
        let buf = of("string_buf");
        assert_eq!(buf.inline_capacity, 24);
    }

    #[test]
    fn what_the_representations_say_of_themselves_is_so() {
        let all = all();
        macro_rules! check {
            ($name:ident, $ty:ty) => {
                let of = all.iter().find(|of| of.name == stringify!($name)).unwrap();
                let said = <$ty as string_kit::CapturedStr>::PROFILE;
                assert_eq!(of.inline_capacity, said.inline_capacity, "{}", of.name);
                assert_eq!((of.size, of.align), (size_of::<$ty>(), align_of::<$ty>()));
                let is_free = size_of::<Option<$ty>>() == of.size;
                assert_eq!(of.free_options > 0, is_free, "{}", of.name);
            };
        }
        string_kit_subjects::for_each_representation!(check);
    }
}
