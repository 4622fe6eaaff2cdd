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
//! ours      count | left | right                                12, or 16
//!                   left | right                                 8, or 10
//! ```

use std::ptr::NonNull;

use super::words::Pieces;
use super::{Field, PADDING, filled};

/// A child: a pointer that is never null, as an `Arc`, a `Box` and a reference are.
pub(super) type Child = NonNull<u8>;

/// A leaf or a concatenation, as Rust lays it out today.
#[derive(Debug)]
pub(super) enum Free<L> {
    /// A text.
    Leaf(L),
    /// Two nodes.
    Concat(Child, Child),
}

/// The same with a tag of its own, as every such enum had in 2015.
#[derive(Debug)]
#[repr(usize)]
pub(super) enum Tagged<L> {
    /// A text.
    Leaf(L),
    /// Two nodes.
    Concat(Child, Child),
}

/// Counted as std's `Arc` does it.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Counted<T> {
    strong: usize,
    weak: usize,
    value: T,
}

/// Counted, with no weak pointers.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Weakless<T> {
    strong: usize,
    value: T,
}

/// A count and two ids.
#[derive(Debug)]
#[repr(C)]
pub(super) struct CountedIds {
    pub(super) count: u32,
    pub(super) left: u32,
    pub(super) right: u32,
}

/// The same of wider ids, whose upper halves share a word.
#[derive(Debug)]
#[repr(C)]
pub(super) struct WideCountedIds {
    pub(super) count: u32,
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) above: u32,
}

/// Two ids.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Ids<I> {
    pub(super) left: I,
    pub(super) right: I,
}

/// A leaf or a concatenation.
pub(super) trait Value: Sized {
    /// How many bytes the larger of the two has, without a tag.
    const PAYLOAD: usize;

    /// One of each.
    fn samples() -> [Self; 2];

    /// The fields that it has, by their places in the node.
    fn fields<W>(&self, node: &W) -> Vec<Field>;
}

macro_rules! value {
    ($($name:ident),*) => {$(
        impl<L: Pieces> Value for $name<L> {
            const PAYLOAD: usize = if size_of::<L>() > size_of::<[Child; 2]>() {
                size_of::<L>()
            } else {
                size_of::<[Child; 2]>()
            };

            fn samples() -> [Self; 2] {
                let child = Child::dangling();
                [Self::Leaf(L::sample()), Self::Concat(child, child)]
            }

            fn fields<W>(&self, node: &W) -> Vec<Field> {
                match self {
                    Self::Leaf(leaf) => {
                        let start = Field::within("leaf", node, leaf).start;
                        let pieces = leaf.pieces().into_iter();
                        pieces.map(|piece| piece.shifted(start)).collect()
                    }
                    Self::Concat(left, right) => vec![
                        Field::within("left", node, left),
                        Field::within("right", node, right),
                    ],
                }
            }
        }
    )*};
}

value!(Free, Tagged);

/// What stands around a value.
pub(super) trait Around<T> {
    /// The value in it.
    fn around(value: T) -> Self;

    /// The counts, and the value.
    fn parts(&self) -> (Vec<Field>, &T);
}

impl<T> Around<T> for Counted<T> {
    fn around(value: T) -> Self {
        Self {
            strong: 1,
            weak: 1,
            value,
        }
    }

    fn parts(&self) -> (Vec<Field>, &T) {
        let counts = vec![
            Field::within("strong", self, &self.strong),
            Field::within("weak", self, &self.weak),
        ];
        (counts, &self.value)
    }
}

impl<T> Around<T> for Weakless<T> {
    fn around(value: T) -> Self {
        Self { strong: 1, value }
    }

    fn parts(&self) -> (Vec<Field>, &T) {
        (
            vec![Field::within("strong", self, &self.strong)],
            &self.value,
        )
    }
}

/// Nothing does.
impl<T> Around<T> for T {
    fn around(value: T) -> Self {
        value
    }

    fn parts(&self) -> (Vec<Field>, &T) {
        (Vec::new(), self)
    }
}

/// The bytes of a leaf and of a concatenation. What no field has is the tag, and what it leaves.
pub(super) fn bytes<T: Value, W: Around<T>>() -> [Vec<Field>; 2] {
    T::samples().map(|value| {
        let node = W::around(value);
        let (mut fields, value) = node.parts();
        fields.extend(value.fields(&node));
        filled(fields, size_of::<W>(), ["tag", PADDING])
    })
}
