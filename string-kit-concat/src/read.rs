//! The methods that read a text, of [`ConcatStr`] and of [`ConcatSlice`] alike.

use alloc::string::String;
use core::convert::Infallible;
use core::ops::RangeBounds;

use crate::build::try_replaced;
use crate::cursor::Cursor;
use crate::error::{ConcatError, or_panic, refused};
use crate::find::{Search, SearchBack};
use crate::iter::{Bytes, CharIndices, Chars, ChunkIndices, Chunks, Lines};
use crate::metric::Metric;
use crate::pattern::{Matcher, Pattern};
use crate::slice::ConcatSlice;
use crate::split::Split;
use crate::text::ConcatStr;

/// Defines the methods, with the lifetime of what they borrow.
macro_rules! reading {
    ($a:lifetime, $self:ident, [$($receiver:tt)+], $slice:expr) => {
        /// Returns the number of bytes. O(1).
        #[inline]
        #[must_use]
        pub fn len($($receiver)+) -> usize {
            $slice.byte_count()
        }

        /// Returns true if there are no bytes. O(1).
        #[inline]
        #[must_use]
        pub fn is_empty($($receiver)+) -> bool {
            $slice.byte_count() == 0
        }

        /// Returns true if a character begins at the byte, or the text ends there. O(log n), O(1)
        /// in ASCII text.
        #[must_use]
        pub fn is_char_boundary($($receiver)+, at: usize) -> bool {
            $slice.is_boundary(at)
        }

        /// Returns a byte, or none beyond the end. O(log n).
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("text");
        /// assert_eq!(text.byte_at(1), Some(b'e'));
        /// ```
        #[must_use]
        pub fn byte_at($($receiver)+, at: usize) -> Option<u8> {
            $slice.byte(at)
        }

        /// Returns a borrowed part, or none if an end of the range lies beyond the text or within a
        /// character. O(log n), O(1) in ASCII text.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("né");
        /// assert_eq!(text.get(1..).unwrap(), "é");
        /// assert!(text.get(2..).is_none());
        /// ```
        #[must_use]
        pub fn get($($receiver)+, range: impl RangeBounds<usize>) -> Option<ConcatSlice<$a>> {
            let (from, to) = $slice.check(range).ok()?;
            Some($slice.part(from, to))
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
        pub fn slice($($receiver)+, range: impl RangeBounds<usize>) -> ConcatSlice<$a> {
            let (from, to) = or_panic($slice.check(range));
            $slice.part(from, to)
        }

        /// Returns the part before a byte and the part from that byte on, as `str::split_at` does.
        #[must_use]
        #[track_caller]
        pub fn split_at($($receiver)+, at: usize) -> (ConcatSlice<$a>, ConcatSlice<$a>) {
            ($slice.slice(..at), $slice.slice(at..))
        }

        /// Returns the pieces in order, from both ends: O(log n) for each. None is empty.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("text");
        /// assert_eq!(text.chunks().collect::<Vec<_>>(), ["text"]);
        /// ```
        #[must_use]
        pub fn chunks($($receiver)+) -> Chunks<$a> {
            Chunks::new($slice)
        }

        /// Returns the pieces with the byte that each begins at, from both ends: O(log n) for each.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("text");
        /// assert_eq!(text.chunk_indices().collect::<Vec<_>>(), [(0, "text")]);
        /// ```
        #[must_use]
        pub fn chunk_indices($($receiver)+) -> ChunkIndices<$a> {
            ChunkIndices::new($slice)
        }

        /// Returns a cursor on the first piece, which moves piece by piece in both directions.
        /// O(log n).
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("text");
        /// assert_eq!(text.cursor().chunk(), "text");
        /// ```
        #[must_use]
        pub fn cursor($($receiver)+) -> Cursor<$a> {
            Cursor::new($slice, 0)
        }

        /// Returns a cursor on the piece that has a byte, or on the end. O(log n).
        ///
        /// # Panics
        ///
        /// If the byte is beyond the end.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("text");
        /// assert_eq!(text.cursor_at(2).offset(), 0);
        /// ```
        #[must_use]
        #[track_caller]
        pub fn cursor_at($($receiver)+, at: usize) -> Cursor<$a> {
            Cursor::new($slice, at)
        }

        /// Returns the characters, as `str::chars` does.
        #[must_use]
        pub fn chars($($receiver)+) -> Chars<$a> {
            Chars::new($slice)
        }

        /// Returns the characters with their bytes' indices, as `str::char_indices` does.
        #[must_use]
        pub fn char_indices($($receiver)+) -> CharIndices<$a> {
            CharIndices::new($slice)
        }

        /// Returns the bytes, as `str::bytes` does.
        #[must_use]
        pub fn bytes($($receiver)+) -> Bytes<$a> {
            Bytes::new($slice)
        }

        /// Returns the lines without their ends, as `str::lines` does: slices that copy nothing.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\r\ntwo");
        /// assert!(text.lines().eq(["one", "two"]));
        /// ```
        #[must_use]
        pub fn lines($($receiver)+) -> Lines<$a> {
            Lines::new($slice)
        }

        /// Returns the number of lines: the number of line feeds, plus 1. O(log n).
        ///
        /// This and the other questions about lines, characters and UTF-16 code units first read
        /// what is new since the versions that were asked before: at most the text, once.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\ntwo\n");
        /// assert_eq!(text.line_count(), 3);
        /// ```
        #[must_use]
        pub fn line_count($($receiver)+) -> usize {
            1 + $slice.units_before($slice.byte_count(), Metric::Feeds)
        }

        /// Returns the number of the line, from 0 on, that a byte is in: the number of line feeds
        /// before it. O(log n).
        ///
        /// # Panics
        ///
        /// If the byte is beyond the end.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\ntwo\n");
        /// assert_eq!(text.line_of_byte(4), 1);
        /// ```
        #[must_use]
        #[track_caller]
        pub fn line_of_byte($($receiver)+, at: usize) -> usize {
            $slice.units_before(at, Metric::Feeds)
        }

        /// Returns the byte at which a line begins, numbered from 0 on; none if there are fewer
        /// lines. O(log n).
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\ntwo\n");
        /// assert_eq!(text.byte_of_line(1), Some(4));
        /// ```
        #[must_use]
        pub fn byte_of_line($($receiver)+, line: usize) -> Option<usize> {
            $slice.line_start(line)
        }

        /// Returns a line without its end, numbered from 0 on; none if there are fewer lines.
        /// O(log n + bytes of the line).
        ///
        /// After a line feed at the end comes one more line, which is empty.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\r\ntwo\n");
        /// assert_eq!(text.line(0).unwrap(), "one");
        /// assert_eq!(text.line(2).unwrap(), "");
        /// assert!(text.line(3).is_none());
        /// ```
        #[must_use]
        pub fn line($($receiver)+, line: usize) -> Option<ConcatSlice<$a>> {
            let start = $slice.line_start(line)?;
            let rest = $slice.part(start, $slice.byte_count());
            Some(rest.lines().next().unwrap_or(rest))
        }

        /// Returns the lines from a line on, numbered from 0 on: the same as `lines().skip(line)`,
        /// in O(log n).
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one\ntwo\nthree");
        /// assert!(text.lines_at(1).eq(["two", "three"]));
        /// ```
        #[must_use]
        pub fn lines_at($($receiver)+, line: usize) -> Lines<$a> {
            let end = $slice.byte_count();
            Lines::new($slice.part($slice.line_start(line).unwrap_or(end), end))
        }

        /// Returns the number of characters. O(log n), O(1) in ASCII text.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("né!");
        /// assert_eq!(text.char_count(), 3);
        /// ```
        #[must_use]
        pub fn char_count($($receiver)+) -> usize {
            $slice.units_before($slice.byte_count(), Metric::Chars)
        }

        /// Returns the number of characters before a byte. O(log n), O(1) in ASCII text.
        ///
        /// # Panics
        ///
        /// If the byte is beyond the end or within a character.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("né!");
        /// assert_eq!(text.char_of_byte(3), 2);
        /// ```
        #[must_use]
        #[track_caller]
        pub fn char_of_byte($($receiver)+, at: usize) -> usize {
            $slice.chars_before(at, Metric::Chars)
        }

        /// Returns the byte at which a character begins, numbered from 0 on; none if there are
        /// fewer. The number of all characters is that of the end. O(log n), O(1) in ASCII text.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("né!");
        /// assert_eq!(text.byte_of_char(2), Some(3));
        /// ```
        #[must_use]
        pub fn byte_of_char($($receiver)+, index: usize) -> Option<usize> {
            $slice.char_with(index, Metric::Chars)
        }

        /// Returns the number of UTF-16 code units. O(log n), O(1) in ASCII text.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("né𝄞");
        /// assert_eq!(text.utf16_count(), 4);
        /// ```
        #[must_use]
        pub fn utf16_count($($receiver)+) -> usize {
            $slice.units_before($slice.byte_count(), Metric::Utf16)
        }

        /// Returns the number of UTF-16 code units before a byte. O(log n), O(1) in ASCII text.
        ///
        /// # Panics
        ///
        /// If the byte is beyond the end or within a character.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("𝄞 né");
        /// // The position in the protocol of language servers: a line, and units of it.
        /// let (line, at) = (text.line_of_byte(6), 6);
        /// let start = text.byte_of_line(line).unwrap();
        /// assert_eq!((line, text.utf16_of_byte(at) - text.utf16_of_byte(start)), (0, 4));
        /// ```
        #[must_use]
        #[track_caller]
        pub fn utf16_of_byte($($receiver)+, at: usize) -> usize {
            $slice.chars_before(at, Metric::Utf16)
        }

        /// Returns the byte at which the character of a UTF-16 code unit begins, numbered from 0
        /// on; none if there are fewer. The number of all units is that of the end. O(log n), O(1)
        /// in ASCII text.
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("𝄞 né");
        /// assert_eq!(text.byte_of_utf16(4), Some(6));
        /// assert_eq!(text.byte_of_utf16(1), Some(0), "the second unit of a pair");
        /// ```
        #[must_use]
        pub fn byte_of_utf16($($receiver)+, unit: usize) -> Option<usize> {
            $slice.char_with(unit, Metric::Utf16)
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
        pub fn find($($receiver)+, pattern: impl Pattern) -> Option<usize> {
            Some(Search::new($slice, pattern.into_matcher()).next()?.0)
        }

        /// Returns the byte at which a pattern last matches, as `str::rfind` does. O(n); allocates
        /// a buffer.
        #[must_use]
        pub fn rfind($($receiver)+, pattern: impl Pattern) -> Option<usize> {
            Some(SearchBack::new($slice, pattern.into_matcher()).next()?.0)
        }

        /// Returns true if a pattern matches a part of the text, as `str::contains` does.
        #[must_use]
        pub fn contains($($receiver)+, pattern: impl Pattern) -> bool {
            $slice.find(pattern).is_some()
        }

        /// Returns true if the text begins with a match of a pattern, as `str::starts_with` does.
        #[must_use]
        pub fn starts_with($($receiver)+, pattern: impl Pattern) -> bool {
            pattern.into_matcher().prefix($slice).is_some()
        }

        /// Returns true if the text ends with a match of a pattern, as `str::ends_with` does.
        #[must_use]
        pub fn ends_with($($receiver)+, pattern: impl Pattern) -> bool {
            pattern.into_matcher().suffix($slice).is_some()
        }

        /// Returns the rest after a match at the beginning, as `str::strip_prefix` does.
        #[must_use]
        pub fn strip_prefix($($receiver)+, pattern: impl Pattern) -> Option<ConcatSlice<$a>> {
            let len = pattern.into_matcher().prefix($slice)?;
            Some($slice.part(len, $slice.byte_count()))
        }

        /// Returns the rest before a match at the end, as `str::strip_suffix` does.
        #[must_use]
        pub fn strip_suffix($($receiver)+, pattern: impl Pattern) -> Option<ConcatSlice<$a>> {
            let len = pattern.into_matcher().suffix($slice)?;
            Some($slice.part(0, $slice.byte_count() - len))
        }

        /// Returns the parts between the matches of a pattern, as `str::split` does.
        #[must_use]
        pub fn split<P: Pattern>($($receiver)+, pattern: P) -> Split<$a, P> {
            Split::new($slice, pattern)
        }

        /// Returns the matches of a pattern, as `str::matches` does.
        pub fn matches<P: Pattern>(
            $($receiver)+,
            pattern: P,
        ) -> impl Iterator<Item = ConcatSlice<$a>> + use<$a, P> {
            $slice.match_indices(pattern).map(|(_, found)| found)
        }

        /// Returns the matches of a pattern and where they begin, as `str::match_indices` does.
        pub fn match_indices<P: Pattern>(
            $($receiver)+,
            pattern: P,
        ) -> impl Iterator<Item = (usize, ConcatSlice<$a>)> + use<$a, P> {
            let text = $slice;
            let places = Search::new(text, pattern.into_matcher());
            places.map(move |(from, to)| (from, text.part(from, to)))
        }

        /// Returns the matches from the last one on, as `str::rmatch_indices` does.
        pub fn rmatch_indices<P: Pattern>(
            $($receiver)+,
            pattern: P,
        ) -> impl Iterator<Item = (usize, ConcatSlice<$a>)> + use<$a, P> {
            let text = $slice;
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
        pub fn replace($($receiver)+, pattern: impl Pattern, with: &str) -> ConcatStr {
            or_panic($slice.try_replace(pattern, with))
        }

        /// Replaces all matches as [`replace`](Self::replace) does, or returns an error.
        ///
        /// # Errors
        ///
        /// [`ConcatError::TooLong`], [`ConcatError::Alloc`] or [`ConcatError::Full`].
        ///
        /// ```
        /// let text = string_kit_concat::ConcatStr::from("one two");
        /// assert_eq!(text.try_replace(' ', "")?, "onetwo");
        /// # Ok::<(), string_kit_concat::ConcatError>(())
        /// ```
        pub fn try_replace(
            $($receiver)+,
            pattern: impl Pattern,
            with: &str,
        ) -> Result<ConcatStr, ConcatError> {
            $slice.try_replacen(pattern, with, usize::MAX)
        }

        /// Replaces the first matches, as `str::replacen` does. Panics as
        /// [`replace`](Self::replace) does.
        #[must_use]
        #[track_caller]
        pub fn replacen(
            $($receiver)+,
            pattern: impl Pattern,
            with: &str,
            count: usize,
        ) -> ConcatStr {
            or_panic($slice.try_replacen(pattern, with, count))
        }

        /// Replaces the first matches, or returns an error as
        /// [`try_replace`](Self::try_replace) does.
        ///
        /// # Errors
        ///
        /// Those of [`try_replace`](Self::try_replace).
        pub fn try_replacen(
            $($receiver)+,
            pattern: impl Pattern,
            with: &str,
            count: usize,
        ) -> Result<ConcatStr, ConcatError> {
            try_replaced($slice, pattern.into_matcher(), with, count)
        }

        /// Copies the text into a `String`, as `ToString` does, in one allocation.
        #[must_use]
        pub fn to_string($($receiver)+) -> String {
            or_panic($slice.try_to_string())
        }

        /// Returns a reader of the bytes.
        ///
        /// ```
        /// use std::io::BufRead;
        ///
        /// let text = string_kit_concat::ConcatStr::from("one\ntwo");
        /// assert_eq!(text.reader().lines().count(), 2);
        /// ```
        #[cfg(feature = "std")]
        #[must_use]
        pub fn reader($($receiver)+) -> $crate::io::Reader<$a> {
            $crate::io::Reader::new($slice)
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
        pub fn write_to($($receiver)+, mut out: impl std::io::Write) -> std::io::Result<()> {
            $slice.try_visit(&mut |piece| out.write_all(piece.as_bytes()))
        }
    };
}

/// Methods that read, as [`ConcatSlice`] has them.
impl ConcatStr {
    reading!('_, self, [&self], self.as_slice());
}

/// Methods that read, as [`ConcatStr`] has them.
impl<'a> ConcatSlice<'a> {
    reading!('a, self, [self], self);

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
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from("one two");
    /// assert_eq!(text.slice(4..).try_to_string()?, "two");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
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
