//! The methods that read a text.

use alloc::string::String;
use core::convert::Infallible;
use core::ops::RangeBounds;

use crate::build::try_replaced;
use crate::cursor::Cursor;
use crate::error::{ConcatError, or_panic, refused};
use crate::find::{Search, SearchBack};
use crate::iter::{Bytes, CharIndices, Chars, ChunkIndices, Chunks, Lines};
use crate::node::Ref;
use crate::pattern::{Matcher, Pattern};
use crate::slice::ConcatSlice;
use crate::split::Split;
use crate::text::ConcatStr;

/// Methods that read, as [`ConcatStr`] has them.
impl<'a> ConcatSlice<'a> {
    /// Returns the number of bytes. O(1).
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.end() - self.start()
    }

    /// Returns true if there are no bytes. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns true if a character begins at the byte, or the text ends there. O(log n), O(1)
    /// in ASCII text.
    #[must_use]
    pub fn is_char_boundary(self, at: usize) -> bool {
        if at == 0 || at >= self.len() || self.node().is_none_or(Ref::is_ascii) {
            return at <= self.len();
        }
        self.byte_at(at).is_some_and(|byte| byte & 0xc0 != 0x80)
    }

    /// Returns a byte, or none beyond the end. O(log n).
    #[must_use]
    pub fn byte_at(self, at: usize) -> Option<u8> {
        let piece = self.piece_at(at)?;
        Some(piece.text.as_bytes()[at - piece.start])
    }

    /// Returns a borrowed part, or none if an end of the range lies beyond the text or within a
    /// character. O(log n), O(1) in ASCII text.
    #[must_use]
    pub fn get(self, range: impl RangeBounds<usize>) -> Option<ConcatSlice<'a>> {
        let (from, to) = self.check(range).ok()?;
        Some(self.part(from, to))
    }

    /// Returns a borrowed part. O(log n), O(1) in ASCII text.
    ///
    /// # Panics
    ///
    /// If an end of the range lies beyond the text or within a character.
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from("one two");
    /// assert_eq!(text.slice(4..), "two");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn slice(self, range: impl RangeBounds<usize>) -> ConcatSlice<'a> {
        let (from, to) = or_panic(self.check(range));
        self.part(from, to)
    }

    /// Returns the part before a byte and the part from that byte on, as `str::split_at` does.
    #[must_use]
    #[track_caller]
    pub fn split_at(self, at: usize) -> (ConcatSlice<'a>, ConcatSlice<'a>) {
        (self.slice(..at), self.slice(at..))
    }

    /// Returns the pieces in order, from both ends: O(log n) for each. None is empty.
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from("text");
    /// assert_eq!(text.chunks().collect::<Vec<_>>(), ["text"]);
    /// ```
    #[must_use]
    pub fn chunks(self) -> Chunks<'a> {
        Chunks::new(self)
    }

    /// Returns the pieces with the byte that each begins at, from both ends: O(log n) for each.
    #[must_use]
    pub fn chunk_indices(self) -> ChunkIndices<'a> {
        ChunkIndices::new(self)
    }

    /// Returns a cursor on the first piece, which moves piece by piece in both directions.
    /// O(log n).
    #[must_use]
    pub fn cursor(self) -> Cursor<'a> {
        Cursor::new(self, 0)
    }

    /// Returns a cursor on the piece that has a byte, or on the end. O(log n).
    ///
    /// # Panics
    ///
    /// If the byte is beyond the end.
    #[must_use]
    #[track_caller]
    pub fn cursor_at(self, at: usize) -> Cursor<'a> {
        Cursor::new(self, at)
    }

    /// Returns the characters, as `str::chars` does.
    pub fn chars(self) -> Chars<'a> {
        self.chunks().flat_map(str::chars)
    }

    /// Returns the characters with their bytes' indices, as `str::char_indices` does.
    #[must_use]
    pub fn char_indices(self) -> CharIndices<'a> {
        CharIndices::new(self)
    }

    /// Returns the bytes, as `str::bytes` does.
    pub fn bytes(self) -> Bytes<'a> {
        self.chunks().flat_map(str::bytes)
    }

    /// Returns the lines without their ends, as `str::lines` does: slices that copy nothing.
    #[must_use]
    pub fn lines(self) -> Lines<'a> {
        Lines::new(self)
    }

    /// Returns the byte at which a pattern first matches, as `str::find` does. O(n); allocates
    /// a buffer for a pattern of more than one byte if the text has more than one piece.
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from("one two one");
    /// assert_eq!(text.find("one"), Some(0));
    ///
    /// // From a place on: no byte before it is read.
    /// let from = 3;
    /// assert_eq!(text.slice(from..).find("one").map(|at| from + at), Some(8));
    /// ```
    #[must_use]
    pub fn find(self, pattern: impl Pattern) -> Option<usize> {
        Some(Search::new(self, pattern.into_matcher()).next()?.0)
    }

    /// Returns the byte at which a pattern last matches, as `str::rfind` does. O(n); allocates
    /// a buffer.
    #[must_use]
    pub fn rfind(self, pattern: impl Pattern) -> Option<usize> {
        Some(SearchBack::new(self, pattern.into_matcher()).next()?.0)
    }

    /// Returns true if a pattern matches a part of the text, as `str::contains` does.
    #[must_use]
    pub fn contains(self, pattern: impl Pattern) -> bool {
        self.find(pattern).is_some()
    }

    /// Returns true if the text begins with a match of a pattern, as `str::starts_with` does.
    #[must_use]
    pub fn starts_with(self, pattern: impl Pattern) -> bool {
        pattern.into_matcher().prefix(self).is_some()
    }

    /// Returns true if the text ends with a match of a pattern, as `str::ends_with` does.
    #[must_use]
    pub fn ends_with(self, pattern: impl Pattern) -> bool {
        pattern.into_matcher().suffix(self).is_some()
    }

    /// Returns the rest after a match at the beginning, as `str::strip_prefix` does.
    #[must_use]
    pub fn strip_prefix(self, pattern: impl Pattern) -> Option<ConcatSlice<'a>> {
        let len = pattern.into_matcher().prefix(self)?;
        Some(self.part(len, self.len()))
    }

    /// Returns the rest before a match at the end, as `str::strip_suffix` does.
    #[must_use]
    pub fn strip_suffix(self, pattern: impl Pattern) -> Option<ConcatSlice<'a>> {
        let len = pattern.into_matcher().suffix(self)?;
        Some(self.part(0, self.len() - len))
    }

    /// Returns the parts between the matches of a pattern, as `str::split` does.
    #[must_use]
    pub fn split<P: Pattern>(self, pattern: P) -> Split<'a, P> {
        Split::new(self, pattern)
    }

    /// Returns the matches of a pattern, as `str::matches` does.
    pub fn matches<P: Pattern>(
        self,
        pattern: P,
    ) -> impl Iterator<Item = ConcatSlice<'a>> + use<'a, P> {
        self.match_indices(pattern).map(|(_, found)| found)
    }

    /// Returns the matches of a pattern and where they begin, as `str::match_indices` does.
    pub fn match_indices<P: Pattern>(
        self,
        pattern: P,
    ) -> impl Iterator<Item = (usize, ConcatSlice<'a>)> + use<'a, P> {
        let text = self;
        let places = Search::new(text, pattern.into_matcher());
        places.map(move |(from, to)| (from, text.part(from, to)))
    }

    /// Returns the matches from the last one on, as `str::rmatch_indices` does.
    pub fn rmatch_indices<P: Pattern>(
        self,
        pattern: P,
    ) -> impl Iterator<Item = (usize, ConcatSlice<'a>)> + use<'a, P> {
        let text = self;
        let places = SearchBack::new(text, pattern.into_matcher());
        places.map(move |(from, to)| (from, text.part(from, to)))
    }

    /// Returns the text with all matches of a pattern replaced, as `str::replace` does. O(n),
    /// in one pass, which shares the nodes of parts of 1 KB or more without a match.
    ///
    /// # Panics
    ///
    /// If the result is too long. Ends the program if memory runs out.
    #[must_use]
    #[track_caller]
    pub fn replace(self, pattern: impl Pattern, with: &str) -> ConcatStr {
        or_panic(self.try_replace(pattern, with))
    }

    /// Replaces all matches as [`replace`](Self::replace) does, or returns an error.
    ///
    /// # Errors
    ///
    /// [`ConcatError::TooLong`], [`ConcatError::Alloc`] or [`ConcatError::Full`].
    pub fn try_replace(self, pattern: impl Pattern, with: &str) -> Result<ConcatStr, ConcatError> {
        self.try_replacen(pattern, with, usize::MAX)
    }

    /// Replaces the first matches, as `str::replacen` does. Panics as
    /// [`replace`](Self::replace) does.
    #[must_use]
    #[track_caller]
    pub fn replacen(self, pattern: impl Pattern, with: &str, count: usize) -> ConcatStr {
        or_panic(self.try_replacen(pattern, with, count))
    }

    /// Replaces the first matches, or returns an error as [`try_replace`](Self::try_replace) does.
    ///
    /// # Errors
    ///
    /// Those of [`try_replace`](Self::try_replace).
    pub fn try_replacen(
        self,
        pattern: impl Pattern,
        with: &str,
        count: usize,
    ) -> Result<ConcatStr, ConcatError> {
        try_replaced(self, pattern.into_matcher(), with, count)
    }

    /// Copies the text into a `String`, as `ToString` does, in one allocation.
    #[must_use]
    #[expect(
        clippy::inherent_to_string_shadow_display,
        reason = "that allocates more often"
    )]
    pub fn to_string(self) -> String {
        or_panic(self.try_to_string())
    }

    /// Returns a reader of the bytes.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn reader(self) -> crate::io::Reader<'a> {
        crate::io::Reader::new(self)
    }

    /// Writes the text piece by piece. Allocates nothing.
    ///
    /// # Errors
    ///
    /// The writer's.
    ///
    /// ```
    /// let mut out = Vec::new();
    /// string_kit_concat::ConcatStr::from("text").write_to(&mut out)?;
    /// assert_eq!(out, b"text");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(self, mut out: impl std::io::Write) -> std::io::Result<()> {
        self.try_visit(&mut |piece| out.write_all(piece.as_bytes()))
    }

    /// Returns the part as a text of its own, which shares its nodes: O(log n).
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from("one two");
    /// let two = text.slice(4..).to_concat_str();
    /// drop(text);
    /// assert_eq!(two, "two");
    /// ```
    #[must_use]
    pub fn to_concat_str(self) -> ConcatStr {
        or_panic(crate::text::try_of_slice(self))
    }

    /// Copies the part into a `String`, or returns an error: one allocation.
    ///
    /// # Errors
    ///
    /// [`ConcatError::Alloc`].
    pub fn try_to_string(self) -> Result<String, ConcatError> {
        let mut text = String::new();
        let reserved = text.try_reserve_exact(self.len());
        reserved.map_err(|_| refused(self.len()))?;
        let Ok(()) = self.try_visit::<Infallible>(&mut |piece| {
            text.push_str(piece);
            Ok(())
        });
        Ok(text)
    }
}
