//! Many pieces as one text of few levels.

use alloc::vec::Vec;

use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::dag::NodeId;
use crate::fold::try_push;

impl ConcatArena {
    /// Adds a leaf for each piece, and the concatenation of all: the depth is lg of their number,
    /// rounded up. Takes amortized O(pieces + bytes).
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong`, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let text = arena.try_concat_pieces("one two three".split(' '))?;
    /// assert_eq!(arena.get(text)?, "onetwothree");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_concat_pieces<I>(&mut self, pieces: I) -> Result<ConcatId, ConcatError>
    where
        I: IntoIterator<Item: AsRef<str>>,
    {
        let index = self.all_or_nothing(|arena| {
            let mut whole = arena.balanced();
            for piece in pieces {
                whole.add_text(piece.as_ref())?;
            }
            whole.finish()
        })?;
        Ok(self.id(index))
    }

    /// Adds a leaf for each piece, and the concatenation of all; see
    /// [`try_concat_pieces`](Self::try_concat_pieces).
    ///
    /// # Panics
    ///
    /// If there is no room or no id.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let text = arena.concat_pieces(["one", "two"]);
    /// assert_eq!(arena.get(text)?, "onetwo");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn concat_pieces<I>(&mut self, pieces: I) -> ConcatId
    where
        I: IntoIterator<Item: AsRef<str>>,
    {
        self.try_concat_pieces(pieces)
            .expect("there is room for the pieces")
    }

    /// Adds a leaf and the concatenation of a text and it. Takes amortized O(bytes).
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
        let index = self.all_or_nothing(|arena| {
            let right = arena.add_text(text)?;
            arena.join(left, right)
        })?;
        Ok(self.id(index))
    }

    /// Adds a leaf and the concatenation of a text and it; see [`try_append`](Self::try_append).
    ///
    /// # Panics
    ///
    /// If there is no room or no id, or the id is another arena's.
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
    pub fn append(&mut self, id: ConcatId, text: &str) -> ConcatId {
        self.try_append(id, text)
            .expect("there is room behind a text of this arena")
    }

    /// A text of many parts that come one after the other.
    pub(super) fn balanced(&mut self) -> Balanced<'_> {
        Balanced {
            arena: self,
            trees: Vec::new(),
        }
    }
}

/// A binary counter of perfect trees: each has more levels than the next.
pub(super) struct Balanced<'a> {
    arena: &'a mut ConcatArena,
    trees: Vec<(NodeId, u32)>,
}

impl Balanced<'_> {
    pub(super) fn add_text(&mut self, text: &str) -> Result<(), ConcatError> {
        let mut tree = (self.arena.add_text(text)?, 0);
        if text.is_empty() {
            return Ok(());
        }
        while let Some((left, level)) = self.trees.pop_if(|(_, level)| *level == tree.1) {
            tree = (self.arena.join(left, tree.0)?, level + 1);
        }
        try_push(&mut self.trees, tree)
    }

    pub(super) fn finish(mut self) -> Result<NodeId, ConcatError> {
        let Some((mut whole, _)) = self.trees.pop() else {
            return self.arena.add_empty();
        };
        while let Some((left, _)) = self.trees.pop() {
            whole = self.arena.join(left, whole)?;
        }
        Ok(whole)
    }
}
