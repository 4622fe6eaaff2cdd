//! The operations of a `ConcatRef`.

use alloc::string::String;
use core::fmt;

use super::dag::{ConcatRef, Dag};
use super::error::ConcatError;
use super::read::{self, Chunks, ChunksRev};

impl<'a, D: Dag> ConcatRef<'a, D> {
    /// Whether the text has no bytes.
    ///
    /// O(1) where lengths are kept. Else it looks for the first leaf that is not empty, in O(depth) and
    /// with no allocation if that is the very first one.
    ///
    /// # Panics
    ///
    /// If leaves are empty and there is no room to remember which nodes have none but such.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("");
    /// for _ in 0..100 {
    ///     text = arena.concat(text, text);
    /// }
    /// assert!(arena.get(text)?.is_empty());
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match read::is_empty(self.dag, self.node) {
            Ok(is_empty) => is_empty,
            Err(error) => panic!("{error}"),
        }
    }

    /// The bytes of the text.
    ///
    /// O(1) where lengths are kept. Else O(nodes), each shared one once, with a table of those.
    ///
    /// # Errors
    ///
    /// `TooLong` if they are more than `u64::MAX`, `Alloc` if there is no room for the table.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("x");
    /// for _ in 0..63 {
    ///     text = arena.concat(text, text);
    /// }
    /// assert_eq!(arena.get(text)?.try_len(), Ok(1 << 63));
    /// let text = arena.concat(text, text);
    /// assert_eq!(arena.get(text)?.try_len(), Err(ConcatError::TooLong));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn try_len(&self) -> Result<u64, ConcatError> {
        read::try_len(self.dag, self.node)
    }

    /// The bytes of the text, of which there can be more than `u64::MAX`.
    ///
    /// The cost is that of [`try_len`](Self::try_len); for a text of `u64::MAX` bytes and more the nodes
    /// of as many bytes are walked through, though lengths are kept.
    ///
    /// # Errors
    ///
    /// `TooLong` if they are more than `u128::MAX`, `Alloc` if there is no room for a table of nodes.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("x");
    /// for _ in 0..100 {
    ///     text = arena.concat(text, text);
    /// }
    /// assert_eq!(arena.get(text)?.len_u128()?, 1 << 100);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn len_u128(&self) -> Result<u128, ConcatError> {
        read::len_u128(self.dag, self.node)
    }

    /// The byte at `index`, or `None` if the text is not so long.
    ///
    /// O(depth) where lengths are kept, with no allocation. Else O(nodes), each shared one once, with a
    /// table of those: the text itself is not put together.
    ///
    /// # Errors
    ///
    /// `Alloc` if there is no room for the table.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("ab");
    /// for _ in 0..99 {
    ///     text = arena.concat(text, text);
    /// }
    /// let text = arena.get(text)?;
    /// assert_eq!(text.byte_at((1 << 100) - 1)?, Some(b'b'));
    /// assert_eq!(text.byte_at(1 << 100)?, None);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn byte_at(&self, index: u128) -> Result<Option<u8>, ConcatError> {
        read::byte_at(self.dag, self.node, index)
    }

    /// The pieces of the text from its beginning, none of them empty.
    ///
    /// O(1), no allocation; see [`Chunks`] for what a step takes.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [a, none, b] = ["a", "", "b"].map(|text| arena.leaf(text));
    /// let a = arena.concat(a, none);
    /// let ab = arena.concat(a, b);
    /// assert_eq!(arena.get(ab)?.chunks().collect::<Vec<_>>(), ["a", "b"]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub const fn chunks(&self) -> Chunks<'a, D> {
        Chunks::new(self.dag, self.node)
    }

    /// The pieces of the text from its end, none of them empty.
    ///
    /// O(1), no allocation; see [`ChunksRev`] for what a step takes.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [a, b] = ["a", "b"].map(|text| arena.leaf(text));
    /// let ab = arena.concat(a, b);
    /// assert_eq!(arena.get(ab)?.chunks_rev().collect::<Vec<_>>(), ["b", "a"]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub const fn chunks_rev(&self) -> ChunksRev<'a, D> {
        ChunksRev::new(self.dag, self.node)
    }

    /// Writes the text in pieces, if it has no more than `limit` bytes.
    ///
    /// O(bytes); the length first, as [`len_u128`](Self::len_u128), but no further than to the limit.
    /// Allocates the ids of the nodes that are still to come, as [`chunks`](Self::chunks).
    ///
    /// # Errors
    ///
    /// `TooLong` before a byte is written, `Format` if the writer returns an error, `Alloc`. After the
    /// last two a part of the text may be written.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let mut out = String::new();
    /// assert_eq!(arena.get(nana)?.write_to(&mut out, 3), Err(ConcatError::TooLong));
    /// assert_eq!(out, "");
    /// arena.get(nana)?.write_to(&mut out, 4)?;
    /// assert_eq!(out, "nana");
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn write_to(
        &self,
        out: &mut (impl fmt::Write + ?Sized),
        limit: u128,
    ) -> Result<(), ConcatError> {
        read::write_to(self.dag, self.node, out, limit)
    }

    /// The text, if it has no more than `limit` bytes.
    ///
    /// The cost is that of [`flatten_into`](Self::flatten_into), and the text is allocated once, at its
    /// exact size.
    ///
    /// # Errors
    ///
    /// `TooLong` before the text is allocated, `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// assert_eq!(arena.get(nana)?.to_text(4)?, "nana");
    /// assert_eq!(arena.get(nana)?.to_text(3), Err(ConcatError::TooLong));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn to_text(&self, limit: usize) -> Result<String, ConcatError> {
        let mut text = String::new();
        self.flatten_into(&mut text, limit)?;
        Ok(text)
    }

    /// Appends the text to `out`, if it has no more than `limit` bytes.
    ///
    /// O(nodes + bytes): a shared part is expanded once and then copied from where it was written.
    /// Allocates what `out` lacks at once, a table of the nodes that may be shared, and the ids of those
    /// that are still to come.
    ///
    /// # Errors
    ///
    /// `TooLong` before `out` grows, `Alloc`. `out` has the text that it had.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let mut out = String::from("ba");
    /// arena.get(nana)?.flatten_into(&mut out, 4)?;
    /// assert_eq!(out, "banana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn flatten_into(&self, out: &mut String, limit: usize) -> Result<(), ConcatError> {
        read::flatten_into(self.dag, self.node, out, limit)
    }
}

impl<'a, D: Dag> IntoIterator for ConcatRef<'a, D> {
    type Item = &'a str;
    type IntoIter = Chunks<'a, D>;

    /// As [`ConcatRef::chunks`].
    fn into_iter(self) -> Chunks<'a, D> {
        self.chunks()
    }
}

/// See [`ConcatRef`].
impl<D: Dag> fmt::Display for ConcatRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        read::display(self.dag, self.node, f)
    }
}

/// See [`ConcatRef`].
impl<D: Dag> fmt::Debug for ConcatRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        read::debug(self.dag, self.node, f)
    }
}
