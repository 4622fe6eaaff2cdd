//! The operations that make texts of other texts.

use alloc::vec::Vec;
use core::ops::Range;

use super::build::Balanced;
use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::cut::{Cuts, TextRange, cut};
use crate::dag::{ConcatRef, Dag, LEAF, NodeId, place};
use crate::fold::{Fold, Folds, fold, try_push};
use crate::memo::Pages;
use crate::outline::Outline;
use crate::rebalance::{Joins, is_balanced, rebalance};

/// Returns the id, or panics with the error.
#[inline]
#[track_caller]
fn ok(id: Result<ConcatId, ConcatError>) -> ConcatId {
    id.unwrap_or_else(|error| panic!("{error}"))
}

impl ConcatArena {
    /// Adds a text. Takes amortized O(bytes).
    ///
    /// The empty text is one id however often it is added, and a text of 1 MiB or more is a
    /// concatenation of leaves.
    ///
    /// # Panics
    ///
    /// If memory or ids run out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let id = arena.leaf("na");
    /// assert_eq!(arena.get(id)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn leaf(&mut self, text: &str) -> ConcatId {
        ok(self.try_leaf(text))
    }

    /// Adds a text, or returns an error. The cost is that of [`leaf`](Self::leaf).
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong` if the leaves together would have 2^44 bytes, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let id = arena.try_leaf("na")?;
    /// assert_eq!(arena.get(id)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_leaf(&mut self, text: &str) -> Result<ConcatId, ConcatError> {
        self.add_text(text).map(|node| self.id(node))
    }

    /// Adds the concatenation of two texts. Takes amortized O(1).
    ///
    /// If one of the two is empty, the other is returned and nothing is added.
    ///
    /// # Panics
    ///
    /// If memory or ids run out, or an id is another arena's.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [na, empty] = [arena.leaf("na"), arena.leaf("")];
    /// let nana = arena.concat(na, na);
    /// assert_eq!(arena.get(nana)?, "nana");
    /// assert_eq!(arena.concat(nana, empty), nana);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn concat(&mut self, left: ConcatId, right: ConcatId) -> ConcatId {
        ok(self.try_concat(left, right))
    }

    /// Adds the concatenation of two texts, or returns an error. Takes amortized O(1).
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.try_concat(na, na)?;
    /// assert_eq!(arena.get(nana)?, "nana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[inline]
    pub fn try_concat(&mut self, left: ConcatId, right: ConcatId) -> Result<ConcatId, ConcatError> {
        let node = match (self.own_filled(left)?, self.own_filled(right)?) {
            (Some(left), Some(right)) => self.push(left, right)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(left),
        };
        Ok(self.id(node))
    }

    /// Adds a leaf, and the concatenation of a text and that leaf. Takes amortized O(bytes).
    ///
    /// # Panics
    ///
    /// If memory or ids run out, or the id is another arena's.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let one = arena.leaf("one");
    /// let both = arena.append(one, " two");
    /// assert_eq!(arena.get(both)?, "one two");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn append(&mut self, id: ConcatId, text: &str) -> ConcatId {
        ok(self.try_append(id, text))
    }

    /// Adds a leaf, and the concatenation of a text and that leaf, or returns an error. Takes amortized
    /// O(bytes).
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `TooLong`, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let one = arena.leaf("one");
    /// let both = arena.try_append(one, " two")?;
    /// assert_eq!(arena.get(both)?, "one two");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_append(&mut self, id: ConcatId, text: &str) -> Result<ConcatId, ConcatError> {
        let left = self.own(id)?;
        let node = self.all_or_nothing(|arena| {
            let right = arena.add_text(text)?;
            arena.join(left, right)
        })?;
        Ok(self.id(node))
    }

    /// Adds a leaf for each piece, and the concatenation of all. Takes amortized O(pieces + bytes).
    ///
    /// The depth is lg of the number of pieces, rounded up.
    ///
    /// # Panics
    ///
    /// If memory or ids run out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let text = arena.concat_pieces("one two three".split(' '));
    /// assert_eq!(arena.get(text)?, "onetwothree");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn concat_pieces<I>(&mut self, pieces: I) -> ConcatId
    where
        I: IntoIterator<Item: AsRef<str>>,
    {
        ok(self.try_concat_pieces(pieces))
    }

    /// Adds a leaf for each piece, and the concatenation of all, or returns an error. The cost is that of
    /// [`concat_pieces`](Self::concat_pieces).
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong`, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let text = arena.try_concat_pieces(["one", "two"])?;
    /// assert_eq!(arena.get(text)?, "onetwo");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_concat_pieces<I>(&mut self, pieces: I) -> Result<ConcatId, ConcatError>
    where
        I: IntoIterator<Item: AsRef<str>>,
    {
        let node = self.all_or_nothing(|arena| {
            let mut whole = Balanced::new(arena);
            for piece in pieces {
                whole.add_text(piece.as_ref())?;
            }
            whole.finish()
        })?;
        Ok(self.id(node))
    }

    /// Returns the text of a range of bytes, which shares all but the cut ends with the whole.
    ///
    /// Adds O(depth) nodes and at most two leaves, which lie in the text of those that were cut. Takes
    /// O(depth) time where lengths are kept and the text has less than 2^64 bytes, else O(nodes) time
    /// and space.
    ///
    /// # Panics
    ///
    /// If the range is not one of the text or cuts a character, as with a `str`; or if memory or ids run
    /// out, or the id is another arena's.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let nana = arena.concat_pieces(["na", "na"]);
    /// let part = arena.substr(nana, 1..=2);
    /// assert_eq!(arena.get(part)?, "an");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn substr(&mut self, id: ConcatId, range: impl TextRange) -> ConcatId {
        ok(self.try_substr(id, range))
    }

    /// Returns the text of a range of bytes, or an error. The cost is that of [`substr`](Self::substr).
    ///
    /// # Errors
    ///
    /// `Foreign`, `OutOfRange`, `NotCharBoundary`, `Full`, `Alloc`; `TooLong` if a part to be skipped has
    /// 2^128 bytes or more. Nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let both = arena.concat_pieces(["grün", "kohl"]);
    /// let part = arena.try_substr(both, 2..7)?;
    /// assert_eq!(arena.get(part)?, "ünko");
    /// assert_eq!(arena.try_substr(both, ..3), Err(ConcatError::NotCharBoundary));
    /// assert_eq!(arena.try_substr(both, ..10), Err(ConcatError::OutOfRange));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn try_substr(
        &mut self,
        id: ConcatId,
        range: impl TextRange,
    ) -> Result<ConcatId, ConcatError> {
        let whole = self.own(id)?;
        let range = range.bounds()?;
        let node = self.all_or_nothing(|arena| cut(arena, whole, range))?;
        Ok(self.id(node))
    }

    /// Returns the same text in at most 1.44 lg n levels for n leaves.
    ///
    /// Operations that descend from the root, such as `byte_at` or [`substr`](Self::substr), are fast
    /// there. The result is an AVL tree; a text that is one already is returned as it is. Takes O(m log n)
    /// time and new nodes for m nodes that can be reached, and O(m) where none of these is shared, as in a
    /// chain. The old nodes stay.
    ///
    /// # Panics
    ///
    /// If memory or ids run out, the text has more than some 2^170 leaves, or the id is another
    /// arena's.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new().with_lengths();
    /// let mut chain = arena.leaf("");
    /// for _ in 0..10_000 {
    ///     chain = arena.append(chain, "na");
    /// }
    /// let text = arena.rebalance(chain);
    /// assert_eq!(arena.concatenations(), 2 * 9_999);
    /// assert_eq!(arena.get(text)?, arena.get(chain)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn rebalance(&mut self, id: ConcatId) -> ConcatId {
        ok(self.try_rebalance(id))
    }

    /// Returns the same text in at most 1.44 lg n levels for n leaves, or an error. The cost is
    /// that of [`rebalance`](Self::rebalance).
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `Alloc`, `TooLong` if the text has more than some 2^170 leaves;
    /// nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// assert_eq!(arena.try_rebalance(na)?, na);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_rebalance(&mut self, id: ConcatId) -> Result<ConcatId, ConcatError> {
        let text = self.get(id)?;
        let mut outline = Outline::default();
        let root = outline.add(text, false, |_, leaf, _| Ok(leaf))?;
        if is_balanced(&outline)? {
            return Ok(id);
        }
        let root = self.all_or_nothing(|arena| rebalance(&outline, root, arena))?;
        Ok(self.id(root))
    }

    /// Adds a text of another arena, of a frozen one or of a [`ConcatStr`](crate::ConcatStr): each node
    /// that it reaches once, so that nodes shared there are shared here.
    ///
    /// Takes O(nodes + bytes of leaves) time, and O(nodes) space beside the nodes that are added.
    ///
    /// # Panics
    ///
    /// If memory or ids run out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut there = ConcatArena::new();
    /// let mut text = there.leaf("na");
    /// for _ in 0..60 {
    ///     text = there.concat(text, text);
    /// }
    /// let mut here = ConcatArena::new();
    /// let same = here.import(there.get(text)?);
    /// assert_eq!(here.concatenations(), 60);
    /// assert_eq!(here.get(same)?, there.get(text)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[track_caller]
    pub fn import<D: Dag>(&mut self, text: ConcatRef<'_, D>) -> ConcatId {
        ok(self.try_import(text))
    }

    /// Adds a text of another arena, of a frozen one or of a [`ConcatStr`](crate::ConcatStr), or returns an
    /// error. The cost is that of [`import`](Self::import).
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong` if the leaves together would have 2^44 bytes, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut there = ConcatArena::new();
    /// let na = there.leaf("na");
    /// let mut here = ConcatArena::new();
    /// let same = here.try_import(there.get(na)?)?;
    /// assert_eq!(here.get(same)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_import<D: Dag>(&mut self, text: ConcatRef<'_, D>) -> Result<ConcatId, ConcatError> {
        let node =
            self.all_or_nothing(|arena| fold(text, &mut Pages::new(), &mut Importing(arena)))?;
        Ok(self.id(node))
    }

    /// Adds several texts, and the nodes that they have in common once, or returns an error.
    ///
    /// Takes the time and the space of [`import`](Self::import) for all of them together. The texts are to
    /// be of one arena, or all be handles: after a text of another arena the nodes of the first are added
    /// again.
    ///
    /// # Errors
    ///
    /// Those of [`try_import`](Self::try_import); nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatStr};
    ///
    /// let nana = ConcatStr::from("a syllable").repeat(4);
    /// let texts = [nana.clone(), nana.concat("!")];
    /// let mut arena = ConcatArena::new();
    /// let ids = arena.try_import_all(texts.iter().map(ConcatStr::view))?;
    /// assert_eq!(arena.get(ids[1])?, texts[1].view());
    /// assert_eq!((arena.leaves(), arena.concatenations()), (2, 3));
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_import_all<'t, D: Dag + 't>(
        &mut self,
        texts: impl IntoIterator<Item = ConcatRef<'t, D>>,
    ) -> Result<Vec<ConcatId>, ConcatError> {
        self.all_or_nothing(|arena| {
            let (mut folds, mut ids) = (Folds::new(), Vec::new());
            for text in texts {
                let node = folds.fold(text, &mut Importing(&mut *arena))?;
                try_push(&mut ids, arena.id(node))?;
            }
            Ok(ids)
        })
    }
}

impl Cuts for ConcatArena {
    type Dag = Self;
    type Piece = NodeId;

    fn dag(&self) -> &Self {
        self
    }

    fn whole(&mut self, node: NodeId) -> NodeId {
        node
    }

    fn leaf(&mut self, leaf: NodeId, range: Range<usize>) -> Result<NodeId, ConcatError> {
        self.add_cut(leaf, range)
    }

    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        Self::join(self, left, right)
    }
}

impl Joins for ConcatArena {
    #[expect(clippy::cast_possible_truncation, reason = "there is an id for it")]
    fn next(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)> {
        (number & LEAF == 0).then(|| self.nodes[place(number)].into())
    }

    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        Self::join(self, left, right)
    }
}

/// Adds the nodes of a text elsewhere.
struct Importing<'i>(&'i mut ConcatArena);

impl<'a, D: Dag> Fold<'a, D> for Importing<'_> {
    type Value = NodeId;

    fn leaf(&mut self, _: NodeId, text: &'a str) -> Result<NodeId, ConcatError> {
        self.0.add_text(text)
    }

    fn concat(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        self.0.join(left, right)
    }
}
