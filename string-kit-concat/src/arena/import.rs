//! Texts of other arenas, and of anything else that a view looks at.

use alloc::vec::Vec;

use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::dag::{ConcatRef, Dag, NodeId};
use crate::fold::{Fold, Folds, fold, try_push};
use crate::memo::Pages;

impl ConcatArena {
    /// Adds a text of another arena, of a frozen one or of a [`ConcatStr`](crate::ConcatStr):
    /// each node that it reaches once, so that what was shared there is shared here.
    ///
    /// Takes O(nodes + bytes of leaves) time, and O(nodes) space beside what is added.
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong` if all leaves have 2^44 bytes or more, `Alloc`; nothing was added then.
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
    /// let same = here.try_import(there.get(text)?)?;
    /// assert_eq!(here.concatenations(), 60);
    /// assert_eq!(here.get(same)?, there.get(text)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_import<D: Dag>(&mut self, text: ConcatRef<'_, D>) -> Result<ConcatId, ConcatError> {
        let index =
            self.all_or_nothing(|arena| fold(text, &mut Pages::new(), &mut Importing(arena)))?;
        Ok(self.id(index))
    }

    /// Adds several texts, and the nodes once that they have in common.
    ///
    /// Takes the time and the space of [`try_import`](Self::try_import) for all of them together. They are
    /// to be of one arena, or all be handles: where texts of one place follow those of another, nothing is
    /// known any more of what came before.
    ///
    /// # Errors
    ///
    /// As [`try_import`](Self::try_import): nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatStr};
    ///
    /// let nana = ConcatStr::from("a syllable").repeat(4);
    /// let texts = [nana.clone(), nana.concat(&"!".into())];
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
                let index = folds.fold(text, &mut Importing(&mut *arena))?;
                try_push(&mut ids, arena.id(index))?;
            }
            Ok(ids)
        })
    }

    /// Adds a text of another arena, or of anything else; see [`try_import`](Self::try_import).
    ///
    /// # Panics
    ///
    /// If there is no room or no id.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut there = ConcatArena::new();
    /// let na = there.leaf("na");
    /// let mut here = ConcatArena::new();
    /// let same = here.import(there.get(na)?);
    /// assert_eq!(here.get(same)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn import<D: Dag>(&mut self, text: ConcatRef<'_, D>) -> ConcatId {
        self.try_import(text).expect("there is room for the text")
    }
}

struct Importing<'i>(&'i mut ConcatArena);

impl<'a, D: Dag> Fold<'a, D> for Importing<'_> {
    type Value = NodeId;

    fn leaf(&mut self, _: NodeId, text: &'a str) -> Result<Self::Value, ConcatError> {
        self.0.add_text(text)
    }

    fn concat(
        &mut self,
        left: Self::Value,
        right: Self::Value,
    ) -> Result<Self::Value, ConcatError> {
        self.0.join(left, right)
    }
}
