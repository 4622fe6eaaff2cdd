//! The list of nodes, and what each takes.

use serde::Serialize;
use string_kit_concat::{ConcatId, ConcatStr, Wide};
use string_kit_subjects::Shape;

use super::designs::{
    Around, Child, Counted, CountedIds, Free, Ids, Tagged, Value, Weakless, WideCountedIds, bytes,
};
use super::{Field, PADDING, fields, filled};
use crate::measure::size_class::SizeClasses;

/// A node of a DAG of concatenations.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    /// The name by which it is asked for.
    pub(crate) name: &'static str,
    /// What it is, in a few words.
    pub(crate) what: &'static str,
    /// The bytes of what a program keeps of a node: a pointer or an id.
    pub(crate) handle: usize,
    /// How many `Option`s around that cost nothing, of four.
    pub(crate) free_options: usize,
    /// The bytes of a node.
    pub(crate) size: usize,
    /// What its place is a multiple of.
    pub(crate) align: usize,
    /// By what a leaf is told from a concatenation.
    pub(crate) tag: Tag,
    /// Where it lies.
    pub(crate) home: Home,
    /// What it can be, and its bytes then.
    pub(crate) forms: Vec<Form>,
}

/// By what a leaf is told from a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tag {
    /// A value that a field of a leaf cannot have: the node is no larger than the larger of the two.
    Niche,
    /// Bytes of its own, so many.
    Own(usize),
    /// Bits of a field, by which the program knows.
    Bits,
}

/// Where a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Home {
    /// In a block of its own.
    Block,
    /// Beside others of its size, in a slab or an arena.
    Array,
}

/// A node as what it can be.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Form {
    /// What it is.
    pub(crate) name: &'static str,
    /// All its bytes, by what they hold.
    pub(crate) fields: Vec<Field>,
}

/// Every design: the write-up's, the oldest first, and string-kit's own.
pub(crate) fn nodes() -> Vec<Node> {
    vec![
        by_enum::<Tagged<Vec<u8>>, Counted<_>>(
            "arc_2015",
            "std's Arc of an enum of Vec<u8> or two Arcs, with a tag of its own, as in 2015",
            Home::Block,
        ),
        by_enum::<Free<Vec<u8>>, Counted<_>>("arc_vec", "the same as of today", Home::Block),
        by_enum::<Free<Box<[u8]>>, Counted<_>>(
            "arc_box",
            "the same with Box<[u8]> for a leaf",
            Home::Block,
        ),
        by_enum::<Free<Vec<u8>>, Weakless<_>>(
            "weakless_vec",
            "an Arc without weak pointers, of the enum of Vec<u8>",
            Home::Block,
        ),
        by_enum::<Free<Vec<u8>>, Free<_>>(
            "leaked_vec",
            "the enum of Vec<u8> in a leaked Box",
            Home::Block,
        ),
        by_enum::<Free<Vec<u8>>, Free<_>>("arena_vec", "the same in a leaked arena", Home::Array),
        packed(
            "packed",
            "all in 128 bits, in a block of its own",
            Home::Block,
        ),
        packed("packed_slab", "the same in a slab", Home::Array),
        by_fields::<ConcatStr, CountedIds>(
            "concat_str",
            "ConcatStr: a count and two ids of 32 bits, in a slab",
            fields!(CountedIds { count, left, right }),
        ),
        by_fields::<ConcatStr<Wide>, WideCountedIds>(
            "concat_str_wide",
            "ConcatStr<Wide>: ids of up to 48 bits, the upper 16 of both in a word",
            fields!(WideCountedIds {
                count,
                left,
                right,
                above
            }),
        ),
        by_fields::<ConcatId, Ids<u32>>(
            "concat_arena",
            "ConcatArena: two ids of 32 bits",
            fields!(Ids<u32> { left, right }),
        ),
        by_fields::<ConcatId<Wide>, Ids<[u8; 5]>>(
            "concat_arena_wide",
            "ConcatArena<Wide>: two ids of 40 bits",
            fields!(Ids<[u8; 5]> { left, right }),
        ),
    ]
}

/// A node of an enum `T`, in a block `W` that has counts around it.
fn by_enum<T: Value, W: Around<T>>(name: &'static str, what: &'static str, home: Home) -> Node {
    let [leaf, concat] = bytes::<T, W>();
    let form = |name, fields| Form { name, fields };
    Node {
        tag: match size_of::<T>() - T::PAYLOAD {
            0 => Tag::Niche,
            bytes => Tag::Own(bytes),
        },
        forms: vec![form("leaf", leaf), form("concatenation", concat)],
        home,
        ..Node::of::<Child, W>(name, what)
    }
}

/// A node `N` of fields, known by a handle `H`; its leaves are known by their ids.
fn by_fields<H, N>(name: &'static str, what: &'static str, fields: Vec<Field>) -> Node {
    Node {
        forms: vec![Form {
            name: "concatenation",
            fields: filled(fields, size_of::<N>(), [PADDING; 2]),
        }],
        ..Node::of::<H, N>(name, what)
    }
}

/// A node whose fields are bits.
fn packed(name: &'static str, what: &'static str, home: Home) -> Node {
    let all = |name| vec![Field::new(name, 0, size_of::<[u64; 2]>())];
    let form = |name, bits| Form {
        name,
        fields: all(bits),
    };
    Node {
        forms: vec![
            form(
                "leaf",
                "count (32 bits), tag (8), length (40), pointer (48)",
            ),
            form(
                "concatenation",
                "count (32 bits), tag (8), left (44), right (44)",
            ),
        ],
        home,
        ..Node::of::<Child, [u64; 2]>(name, what)
    }
}

impl Node {
    /// What a node takes on an allocator.
    pub(crate) fn taken(&self, classes: &SizeClasses) -> usize {
        match self.home {
            Home::Block => classes.taken(self.size, self.align),
            Home::Array => self.size,
        }
    }

    /// A node that lies beside others, with what the sizes of its types say.
    fn of<H, N>(name: &'static str, what: &'static str) -> Self {
        let (handle, node) = (Shape::of::<H>(), Shape::of::<N>());
        Self {
            name,
            what,
            handle: handle.size,
            free_options: handle.free_options,
            size: node.size,
            align: node.align,
            tag: Tag::Bits,
            home: Home::Array,
            forms: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn every_byte_of_every_form_is_told_once() {
        for node in nodes() {
            for form in &node.forms {
                let mut end = 0;
                for field in &form.fields {
                    assert_eq!(field.start, end, "{}, {}", node.name, form.name);
                    end = field.end;
                }
                assert_eq!(end, node.size, "{}, {}", node.name, form.name);
            }
        }
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn the_sizes_are_those_of_the_write_up() {
        let sizes: Vec<(&str, usize)> = nodes().iter().map(|node| (node.name, node.size)).collect();
        let expected = [
            ("arc_2015", 48),
            ("arc_vec", 40),
            ("arc_box", 40),
            ("weakless_vec", 32),
            ("leaked_vec", 24),
            ("arena_vec", 24),
            ("packed", 16),
            ("packed_slab", 16),
            ("concat_str", 12),
            ("concat_str_wide", 16),
            ("concat_arena", 8),
            ("concat_arena_wide", 10),
        ];
        assert_eq!(sizes, expected);
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_tag_is_in_a_niche_if_there_is_one() {
        let tag = |name| nodes().iter().find(|node| node.name == name).unwrap().tag;
        assert_eq!(tag("arc_2015"), Tag::Own(8));
        assert_eq!(tag("arc_vec"), Tag::Niche);
        assert_eq!(tag("arc_box"), Tag::Own(8));
    }

    /// The designs stand for enums whose children are `Arc`s of themselves.
    #[test]
    fn the_designs_are_as_large_as_what_they_stand_for() {
        #[allow(dead_code)] // It is there for its size.
        enum Real {
            Leaf(Vec<u8>),
            Concat(Arc<Self>, Arc<Self>),
        }
        let shape = Shape::of::<Real>();
        assert_eq!(shape, Shape::of::<Free<Vec<u8>>>());
        assert_eq!(Shape::of::<Child>(), Shape::of::<Arc<Real>>());
    }
}
