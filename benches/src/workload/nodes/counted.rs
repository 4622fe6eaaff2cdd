//! Nodes that are an enum behind a counted pointer.
//!
//! std's `Arc` counts weak pointers too: 16 bytes before each node. triomphe's does not: 8 bytes.

use std::sync::Arc;

use triomphe::{Arc as TriompheArc, UniqueArc};

use super::Design;
use super::design::{Part, flatten};

/// A counted pointer to an enum of a leaf and a concatenation.
pub(crate) trait Pointer: Sized {
    /// Drops the pointer. If it was the last one of a concatenation, returns the children, which
    /// are still to be dropped.
    fn drop_but_children(self) -> Option<[Self; 2]>;
}

/// An owned node: the enum alone would drop its children by recursion.
pub(crate) struct Owned<P: Pointer>(Option<P>);

impl<P: Pointer> Owned<P> {
    pub(super) fn new(pointer: P) -> Self {
        Self(Some(pointer))
    }

    pub(super) fn pointer(&self) -> &P {
        self.0.as_ref().expect("only a drop takes it")
    }
}

/// Frees without recursion: if both children are to be freed, one waits.
///
/// PERF: nothing waits, and nothing is allocated, where one of them is a leaf, as in a chain.
impl<P: Pointer> Drop for Owned<P> {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        let mut next = self.0.take().and_then(P::drop_but_children);
        while let Some([left, right]) = next {
            next = match (left.drop_but_children(), right.drop_but_children()) {
                (Some(left), Some(right)) => {
                    waiting.push(right);
                    Some(left)
                }
                (None, None) => waiting.pop(),
                (one, other) => one.or(other),
            };
        }
    }
}

/// Defines a design: its enum, the pointer, and the text of a leaf. `last` returns the target of a
/// pointer, if it is the last one.
macro_rules! design {
    (
        $(#[$attribute:meta])*
        $design:ident = $name:literal, $pointer:ident<$node:ident>, $text:ty, $last:expr
    ) => {
        $(#[$attribute])*
        pub(crate) enum $node {
            Leaf($text),
            Concat($pointer<Self>, $pointer<Self>),
        }

        impl Pointer for $pointer<$node> {
            fn drop_but_children(self) -> Option<[Self; 2]> {
                match $last(self)? {
                    $node::Leaf(_) => None,
                    $node::Concat(left, right) => Some([left, right]),
                }
            }
        }

        #[derive(Default)]
        pub(crate) struct $design;

        impl Design for $design {
            const NAME: &'static str = $name;

            type Handle = Owned<$pointer<$node>>;

            fn leaf(&mut self, text: &str) -> Self::Handle {
                Owned::new($pointer::new($node::Leaf(text.as_bytes().into())))
            }

            fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
                let (left, right) = (left.pointer().clone(), right.pointer().clone());
                Owned::new($pointer::new($node::Concat(left, right)))
            }

            fn flatten(&self, string: &Self::Handle, length: usize) -> Vec<u8> {
                fn part(pointer: &$pointer<$node>) -> Part<'_, &$pointer<$node>> {
                    match &**pointer {
                        $node::Leaf(text) => Part::Leaf(text),
                        $node::Concat(left, right) => Part::Concat(left, right),
                    }
                }
                flatten(string.pointer(), part, length)
            }
        }
    };
}

design! {
    /// The first idea, and the baseline. The compiler finds the tag a place in the capacity of the
    /// `Vec`: 40 bytes with both counts.
    StdArcVec = "Arc<Node>", Arc<VecNode>, Vec<u8>, Arc::into_inner
}

design! {
    /// The layout of 2015's compilers, the tag beside the union: 48 bytes with both counts.
    #[repr(usize)]
    StdArc2015 = "Arc<Node> of 2015", Arc<TaggedNode>, Vec<u8>, Arc::into_inner
}

design! {
    /// A text without a capacity, which gains nothing today: the tag then needs a word of its own.
    StdArcBox = "Arc<Node> of Box<[u8]>", Arc<BoxNode>, Box<[u8]>, Arc::into_inner
}

design! {
    /// A pointer that counts no weak ones: 32 bytes with its count.
    Weakless = "triomphe::Arc<Node>", TriompheArc<WeaklessNode>, Box<[u8]>, last
}

fn last<T>(pointer: TriompheArc<T>) -> Option<T> {
    TriompheArc::into_unique(pointer).map(UniqueArc::into_inner)
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<VecNode>() == 24);
    assert!(size_of::<TaggedNode>() == 32);
    assert!(size_of::<BoxNode>() == 24);
};
