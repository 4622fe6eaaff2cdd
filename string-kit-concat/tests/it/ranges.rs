//! Ranges that are none, and texts that are too long: an error, and nothing is changed.

use std::ops::Bound;

use string_kit_concat::{ConcatError, ConcatStr};

type Ends = (Bound<usize>, Bound<usize>);

#[test]
fn a_range_that_is_none_is_an_error() {
    let mut text = ConcatStr::from("né");
    let cases: [(Ends, ConcatError); 6] = [
        (
            (Bound::Included(4), Bound::Unbounded),
            ConcatError::OutOfRange,
        ),
        (
            (Bound::Included(0), Bound::Excluded(4)),
            ConcatError::OutOfRange,
        ),
        (
            (Bound::Included(0), Bound::Included(usize::MAX)),
            ConcatError::OutOfRange,
        ),
        (
            (Bound::Excluded(usize::MAX), Bound::Unbounded),
            ConcatError::OutOfRange,
        ),
        (
            (Bound::Included(2), Bound::Included(1)),
            ConcatError::NotCharBoundary,
        ),
        (
            (Bound::Excluded(1), Bound::Included(2)),
            ConcatError::NotCharBoundary,
        ),
    ];
    for (range, error) in cases {
        assert_eq!(text.try_substr(range), Err(error), "{range:?}");
        assert_eq!(text.try_replace_range(range, "x"), Err(error), "{range:?}");
        assert!(text.get(range).is_none());
    }
    #[expect(clippy::reversed_empty_ranges, reason = "that is the test")]
    let reversed = text.try_substr(3..1);
    assert_eq!(reversed, Err(ConcatError::OutOfRange));
    assert_eq!(text, "né");
}

#[test]
#[should_panic(expected = "within a character")]
fn a_slice_within_a_character_panics() {
    let _ = ConcatStr::from("né").slice(2..);
}

#[test]
#[should_panic(expected = "beyond the end")]
fn a_line_beyond_the_end_panics() {
    let _ = ConcatStr::from("né").byte_to_line(4);
}

#[test]
fn a_text_of_four_gibibytes_is_too_long() {
    let longest = ConcatStr::from("0123456789abcde").repeat(u32::MAX as usize / 15);
    assert_eq!(longest.len(), u32::MAX as usize);
    assert_eq!(longest.byte_at(u32::MAX as usize - 1), Some(b'e'));
    let mut text = longest.clone();
    assert_eq!(text.try_push_str("x"), Err(ConcatError::TooLong));
    assert_eq!(
        text.try_replace_range(5..6, "xy"),
        Err(ConcatError::TooLong)
    );
    assert_eq!(text.try_concat(&"x".into()), Err(ConcatError::TooLong));
    assert_eq!(text.try_append(&longest), Err(ConcatError::TooLong));
    assert_eq!(text.try_repeat(2), Err(ConcatError::TooLong));
    assert!(ConcatStr::ptr_eq(&text, &longest));
    assert_eq!(text, longest);
    text.replace_range(5..6, "x");
    text.replace_range(1 << 31..1 << 31, "");
    assert_ne!(text, longest);
    assert_eq!(text.slice(4..8), "4x67");
    text.truncate(20);
    assert_eq!(text, "01234x6789abcde01234");
}

const EMPTY: ConcatStr = ConcatStr::new();

#[test]
fn a_handle_has_a_niche_and_an_empty_text_no_node() {
    assert_eq!(size_of::<ConcatStr>(), 4);
    assert_eq!(size_of::<Option<ConcatStr>>(), 4);
    let mut text = ConcatStr::from("some text that is deleted").repeat(100);
    text.replace_range(.., "");
    assert!(ConcatStr::ptr_eq(&text, &EMPTY));
    assert_eq!(text.concat(&EMPTY), "");
    assert_eq!(EMPTY.chunks().next(), None);
    assert_eq!(EMPTY.lines().next(), None);
    assert_eq!(EMPTY.line_count(), 1);
}
