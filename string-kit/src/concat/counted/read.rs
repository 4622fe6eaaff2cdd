//! How a `ConcatStr` is read: as any other DAG of nodes.
#![allow(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use super::ConcatStr;
use super::node::NodeRef;
use crate::concat::dag::{IndexOf, Nodes, Part};
use crate::concat::view::ConcatRef;
use crate::concat::width::{Index, Width};

/// The nodes of all `ConcatStr` of a width.
///
/// Only a view has one, which borrows the handle that keeps its nodes.
#[derive(Debug)]
pub struct Counted<W: Width>(PhantomData<W>);

impl<W: Width> Counted<W> {
    const ALL: &'static Self = &Self(PhantomData);
}

impl<W: Width> Nodes for Counted<W> {
    type Width = W;

    #[inline]
    fn part(&self, node: IndexOf<Self>) -> Part<'_, IndexOf<Self>> {
        let id = node.number();
        if id == W::id(W::EMPTY) {
            return Part::Leaf("");
        }
        // SAFETY: who asks has a view of a text that the node is a part of, and so its handle.
        let node = unsafe { NodeRef::<W>::of(id) };
        match node.part() {
            Part::Leaf(text) => Part::Leaf(text),
            Part::Concat(left, right) => Part::Concat(W::index(left), W::index(right)),
        }
    }

    #[inline]
    fn identity(&self) -> Option<usize> {
        Some(core::ptr::from_ref(W::slab()).addr())
    }

    #[inline]
    fn may_recur(&self, node: IndexOf<Self>) -> bool {
        let id = node.number();
        // SAFETY: as above.
        id != W::id(W::EMPTY) && unsafe { NodeRef::<W>::of(id) }.is_shared()
    }
}

impl<W: Width> ConcatStr<W> {
    /// The text, borrowed to be read: what a [`ConcatArena`](crate::concat::ConcatArena) imports.
    ///
    /// O(1).
    ///
    /// ```
    /// use string_kit::concat::{ConcatArena, ConcatStr};
    ///
    /// let text: ConcatStr = ["an", "other"].into_iter().collect();
    /// let mut arena: ConcatArena = ConcatArena::new();
    /// let copy = arena.try_import(text.view())?;
    /// assert_eq!(arena.get(copy)?.to_text(100)?, "another");
    /// # Ok::<(), string_kit::concat::ConcatError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn view(&self) -> ConcatRef<'_, Counted<W>> {
        ConcatRef {
            dag: Counted::ALL,
            node: W::index(self.id()),
        }
    }
}

impl<W: Width> fmt::Debug for ConcatStr<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.view(), f)
    }
}
