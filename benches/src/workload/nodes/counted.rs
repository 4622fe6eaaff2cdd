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
                (left, right) => left.or(right),
            };
        }
    }
}

/// Defines a design: its enum, the pointer, the text of a leaf, and the dummy field. `last` returns
/// the target of a pointer, if it is the last one.
macro_rules! design {
    (
        $(#[$attribute:meta])*
        $design:ident = $name:literal, $pointer:ident<$node:ident>, $text:ty, $dummy:ty, $last:expr
    ) => {
        $(#[$attribute])*
        pub(crate) enum $node {
            Leaf($text, #[allow(dead_code)] $dummy),
            Concat($pointer<Self>, $pointer<Self>, #[allow(dead_code)] $dummy),
        }

        impl Pointer for $pointer<$node> {
            fn drop_but_children(self) -> Option<[Self; 2]> {
                match $last(self)? {
                    $node::Leaf(..) => None,
                    $node::Concat(left, right, _) => Some([left, right]),
                }
            }
        }

        #[derive(Default)]
        pub(crate) struct $design;

        impl Design for $design {
            const NAME: &'static str = $name;

            type Handle = Owned<$pointer<$node>>;

            fn leaf(&mut self, text: &str) -> Self::Handle {
                Owned::new($pointer::new($node::Leaf(text.as_bytes().into(), Default::default())))
            }

            fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
                let (left, right) = (left.pointer().clone(), right.pointer().clone());
                Owned::new($pointer::new($node::Concat(left, right, Default::default())))
            }

            fn flatten(&self, string: &Self::Handle, length: usize) -> Vec<u8> {
                fn part(pointer: &$pointer<$node>) -> Part<'_, &$pointer<$node>> {
                    match &**pointer {
                        $node::Leaf(text, _) => Part::Leaf(text),
                        $node::Concat(left, right, _) => Part::Concat(left, right),
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
    StdArcVec = "Arc<Node>", Arc<VecNode>, Vec<u8>, (), Arc::into_inner
}

design! {
    /// The layout of 2017's compilers, the tag beside the union: 48 bytes with both counts. Today's
    /// put the tag in a niche unless a `repr` forbids it.
    #[repr(usize)]
    StdArc2017 = "Arc<Node> of 2017", Arc<TaggedNode>, Vec<u8>, (), Arc::into_inner
}

design! {
    /// A text without a capacity, which gains nothing today: the tag then needs a word of its own.
    StdArcBox = "Arc<Node> of Box<[u8]>", Arc<BoxNode>, Box<[u8]>, (), Arc::into_inner
}

design! {
    /// A pointer that counts no weak ones: 32 bytes with its count.
    Weakless = "triomphe::Arc<Node>", TriompheArc<WeaklessNode>, Box<[u8]>, (), last
}

/// Defines nodes of 2017 without a weak count, with dummy fields of so many words: 40 bytes and
/// those of the field.
macro_rules! dummies {
    ($($design:ident = $name:literal, $node:ident, $words:literal;)*) => {
        $(design! {
            #[repr(usize)]
            $design = $name, TriompheArc<$node>, Vec<u8>, [u64; $words], last
        })*
    };
}

dummies! {
    Dummy0 = "weakless Node of 2017", Dummy0Node, 0;
    Dummy8 = "weakless Node + 8", Dummy8Node, 1;
    Dummy16 = "weakless Node + 16", Dummy16Node, 2;
    Dummy32 = "weakless Node + 32", Dummy32Node, 4;
    Dummy64 = "weakless Node + 64", Dummy64Node, 8;
}

fn last<T>(pointer: TriompheArc<T>) -> Option<T> {
    TriompheArc::into_unique(pointer).map(UniqueArc::into_inner)
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<VecNode>() == 24);
    assert!(size_of::<TaggedNode>() == 32);
    assert!(size_of::<BoxNode>() == 24);
    assert!(size_of::<Dummy0Node>() == 32 && size_of::<Dummy64Node>() == 96);
};
