//! Invalid ranges, and texts that are too long: each is an error, and nothing is changed.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use string_kit_concat::ConcatError::{self, NotCharBoundary, OutOfRange, TooLong};
use string_kit_concat::ConcatStr;
use string_kit_testkit::panics::panic_files;

#[test]
fn a_range_that_is_none_is_an_error() {
    let mut text = ConcatStr::from("né");
    let cases: [(Bound<usize>, Bound<usize>, ConcatError); 6] = [
        (Included(4), Unbounded, OutOfRange),
        (Included(0), Excluded(4), OutOfRange),
        (Included(0), Included(usize::MAX), OutOfRange),
        (Excluded(usize::MAX), Unbounded, OutOfRange),
        (Included(2), Included(1), NotCharBoundary),
        (Excluded(1), Included(2), NotCharBoundary),
    ];
    for (start, end, error) in cases {
        let range = (start, end);
        assert_eq!(text.try_substr(range), Err(error), "{range:?}");
        assert_eq!(text.try_replace_range(range, "x"), Err(error), "{range:?}");
        assert!(text.get(range).is_none());
    }
    #[expect(clippy::reversed_empty_ranges, reason = "that is the test")]
    let reversed = text.try_substr(3..1);
    assert_eq!(reversed, Err(OutOfRange));
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
    let _ = ConcatStr::from("né").line_of_byte(4);
}

#[test]
fn a_text_of_four_gibibytes_is_too_long() {
    let longest = ConcatStr::from("0123456789abcde").repeat(u32::MAX as usize / 15);
    assert_eq!(longest.len(), u32::MAX as usize);
    assert_eq!(longest.byte_at(u32::MAX as usize - 1), Some(b'e'));
    let mut text = longest.clone();
    assert_eq!(text.try_push_str("x"), Err(TooLong));
    assert_eq!(text.try_replace_range(5..6, "xy"), Err(TooLong));
    assert_eq!(text.try_concat(&"x".into()), Err(TooLong));
    assert_eq!(text.try_append(&longest), Err(TooLong));
    assert_eq!(text.try_repeat(2), Err(TooLong));
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

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn panics_report_the_callers_file() {
    let text = ConcatStr::from("né");
    let files = panic_files(&[
        &|| drop(text.substr(..2)),
        &|| drop(text.slice(2..).to_string()),
        &|| text.clone().insert_str(2, "x"),
        &|| text.clone().replace_range(4.., ""),
    ]);
    assert_eq!(files, [file!(); 4]);
}
