//! Nodes that are an enum behind a counted pointer.
//!
//! std's `Arc` counts weak pointers too: 16 bytes before each node. triomphe's does not: 8 bytes.

use std::marker::PhantomData;
use std::sync::Arc;

use triomphe::{Arc as TriompheArc, UniqueArc};

use super::Design;
use super::design::{Part, flatten};

pub(crate) type StdArcVec = Counted<VecNode>;
pub(crate) type StdArc2015 = Counted<TaggedNode>;
pub(crate) type StdArcBox = Counted<BoxNode>;
pub(crate) type Weakless = Counted<WeaklessNode>;

/// An enum of a leaf and a concatenation.
pub(crate) trait Form: Sized {
    const NAME: &'static str;

    type Pointer: Clone;

    fn leaf(text: &str) -> Self::Pointer;

    fn concat(left: Self::Pointer, right: Self::Pointer) -> Self::Pointer;

    fn part(pointer: &Self::Pointer) -> Part<'_, &Self::Pointer>;

    /// Drops a pointer. If it was the last one of a concatenation, returns the children, which are still to
    /// be dropped.
    fn drop_but_children(pointer: Self::Pointer) -> Option<[Self::Pointer; 2]>;
}

/// The design of a form.
pub(crate) struct Counted<F>(PhantomData<F>);

impl<F> Default for Counted<F> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<F: Form> Design for Counted<F> {
    const NAME: &'static str = F::NAME;

    type Handle = Owned<F>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Owned(Some(F::leaf(text)))
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        Owned(Some(F::concat(
            left.pointer().clone(),
            right.pointer().clone(),
        )))
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        flatten(of.pointer(), F::part, length)
    }
}

/// An owned node: the enum alone would drop its children by recursion.
pub(crate) struct Owned<F: Form>(Option<F::Pointer>);

impl<F: Form> Owned<F> {
    fn pointer(&self) -> &F::Pointer {
        self.0.as_ref().expect("only a drop takes it")
    }
}

/// Frees without recursion: if both children are to be freed, one waits.
///
/// PERF: nothing waits, and nothing is allocated, where one of them is a leaf, as in a chain.
impl<F: Form> Drop for Owned<F> {
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

/// Defines a form: its enum, the pointer, and the text of a leaf. `last` returns the target of a
/// pointer, if it is the last one.
macro_rules! form {
    (
        $(#[$attribute:meta])*
        $form:ident = $name:literal, $pointer:ident<$text:ty>, $last:expr
    ) => {
        $(#[$attribute])*
        pub(crate) enum $form {
            Leaf($text),
            Concat($pointer<Self>, $pointer<Self>),
        }

        impl Form for $form {
            const NAME: &'static str = $name;

            type Pointer = $pointer<Self>;

            fn leaf(text: &str) -> $pointer<Self> {
                $pointer::new(Self::Leaf(text.as_bytes().into()))
            }

            fn concat(left: $pointer<Self>, right: $pointer<Self>) -> $pointer<Self> {
                $pointer::new(Self::Concat(left, right))
            }

            fn part(pointer: &$pointer<Self>) -> Part<'_, &$pointer<Self>> {
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
    };
}

form! {
    /// The first idea, and the baseline. The compiler finds the tag a place in the capacity of the
    /// `Vec`: 40 bytes with both counts.
    VecNode = "Arc<Node>", Arc<Vec<u8>>, Arc::into_inner
}

form! {
    /// The layout of the compilers of 2015, with the tag beside the union: 48 bytes with both counts.
    #[repr(usize)]
    TaggedNode = "Arc<Node> of 2015", Arc<Vec<u8>>, Arc::into_inner
}

form! {
    /// A text without a capacity, which gains nothing today: the tag then needs a word of its own.
    BoxNode = "Arc<Node> of Box<[u8]>", Arc<Box<[u8]>>, Arc::into_inner
}

form! {
    /// A pointer that counts no weak ones: 32 bytes with its count.
    WeaklessNode = "triomphe::Arc<Node>", TriompheArc<Box<[u8]>>, last
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
