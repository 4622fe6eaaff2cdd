//! Nodes of a DAG of concatenations: the designs of the write-up, and ours.
//!
//! ```text
//! 2017      strong | weak | tag | pointer, capacity, length     48 bytes
//!                               | left, right, padding
//!           strong | tag | pointer, capacity, length             40: without the weak count
//! today     strong | weak | pointer, capacity, length           40: the tag is in the capacity
//!                         | tag, left, right
//! weakless  strong | tag | pointer, length                       32
//!                        | left, right
//! leaked             the same                                   24
//! packed    count, tag, left and right in 128 bits              16
//! ours      count | length | left | right                       16
//!                            left | right                        8
//! ```

use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use string_kit_concat::ConcatStr;
use triomphe::Arc as Triomphe;

use crate::workload::nodes::{
    Arena, ArenaId, BoxNode, Design, Dummy0, Dummy0Node, LeakedArena, LeakedBox, LeakedNode,
    Packed, StdArc2017, StdArcBox, StdArcVec, TaggedNode, VecNode, Weakless, WeaklessNode,
};

/// The size and the alignment of a type, and the number of `Option`s around it that cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) size: usize,
    pub(super) align: usize,
    /// The number of nested `Option`s that do not change the size, of those that are tried.
    pub(super) free_options: usize,
}

impl Shape {
    pub(super) const MOST_OPTIONS: usize = 4;

    pub(super) fn new<T>() -> Self {
        let layers: [usize; Self::MOST_OPTIONS] = [
            size_of::<Option<T>>(),
            size_of::<Option<Option<T>>>(),
            size_of::<Option<Option<Option<T>>>>(),
            size_of::<Option<Option<Option<Option<T>>>>>(),
        ];
        let is_free = |layer: &&usize| **layer == size_of::<T>();
        Self {
            size: size_of::<T>(),
            align: align_of::<T>(),
            free_options: layers.iter().take_while(is_free).count(),
        }
    }
}

/// A child: a pointer that is never null, as an `Arc`, a `Box` and a reference are.
type Child = NonNull<u8>;

const WORD: usize = size_of::<usize>();

pub(super) struct Node {
    pub(super) name: &'static str,
    /// The shape of a pointer to it, or of an id.
    pub(super) handle: Shape,
    pub(super) size: usize,
    /// The bytes of the enum behind the counts, if it is one.
    pub(super) enum_size: Option<usize>,
    pub(super) align: usize,
    /// The way in which a leaf differs from a concatenation.
    pub(super) tag: String,
    /// True if each has a block of its own, false if it lies beside others in a slab or an arena.
    pub(super) has_block: bool,
    /// Its bytes in each form.
    pub(super) forms: Vec<(&'static str, String)>,
}

/// Some bytes of a value, and their name.
type Field = (&'static str, Range<usize>);

/// Draws all bytes of a value in a line: its fields, and between them gaps of these names, of the
/// first gap and of the others.
pub(super) fn drawn(mut fields: Vec<Field>, size: usize, [first, later]: [&str; 2]) -> String {
    // A field without bytes marks the end.
    fields.push(("", size..size));
    fields.sort_by_key(|(_, bytes)| (bytes.start, bytes.end));
    let mut parts = Vec::new();
    let (mut gap, mut end) = (first, 0);
    for (name, bytes) in fields {
        if bytes.start > end {
            parts.push(format!("{gap} {end}..{}", bytes.start));
            gap = later;
        }
        if !bytes.is_empty() {
            parts.push(format!("{name} {}..{}", bytes.start, bytes.end));
        }
        end = bytes.end;
    }
    parts.join(" | ")
}

/// Returns the place of a part in a value that begins at `start`.
fn place<T, F>(start: usize, whole: &T, part: &F) -> Range<usize> {
    let start = start + ptr::from_ref(part).addr() - ptr::from_ref(whole).addr();
    start..start + size_of::<F>()
}

/// A node of an enum behind counts, a word each.
macro_rules! by_enum {
    (
        $design:ty, $counts:expr, $enum:ident($($dummy:expr)?), $pointer:expr, $has_block:literal
    ) => {{
        let start = $counts.len() * WORD;
        let shape = Shape::new::<$enum>();
        let leaf = || $enum::Leaf(Default::default() $(, $dummy)?);
        let concatenation = $enum::Concat($pointer(leaf()), $pointer(leaf()) $(, $dummy)?);
        let mut leaf_bytes = 0;
        let mut form = |value: $enum| {
            let mut fields = $counts.to_vec();
            match &value {
                $enum::Leaf(text, ..) => {
                    let bytes = place(start, &value, text);
                    leaf_bytes = bytes.len();
                    fields.push(("leaf", bytes));
                }
                $enum::Concat(left, right, ..) => fields.extend([
                    ("left", place(start, &value, left)),
                    ("right", place(start, &value, right)),
                ]),
            }
            drawn(fields, start + shape.size, ["tag", "padding"])
        };
        let forms = vec![("leaf", form(leaf())), ("concatenation", form(concatenation))];
        Node {
            name: <$design>::NAME,
            handle: Shape::new::<Child>(),
            size: start + shape.size,
            enum_size: Some(shape.size),
            align: shape.align,
            tag: match shape.size - leaf_bytes.max(2 * WORD) {
                0 => "tag in a niche".to_owned(),
                bytes => format!("tag of {bytes} bytes"),
            },
            has_block: $has_block,
            forms,
        }
    }};
}

/// Returns every design: the write-up's, the oldest first, and string-kit's own.
pub(super) fn nodes() -> Vec<Node> {
    const NONE: [Field; 0] = [];
    const STRONG: [Field; 1] = [("strong", 0..WORD)];
    const ARC: [Field; 2] = [("strong", 0..WORD), ("weak", WORD..2 * WORD)];
    let ours = ["count", "length", "left", "right"];
    vec![
        by_enum!(StdArc2017, ARC, TaggedNode(()), Arc::new, true),
        by_enum!(Dummy0, STRONG, Dummy0Node([]), Triomphe::new, true),
        by_enum!(StdArcVec, ARC, VecNode(()), Arc::new, true),
        by_enum!(StdArcBox, ARC, BoxNode(()), Arc::new, true),
        by_enum!(Weakless, STRONG, WeaklessNode(()), Triomphe::new, true),
        by_enum!(LeakedBox, NONE, LeakedNode(), leaked, true),
        by_enum!(LeakedArena, NONE, LeakedNode(), leaked, false),
        packed(),
        by_ids::<ConcatStr>("ConcatStr", &ours),
        by_ids::<ArenaId>(Arena::NAME, &ours[2..]),
    ]
}

fn leaked(node: LeakedNode) -> &'static LeakedNode {
    Box::leak(Box::new(node))
}

fn packed() -> Node {
    let node = Shape::new::<[u64; 2]>();
    let form = |name, parts| (name, format!("count (32 bits), tag (8), {parts}"));
    Node {
        name: Packed::NAME,
        handle: Shape::new::<Child>(),
        size: node.size,
        enum_size: None,
        align: node.align,
        tag: "tag in bits".to_owned(),
        has_block: true,
        forms: vec![
            form("leaf", "length (40), pointer (48)"),
            form("concatenation", "left (44), right (44)"),
        ],
    }
}

/// Returns a node of fields of 4 bytes in a row, which is known by a handle `H`; leaves are known
/// by their ids.
fn by_ids<H>(name: &'static str, fields: &[&'static str]) -> Node {
    let size = 4 * fields.len();
    let placed = |(field, at): (&&'static str, usize)| (*field, at..at + 4);
    let fields = fields.iter().zip((0..).step_by(4)).map(placed).collect();
    Node {
        name,
        handle: Shape::new::<H>(),
        size,
        enum_size: None,
        align: 4,
        tag: "tag in bits".to_owned(),
        has_block: false,
        forms: vec![("concatenation", drawn(fields, size, ["padding"; 2]))],
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_write_up() {
        let nodes = nodes();
        let sizes: Vec<usize> = nodes.iter().map(|node| node.size).collect();
        assert_eq!(sizes, [48, 40, 40, 40, 32, 24, 24, 16, 16, 8]);
        let enums: Vec<usize> = nodes.iter().filter_map(|node| node.enum_size).collect();
        assert_eq!(enums, [32, 32, 24, 24, 24, 24, 24]);
        let tags: Vec<&str> = nodes.iter().map(|node| &*node.tag).collect();
        let own = "tag of 8 bytes";
        assert_eq!(tags[..4], [own, own, "tag in a niche", own]);
        let counts = "strong 0..8 | weak 8..16 | tag 16..24";
        let leaf = format!("{counts} | leaf 24..48");
        let concatenation = format!("{counts} | left 24..32 | right 32..40 | padding 40..48");
        let forms = [("leaf", leaf), ("concatenation", concatenation)];
        assert_eq!(nodes[0].forms, forms);
    }
}
