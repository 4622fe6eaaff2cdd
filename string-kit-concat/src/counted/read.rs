//! How a `ConcatStr` is read: as any other DAG of nodes.
#![allow(unsafe_code)]

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use core::ptr;

use super::ConcatStr;
use super::node::NodeRef;
use crate::dag::{IndexOf, Nodes, Part};
use crate::view::ConcatRef;
use crate::width::{Index, Width};
use crate::{Chunks, ChunksRev, ConcatError, Fingerprint};

/// The nodes of all `ConcatStr` of a width.
///
/// Only a view has one, which borrows the handle that keeps its nodes.
#[derive(Debug)]
pub struct Counted<W: Width>(PhantomData<W>);

impl<W: Width> Counted<W> {
    /// INVARIANT: it is lent to views alone, which have an id of a node that a handle keeps, and which lend it
    /// to nobody outside of this crate: what looks a node up by it trusts the id.
    const ALL: &'static Self = &Self(PhantomData);
}

impl<W: Width> Counted<W> {
    /// A handle of a node.
    pub(super) fn handle(&self, node: W::Index) -> ConcatStr<W> {
        let Some(found) = self.node(node) else {
            return ConcatStr::new();
        };
        found.join();
        ConcatStr::of(node.number())
    }

    /// The node; none for the empty text.
    #[inline]
    #[expect(
        clippy::unused_self,
        reason = "what is returned lives as long as the view"
    )]
    fn node(&self, node: W::Index) -> Option<NodeRef<'_, W>> {
        let id = node.number();
        if id == W::id(W::EMPTY) {
            return None;
        }
        // SAFETY: who asks has a view of a text that the node is a part of, and so its handle.
        Some(unsafe { NodeRef::of(id) })
    }
}

impl<W: Width> Nodes for Counted<W> {
    type Width = W;

    #[inline]
    fn part(&self, node: IndexOf<Self>) -> Part<'_, IndexOf<Self>> {
        match self.node(node).map(NodeRef::part) {
            None => Part::Leaf(""),
            Some(Part::Leaf(text)) => Part::Leaf(text),
            Some(Part::Concat(left, right)) => Part::Concat(W::index(left), W::index(right)),
        }
    }

    #[inline]
    fn identity(&self) -> Option<usize> {
        Some(ptr::from_ref(W::slab()).addr())
    }

    #[inline]
    fn may_recur(&self, node: IndexOf<Self>) -> bool {
        self.node(node).is_some_and(NodeRef::is_shared)
    }
}

impl<W: Width> ConcatStr<W> {
    /// The text, borrowed to be read: what a [`ConcatArena`](crate::ConcatArena) imports.
    ///
    /// O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatStr};
    ///
    /// let text: ConcatStr = ["an", "other"].into_iter().collect();
    /// let mut arena: ConcatArena = ConcatArena::new();
    /// let copy = arena.try_import(text.view())?;
    /// assert_eq!(arena.get(copy)?.to_text(100)?, "another");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn view(&self) -> ConcatRef<'_, Counted<W>> {
        ConcatRef {
            dag: Counted::ALL,
            node: W::index(self.id()),
        }
    }

    /// Whether the text has no bytes.
    ///
    /// O(1): no node is made for an empty text.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// assert!(ConcatStr::<string_kit_concat::Narrow>::from("").is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.is_new()
    }

    /// How many bytes the text has.
    ///
    /// O(nodes) time and, for the shared ones, space.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ConcatError::TooLong) if they are 2^64 or more, [`Alloc`](ConcatError::Alloc).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// assert_eq!(text.try_len(), Ok(16));
    /// ```
    pub fn try_len(&self) -> Result<u64, ConcatError> {
        self.view().try_len()
    }

    /// How many bytes the text has, of up to 2^128 - 1.
    ///
    /// O(nodes) time and, for the shared ones, space.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ConcatError::TooLong) if they are more, [`Alloc`](ConcatError::Alloc).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let mut text: ConcatStr = "na".into();
    /// for _ in 0..100 {
    ///     text = text.concat(&text);
    /// }
    /// assert_eq!(text.len_u128(), Ok(2 << 100));
    /// ```
    pub fn len_u128(&self) -> Result<u128, ConcatError> {
        self.view().len_u128()
    }

    /// The byte at a place; none beyond the end.
    ///
    /// O(nodes) time and space: no lengths are kept. [`ConcatArena`](crate::ConcatArena) has a form
    /// that keeps them.
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc); [`TooLong`](ConcatError::TooLong) if a part to be skipped has 2^128 bytes or more.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// assert_eq!(text.byte_at(15), Ok(Some(b'a')));
    /// assert_eq!(text.byte_at(16), Ok(None));
    /// ```
    pub fn byte_at(&self, index: u128) -> Result<Option<u8>, ConcatError> {
        self.view().byte_at(index)
    }

    /// The pieces of the text, in order and none of them empty.
    ///
    /// O(1) for the first and O(1) amortized for the next, with a list of what is still to come, an id for a
    /// level. Runs through what is shared as often as it occurs.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("a longer piece ").concat(&"and another".into());
    /// let pieces: Vec<&str> = text.chunks().collect();
    /// assert_eq!(pieces, ["a longer piece ", "and another"]);
    /// ```
    #[must_use]
    pub fn chunks(&self) -> Chunks<'_, Counted<W>> {
        self.view().chunks()
    }

    /// The pieces of the text from its end, none of them empty.
    ///
    /// As [`chunks`](Self::chunks).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("a longer piece ").concat(&"and another".into());
    /// assert_eq!(text.chunks_rev().next(), Some("and another"));
    /// ```
    #[must_use]
    pub fn chunks_rev(&self) -> ChunksRev<'_, Counted<W>> {
        self.view().chunks_rev()
    }

    /// Writes the text piece by piece, if it has no more bytes than the limit.
    ///
    /// O(nodes + bytes) time.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ConcatError::TooLong) before a byte is written, [`Alloc`](ConcatError::Alloc), [`Format`](ConcatError::Format) if the writer returned an error.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// let mut out = String::new();
    /// text.write_to(&mut out, 16)?;
    /// assert_eq!(out.len(), 16);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn write_to(
        &self,
        out: &mut (impl fmt::Write + ?Sized),
        limit: u128,
    ) -> Result<(), ConcatError> {
        self.view().write_to(out, limit)
    }

    /// The text as a `String`, if it has no more bytes than the limit.
    ///
    /// O(nodes + bytes) time: what is shared is put together once, and copied from there. One allocation for the
    /// text, at its exact size, beside those of the walk.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ConcatError::TooLong) before the text is allocated, [`Alloc`](ConcatError::Alloc).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// assert_eq!(text.to_text(16)?, "nananananananana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn to_text(&self, limit: usize) -> Result<String, ConcatError> {
        self.view().to_text(limit)
    }

    /// Appends the text to a `String`, if it has no more bytes than the limit.
    ///
    /// As [`to_text`](Self::to_text). `out` is unchanged on an error.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ConcatError::TooLong), [`Alloc`](ConcatError::Alloc).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// let mut out = String::from("ba");
    /// text.flatten_into(&mut out, 16)?;
    /// assert_eq!(out, "banananananananana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn flatten_into(&self, out: &mut String, limit: usize) -> Result<(), ConcatError> {
        self.view().flatten_into(out, limit)
    }

    /// Returns a fingerprint: equal for equal texts, whatever their nodes.
    ///
    /// O(nodes) time and space. See [`Fingerprint`] for the probability of a collision.
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let [ab, a, b]: [ConcatStr; 3] = ["a text of two parts", "a text of ", "two parts"].map(Into::into);
    /// assert_eq!(ab.fingerprint(), a.concat(&b).fingerprint());
    /// ```
    pub fn fingerprint(&self) -> Result<Fingerprint, ConcatError> {
        self.view().fingerprint()
    }

    /// Returns whether the texts are equal, with no probability of error, where `==` goes by fingerprints.
    ///
    /// See [`ConcatRef::eq_exact`]: polynomial in the nodes, whatever the length.
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc), [`TooLong`](ConcatError::TooLong) as there.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = ConcatStr::from("na").repeat(8);
    /// let other: ConcatStr = ConcatStr::from("nana").repeat(4);
    /// assert_eq!(text.eq_exact(&other), Ok(true));
    /// ```
    pub fn eq_exact<V: Width>(&self, other: &ConcatStr<V>) -> Result<bool, ConcatError> {
        self.view().eq_exact(other.view())
    }
}

impl<W: Width> fmt::Display for ConcatStr<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.view(), f)
    }
}

impl<W: Width> fmt::Debug for ConcatStr<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.view(), f)
    }
}
