//! Ranges of bytes that callers give, checked against a text.

use core::ops::{Bound, Range, RangeBounds};

/// Converts a caller's range into byte offsets of `text`. Panics if it does not consist of whole
/// characters. Reads each bound once: a caller's range type may return another value the second
/// time.
#[inline]
#[track_caller]
pub(crate) fn resolve(text: &str, range: impl RangeBounds<usize>) -> Range<usize> {
    let range = to_range(range, text.len()).expect("a bound of the range is over usize::MAX");
    let Range { start, end } = range;
    check_boundary(text, start);
    check_boundary(text, end);
    assert!(
        start <= end,
        "the range starts at byte {start} but ends at {end}"
    );
    range
}

/// Converts a caller's range as [`resolve`] does. Returns `None` where that panics.
#[inline]
pub(crate) fn checked(text: &str, range: impl RangeBounds<usize>) -> Option<Range<usize>> {
    let offsets = to_range(range, text.len())?;
    text.get(offsets.clone()).map(|_| offsets)
}

/// Converts the bounds of a range over `len` items. Returns `None` if one is over `usize::MAX`.
#[inline]
pub(crate) fn to_range(range: impl RangeBounds<usize>, len: usize) -> Option<Range<usize>> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.checked_add(1)?,
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    Some(start..end)
}

#[inline]
#[track_caller]
pub(crate) fn check_boundary(text: &str, offset: usize) {
    if !text.is_char_boundary(offset) {
        not_a_boundary(text, offset);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_a_boundary(text: &str, offset: usize) -> ! {
    let len = text.len();
    assert!(
        offset <= len,
        "byte index {offset} is out of bounds: the string has {len} bytes"
    );
    let start = floor_char_boundary(text, offset);
    let c = text[start..].chars().next().unwrap_or_default();
    panic!(
        "byte index {offset} is not a char boundary; it is inside {c:?} (bytes {start}..{})",
        start + c.len_utf8()
    );
}

/// Returns the last character boundary at or before `index`, which must be at most the length.
///
/// NOTE: `str::floor_char_boundary` needs Rust 1.91.
pub(crate) fn floor_char_boundary(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
