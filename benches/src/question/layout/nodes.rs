//! Nodes of a DAG of concatenations: the designs of the write-up, and ours.
//!
//! ```text
//! 2015      strong | weak | tag | pointer, capacity, length     48 bytes
//!                               | left, right, padding
//! today     strong | weak | pointer, capacity, length           40: the tag is in the capacity
//!                         | tag, left, right
//! weakless  strong | the same                                   32
//! leaked             the same                                   24
//! packed    count, tag, left and right in 128 bits              16
//! ours      count | length | left | right                       16
//!                            left | right                        8
//! ```

use std::ptr::NonNull;

use string_kit_concat::ConcatStr;
use string_kit_subjects::Shape;

use super::bytes::{Field, PADDING, drawn};
use crate::workload::nodes::ArenaId;

/// A child: a pointer that is never null, as an `Arc`, a `Box` and a reference are.
type Child = NonNull<u8>;

const WORD: usize = size_of::<usize>();

/// A leaf or a concatenation, as Rust lays it out today.
enum Free<L> {
    Leaf(L),
    Concat(Child, Child),
}

/// The same with a tag of its own, as every such enum had in 2015.
#[repr(usize)]
enum Tagged<L> {
    Leaf(L),
    Concat(Child, Child),
}

/// A node.
pub(super) struct Node {
    pub(super) name: &'static str,
    /// The shape of a pointer to it, or of an id.
    pub(super) handle: Shape,
    pub(super) size: usize,
    pub(super) align: usize,
    /// The way in which a leaf is told from a concatenation.
    pub(super) tag: String,
    /// True if each has a block of its own, false if it lies beside others in a slab or an arena.
    pub(super) has_block: bool,
    /// Its bytes as what it can be.
    pub(super) forms: Vec<(&'static str, String)>,
}

/// A node of an enum behind counts.
macro_rules! by_enum {
    ($name:literal, $counts:expr, $enum:ident<$leaf:ty>, $has_block:literal) => {{
        let child = Child::dangling();
        let forms = [$enum::Leaf(<$leaf>::default()), $enum::Concat(child, child)];
        let forms = forms.map(|value| match &value {
            $enum::Leaf(leaf) => vec![Field::within("leaf", &value, leaf)],
            $enum::Concat(left, right) => vec![
                Field::within("left", &value, left),
                Field::within("right", &value, right),
            ],
        });
        let payload = size_of::<$leaf>().max(2 * WORD);
        let shape = Shape::of::<$enum<$leaf>>();
        behind_counts(
            $name,
            $counts,
            shape,
            shape.size - payload,
            $has_block,
            forms,
        )
    }};
}

/// Returns every design: the write-up's, the oldest first, and string-kit's own.
pub(super) fn nodes() -> Vec<Node> {
    const ARC: &[&str] = &["strong", "weak"];
    vec![
        by_enum!(
            "Arc of an enum of Vec<u8>, 2015",
            ARC,
            Tagged<Vec<u8>>,
            true
        ),
        by_enum!("Arc of an enum of Vec<u8>", ARC, Free<Vec<u8>>, true),
        by_enum!("Arc of an enum of Box<[u8]>", ARC, Free<Box<[u8]>>, true),
        by_enum!(
            "Arc without weak pointers",
            &["strong"],
            Free<Vec<u8>>,
            true
        ),
        by_enum!("leaked Box of the enum", &[], Free<Vec<u8>>, true),
        by_enum!("the enum in a leaked arena", &[], Free<Vec<u8>>, false),
        packed("packed, in a block", true),
        packed("packed, in a slab", false),
        by_ids::<ConcatStr>(
            "ConcatStr",
            4,
            &[("count", 4), ("length", 4), ("left", 4), ("right", 4)],
        ),
        by_ids::<ArenaId>("[u32; 2] in an arena", 4, &[("left", 4), ("right", 4)]),
    ]
}

/// Returns a node of an enum behind counts, a word each.
fn behind_counts(
    name: &'static str,
    counts: &[&'static str],
    value: Shape,
    tag: usize,
    has_block: bool,
    forms: [Vec<Field>; 2],
) -> Node {
    let start = counts.len() * WORD;
    let size = start + value.size;
    let form = |fields: Vec<Field>| {
        let counts = (0..).zip(counts);
        let counts = counts.map(|(index, name)| Field::new(name, index * WORD, WORD));
        let fields = fields.into_iter().map(|field| field.shifted(start));
        drawn(counts.chain(fields).collect(), size, ["tag", PADDING])
    };
    Node {
        name,
        handle: Shape::of::<Child>(),
        size,
        align: value.align,
        tag: match tag {
            0 => "tag in a niche".to_owned(),
            bytes => format!("tag of {bytes} bytes"),
        },
        has_block,
        forms: ["leaf", "concatenation"]
            .into_iter()
            .zip(forms.map(form))
            .collect(),
    }
}

/// Returns a node whose fields are bits.
fn packed(name: &'static str, has_block: bool) -> Node {
    let node = Shape::of::<[u64; 2]>();
    let form = |name, parts| (name, format!("count (32 bits), tag (8), {parts}"));
    Node {
        name,
        handle: Shape::of::<Child>(),
        size: node.size,
        align: node.align,
        tag: "tag in bits".to_owned(),
        has_block,
        forms: vec![
            form("leaf", "length (40), pointer (48)"),
            form("concatenation", "left (44), right (44)"),
        ],
    }
}

/// Returns a node of fields in a row, which is known by a handle `H`; leaves are known by their ids.
fn by_ids<H>(name: &'static str, align: usize, fields: &[(&'static str, usize)]) -> Node {
    let mut size = 0;
    let fields = fields.iter().map(|&(name, bytes)| {
        size += bytes;
        Field::new(name, size - bytes, bytes)
    });
    let fields = fields.collect();
    Node {
        name,
        handle: Shape::of::<H>(),
        size,
        align,
        tag: "tag in bits".to_owned(),
        has_block: false,
        forms: vec![("concatenation", drawn(fields, size, [PADDING; 2]))],
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_sizes_are_those_of_the_write_up() {
        let sizes: Vec<usize> = nodes().iter().map(|node| node.size).collect();
        assert_eq!(sizes, [48, 40, 40, 32, 24, 24, 16, 16, 16, 8]);
    }

    #[test]
    fn a_tag_is_in_a_niche_if_there_is_one() {
        let tags: Vec<String> = nodes().into_iter().map(|node| node.tag).collect();
        assert_eq!(
            tags[..3],
            ["tag of 8 bytes", "tag in a niche", "tag of 8 bytes"]
        );
    }

    #[test]
    fn the_bytes_of_both_forms_are_drawn() {
        let forms = &nodes()[0].forms;
        let counts = "strong 0..8 | weak 8..16 | tag 16..24 | ";
        assert!(
            forms.iter().all(|(_, form)| form.starts_with(counts)),
            "{forms:?}"
        );
        assert_eq!(forms[0].1, format!("{counts}leaf 24..48"));
        assert_eq!(
            forms[1].1,
            format!("{counts}left 24..32 | right 32..40 | padding 40..48")
        );
    }

    /// Checks that the designs are as large as enums whose children are `Arc`s of themselves.
    #[test]
    fn the_designs_are_as_large_as_what_they_stand_for() {
        #[allow(dead_code)] // It is there for its size.
        enum Real {
            Leaf(Vec<u8>),
            Concat(Arc<Self>, Arc<Self>),
        }
        assert_eq!(Shape::of::<Real>(), Shape::of::<Free<Vec<u8>>>());
        assert_eq!(Shape::of::<Child>(), Shape::of::<Arc<Real>>());
    }
}
