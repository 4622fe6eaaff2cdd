//! The operations of a `ConcatRef`.

use alloc::string::String;
use core::fmt;
#[cfg(feature = "std")]
use std::io;

use super::dag::{ConcatRef, Dag};
use super::error::ConcatError;
use super::read::{self, Chars, Chunks, ChunksRev, Lines};

impl<'a, D: Dag> ConcatRef<'a, D> {
    /// Returns whether the text has no bytes.
    ///
    /// O(1) where lengths are kept. Otherwise it looks for the first leaf that is not empty: O(depth) and no
    /// allocation if that is the first one, O(nodes) with a table of nodes if empty leaves come before it.
    ///
    /// # Panics
    ///
    /// If memory for that table runs out.
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

    /// Returns the length of the text in bytes.
    ///
    /// O(1) where lengths are kept. Otherwise O(nodes): it visits a shared node once, and allocates a table of
    /// those.
    ///
    /// # Errors
    ///
    /// `TooLong` if the text has more than `u64::MAX` bytes, `Alloc`.
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

    /// Returns the length of the text in bytes, which can be more than `u64::MAX`.
    ///
    /// The cost is that of [`try_len`](Self::try_len). A kept length ends at `u64::MAX`, in a
    /// [`MeasuredConcatStr`](crate::MeasuredConcatStr) at `u32::MAX`: nodes of so many bytes and more are
    /// walked through.
    ///
    /// # Errors
    ///
    /// `TooLong` if the text has more than `u128::MAX` bytes, `Alloc`.
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

    /// Returns the byte at `index`, any integer, or `None` where the text has none.
    ///
    /// O(depth) where lengths are kept, with no allocation. Otherwise O(nodes before the byte): it visits a
    /// shared node once, and allocates a table of those.
    ///
    /// # Errors
    ///
    /// `Alloc`.
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
    /// assert_eq!(text.byte_at((1_u128 << 100) - 1)?, Some(b'b'));
    /// assert_eq!(text.byte_at(1_u128 << 100)?, None);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn byte_at(&self, index: impl TryInto<u128>) -> Result<Option<u8>, ConcatError> {
        match index.try_into() {
            Ok(index) => read::byte_at(self.dag, self.node, index),
            Err(_) => Ok(None),
        }
    }

    /// Returns an iterator over the pieces of the text from its beginning, none of them empty.
    ///
    /// O(1), no allocation; [`Chunks`] states the cost of a step.
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

    /// Returns an iterator over the pieces of the text from its end, none of them empty.
    ///
    /// O(1), no allocation; [`ChunksRev`] states the cost of a step.
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

    /// Returns an iterator over the characters of the text.
    ///
    /// O(1), no allocation; [`Chars`] states the cost of a step.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [a, b] = ["grün", "kohl"].map(|text| arena.leaf(text));
    /// let ab = arena.concat(a, b);
    /// assert!(arena.get(ab)?.chars().eq("grünkohl".chars()));
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn chars(&self) -> Chars<'a, D> {
        Chars::new(self.dag, self.node)
    }

    /// Returns an iterator over the lines of the text, as those of [`str::lines`].
    ///
    /// O(1), no allocation; all steps together take O(bytes). A line that lies within one leaf is borrowed,
    /// and another one is a `String`. After an error the iterator ends.
    ///
    /// # Errors
    ///
    /// A step returns `TooLong` if a line has more than `limit` bytes before its `\n`, or `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [a, b] = ["one\ntw", "o\r\nthree"].map(|text| arena.leaf(text));
    /// let text = arena.concat(a, b);
    /// let lines = arena.get(text)?.lines(80).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(lines, ["one", "two", "three"]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub const fn lines(&self, limit: usize) -> Lines<'a, D> {
        Lines::new(self.dag, self.node, limit)
    }

    /// Returns the place in bytes of the first `needle`, if it ends within the first `limit` bytes.
    ///
    /// O(bytes before its end + bytes of `needle`), in the worst case too. A match may begin in one leaf and
    /// end in another. Allocates a `usize` for each byte of `needle`, and the ids of the nodes to come as
    /// [`chunks`](Self::chunks).
    ///
    /// # Errors
    ///
    /// `TooLong` if the first `limit` bytes have no match and the text is longer, `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let [na, ba] = ["na", "ba"].map(|text| arena.leaf(text));
    /// let nana = arena.concat(na, na);
    /// let text = arena.concat(nana, ba);
    /// assert_eq!(arena.get(text)?.find("anab", 6)?, Some(1));
    /// assert_eq!(arena.get(text)?.find("bab", 6)?, None);
    /// assert_eq!(arena.get(text)?.find("anab", 4), Err(ConcatError::TooLong));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn find(&self, needle: &str, limit: u128) -> Result<Option<u128>, ConcatError> {
        read::find(self.dag, self.node, needle, limit)
    }

    /// Writes the text in pieces into a [`fmt::Write`], if it has no more than `limit` bytes.
    ///
    /// O(nodes) to check the length, as [`len_u128`](Self::len_u128), and O(bytes). Allocates the ids of the
    /// nodes to come, as [`chunks`](Self::chunks).
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
    /// assert_eq!(arena.get(nana)?.write_fmt_to(&mut out, 3), Err(ConcatError::TooLong));
    /// assert_eq!(out, "");
    /// arena.get(nana)?.write_fmt_to(&mut out, 4)?;
    /// assert_eq!(out, "nana");
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn write_fmt_to(
        &self,
        out: &mut (impl fmt::Write + ?Sized),
        limit: u128,
    ) -> Result<(), ConcatError> {
        read::write(
            self.dag,
            self.node,
            limit,
            |chunk| Ok(out.write_str(chunk)?),
        )
    }

    /// Writes the text in pieces into an [`io::Write`], if it has no more than `limit` bytes.
    ///
    /// The cost is that of [`write_fmt_to`](Self::write_fmt_to). It calls the writer once for each piece: a
    /// file takes an [`io::BufWriter`] before it.
    ///
    /// # Errors
    ///
    /// Those of the writer; [`TooLong`](ConcatError::TooLong), before a byte is written, and
    /// [`Alloc`](ConcatError::Alloc) as an [`io::Error`] of the kinds `InvalidInput` and `OutOfMemory`. A part
    /// of the text may be written after the others.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let mut out = Vec::new();
    /// arena.get(nana)?.write_to(&mut out, 4)?;
    /// assert_eq!(out, b"nana");
    /// assert!(arena.get(nana)?.write_to(&mut out, 3).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: &mut (impl io::Write + ?Sized), limit: u128) -> io::Result<()> {
        read::write(self.dag, self.node, limit, |chunk| {
            out.write_all(chunk.as_bytes())
        })
    }

    /// Returns the text as a `String`, if it has no more than `limit` bytes.
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
    /// O(nodes + bytes): a shared node is expanded once, and then copied from where it was written.
    /// Allocates the missing capacity of `out` at once, a table of the nodes that may be shared, and the ids
    /// of the nodes to come.
    ///
    /// # Errors
    ///
    /// `TooLong` before `out` grows, `Alloc`. `out` keeps its text.
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

    /// Returns [`ConcatRef::chunks`].
    fn into_iter(self) -> Chunks<'a, D> {
        self.chunks()
    }
}

/// Described at [`ConcatRef`].
impl<D: Dag> fmt::Display for ConcatRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        read::display(self.dag, self.node, f)
    }
}

/// Described at [`ConcatRef`].
impl<D: Dag> fmt::Debug for ConcatRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        read::debug(self.dag, self.node, f)
    }
}
