//! Nodes that are an enum behind a counted pointer, whichever pointer and whichever text.

use std::marker::PhantomData;

use super::flatten::{Part, flatten};

/// An enum of a leaf and a concatenation.
pub(crate) trait Form: Sized {
    /// What counts who has the node.
    type Pointer: Clone;

    fn leaf(text: &str) -> Self::Pointer;

    fn concat(left: Self::Pointer, right: Self::Pointer) -> Self::Pointer;

    fn part(pointer: &Self::Pointer) -> Part<'_, &Self::Pointer>;

    /// Drops a pointer; if it was the last of a concatenation, its children are still to be dropped.
    fn drop_but_children(pointer: Self::Pointer) -> Option<[Self::Pointer; 2]>;
}

/// A counted node as its users have it: the enum itself would drop its children by recursion.
pub(crate) struct Counted<F: Form>(Option<F::Pointer>, PhantomData<F>);

impl<F: Form> Counted<F> {
    pub(super) fn leaf(text: &str) -> Self {
        Self(Some(F::leaf(text)), PhantomData)
    }

    pub(super) fn concat(left: &Self, right: &Self) -> Self {
        let node = F::concat(left.pointer().clone(), right.pointer().clone());
        Self(Some(node), PhantomData)
    }

    pub(super) fn flatten(&self, length: usize) -> Vec<u8> {
        flatten(self.pointer(), F::part, length)
    }

    fn pointer(&self) -> &F::Pointer {
        self.0.as_ref().expect("only a drop takes it")
    }
}

/// No recursion: of two children that are both to be dropped with all below them, one waits.
///
/// PERF: nothing waits, and nothing is allocated, where one of them is a leaf, as in a chain.
impl<F: Form> Drop for Counted<F> {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        let mut next = self.0.take().and_then(F::drop_but_children);
        while let Some([left, right]) = next {
            next = match (F::drop_but_children(left), F::drop_but_children(right)) {
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

/// A design of counted nodes: the enum with its own attributes, its pointer, and the text of a leaf.
///
/// `last` gives what a pointer points to, if it is the last one.
macro_rules! counted_design {
    (
        $(#[$doc:meta])* $design:ident = $name:literal,
        $(#[$repr:meta])* $form:ident($pointer:ident, $text:ty, $last:expr)
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $design;

        $(#[$repr])*
        pub(crate) enum $form {
            Leaf($text),
            Concat($pointer<Self>, $pointer<Self>),
        }

        impl $crate::workload::nodes::counted::Form for $form {
            type Pointer = $pointer<Self>;

            fn leaf(text: &str) -> $pointer<Self> {
                $pointer::new(Self::Leaf(text.as_bytes().into()))
            }

            fn concat(left: $pointer<Self>, right: $pointer<Self>) -> $pointer<Self> {
                $pointer::new(Self::Concat(left, right))
            }

            fn part(
                pointer: &$pointer<Self>,
            ) -> $crate::workload::nodes::flatten::Part<'_, &$pointer<Self>> {
                use $crate::workload::nodes::flatten::Part;

                match &**pointer {
                    Self::Leaf(text) => Part::Leaf(text),
                    Self::Concat(left, right) => Part::Concat(left, right),
                }
            }

            fn drop_but_children(pointer: $pointer<Self>) -> Option<[$pointer<Self>; 2]> {
                match $last(pointer)? {
                    Self::Leaf(_) => None,
                    Self::Concat(left, right) => Some([left, right]),
                }
            }
        }

        impl $crate::workload::nodes::Design for $design {
            const NAME: &'static str = $name;
            const KIND: $crate::workload::nodes::Kind = $crate::workload::nodes::Kind::WriteUp;

            type Handle = $crate::workload::nodes::counted::Counted<$form>;

            fn leaf(&mut self, text: &str) -> Self::Handle {
                Self::Handle::leaf(text)
            }

            fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
                Self::Handle::concat(left, right)
            }

            fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
                of.flatten(length)
            }
        }
    };
}
pub(super) use counted_design;
