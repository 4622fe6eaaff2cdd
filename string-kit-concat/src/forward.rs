//! The methods of a whole text that read it: those of a slice.

use alloc::string::String;
use core::ops::RangeBounds;

use crate::cursor::Cursor;
use crate::error::ConcatError;
use crate::iter::{Bytes, CharIndices, Chars, ChunkIndices, Chunks, Lines};
use crate::pattern::Pattern;
use crate::position::LineEnds;
use crate::slice::ConcatSlice;
use crate::split::Split;
use crate::text::ConcatStr;

macro_rules! forward {
    ($($(#[$attribute:meta])* fn $name:ident$(<$P:ident: $Bound:ident>)?(
        $($argument:ident: $Type:ty),*
    ) -> $Result:ty;)*) => {$(
        #[doc = concat!("[`ConcatSlice::", stringify!($name), "`] of the whole text.")]
        #[inline]
        #[track_caller]
        $(#[$attribute])*
        pub fn $name$(<$P: $Bound>)?(&self, $($argument: $Type),*) -> $Result {
            self.as_slice().$name($($argument),*)
        }
    )*};
}

/// Methods that read, which [`ConcatSlice`] describes.
#[expect(clippy::missing_errors_doc, reason = "the slice's methods have it")]
impl ConcatStr {
    forward! {
        #[must_use] fn len() -> usize;
        #[must_use] fn is_empty() -> bool;
        #[must_use] fn is_char_boundary(at: usize) -> bool;
        #[must_use] fn byte_at(at: usize) -> Option<u8>;
        #[must_use] fn get(range: impl RangeBounds<usize>) -> Option<ConcatSlice<'_>>;
        #[must_use] fn slice(range: impl RangeBounds<usize>) -> ConcatSlice<'_>;
        #[must_use] fn split_at(at: usize) -> (ConcatSlice<'_>, ConcatSlice<'_>);
        #[must_use] fn chunks() -> Chunks<'_>;
        #[must_use] fn chunk_indices() -> ChunkIndices<'_>;
        #[must_use] fn cursor() -> Cursor<'_>;
        #[must_use] fn cursor_at(at: usize) -> Cursor<'_>;
        fn chars() -> Chars<'_>;
        #[must_use] fn char_indices() -> CharIndices<'_>;
        fn bytes() -> Bytes<'_>;
        #[must_use] fn lines() -> Lines<'_>;
        #[must_use] fn find(pattern: impl Pattern) -> Option<usize>;
        #[must_use] fn rfind(pattern: impl Pattern) -> Option<usize>;
        #[must_use] fn contains(pattern: impl Pattern) -> bool;
        #[must_use] fn starts_with(pattern: impl Pattern) -> bool;
        #[must_use] fn ends_with(pattern: impl Pattern) -> bool;
        #[must_use] fn strip_prefix(pattern: impl Pattern) -> Option<ConcatSlice<'_>>;
        #[must_use] fn strip_suffix(pattern: impl Pattern) -> Option<ConcatSlice<'_>>;
        #[must_use] fn split<P: Pattern>(pattern: P) -> Split<'_, P>;
        #[must_use] fn replace(pattern: impl Pattern, with: &str) -> ConcatStr;
        #[must_use] fn replacen(pattern: impl Pattern, with: &str, count: usize) -> ConcatStr;
        #[must_use] fn to_string() -> String;
        #[must_use] fn line_count() -> usize;
        #[must_use] fn line_of_byte(at: usize) -> usize;
        #[must_use] fn byte_of_line(line: usize) -> Option<usize>;
        #[must_use] fn line(line: usize) -> Option<ConcatSlice<'_>>;
        #[must_use] fn lines_at(line: usize) -> Lines<'_>;
        #[must_use] fn char_count() -> usize;
        #[must_use] fn char_of_byte(at: usize) -> usize;
        #[must_use] fn byte_of_char(index: usize) -> Option<usize>;
        #[must_use] fn utf16_count() -> usize;
        #[must_use] fn utf16_of_byte(at: usize) -> usize;
        #[must_use] fn byte_of_utf16(unit: usize) -> Option<usize>;
        #[must_use] fn byte_of_position(line: usize, utf16: usize, ends: LineEnds) -> usize;
        #[must_use] fn position_of_byte(at: usize, ends: LineEnds) -> (usize, usize);
        fn matches<P: Pattern>(pattern: P) -> impl Iterator<Item = ConcatSlice<'_>> + use<'_, P>;
        fn match_indices<P: Pattern>(
            pattern: P
        ) -> impl Iterator<Item = (usize, ConcatSlice<'_>)> + use<'_, P>;
        fn rmatch_indices<P: Pattern>(
            pattern: P
        ) -> impl Iterator<Item = (usize, ConcatSlice<'_>)> + use<'_, P>;
        fn try_to_string() -> Result<String, ConcatError>;
        fn try_replace(pattern: impl Pattern, with: &str) -> Result<ConcatStr, ConcatError>;
        fn try_replacen(
            pattern: impl Pattern, with: &str, count: usize
        ) -> Result<ConcatStr, ConcatError>;
        #[cfg(feature = "std")]
        #[must_use] fn reader() -> crate::io::Reader<'_>;
        #[cfg(feature = "std")]
        fn write_to(out: impl std::io::Write) -> std::io::Result<()>;
    }
}
