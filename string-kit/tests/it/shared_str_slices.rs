//! Tests of slices of `SharedStr`, with `str` as the oracle.

use std::ops::Range;

use string_kit::{SharedStr, TextErrorKind};
use string_kit_conformance::{Counts, count, with_budget};
use string_kit_testkit::panics::panic_message;
use string_kit_testkit::support::assert_exact;

const LONG: &str = "aé€🦀z, and then a text that is longer than fifteen bytes";

/// The length of the shortest text whose block has the length too.
const LONG_BLOCK: usize = 128 << 10;
/// The first start and the first length that do not fit a slice of such a text.
const TOO_FAR: usize = 64 << 20;

/// Returns all ranges of whole characters of `text`.
fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bounds: Vec<usize> = (0..=text.len())
        .filter(|at| text.is_char_boundary(*at))
        .collect();
    let ends = bounds.clone();
    bounds
        .into_iter()
        .flat_map(move |start| ends.clone().into_iter().map(move |end| start..end))
        .filter(|range| range.start <= range.end)
}

/// Returns a text on the heap, with shards or without.
fn heap_text(text: &str, sharded: bool) -> SharedStr {
    let text = SharedStr::from(text);
    assert_eq!(sharded && text.add_shards(), sharded);
    text
}

#[test]
fn a_slice_shares_the_bytes_and_allocates_nothing() {
    for sharded in [false, true] {
        let text = heap_text(LONG, sharded);
        for range in ranges(LONG) {
            let expected = &LONG[range.clone()];
            let (slice, counts) = count(|| text.slice(range.clone()));
            assert_eq!(counts, Counts::default());
            assert_eq!((slice.as_str(), slice.len()), (expected, expected.len()));
            assert_eq!(slice.is_inline(), expected.len() <= 16, "{range:?}");
            if !slice.is_inline() {
                assert!(std::ptr::eq(slice.as_str(), &raw const text[range]));
                assert_eq!(slice.heap_size(), text.heap_size());
                assert_eq!(slice.is_sharded(), sharded);
            }
            let (clone, counts) = count(|| slice.clone());
            assert_eq!(counts, Counts::default());
            assert!(SharedStr::ptr_eq(&clone, &slice) && clone == expected);
        }
        assert!(SharedStr::ptr_eq(&text.slice(..), &text));
    }
}

/// The last handle, of any part of the text, must find the start and the length of the block.
#[test]
fn a_slice_that_is_the_last_handle_frees_the_whole_block() {
    for len in [40, LONG_BLOCK - 1, LONG_BLOCK, LONG_BLOCK + 9] {
        for (start, end) in [(0, 20), (1, len - 1), (len - 17, len), (7, len), (8, 30)] {
            for sharded in [false, true] {
                let ((), counts) = count(|| {
                    let text = heap_text(&"x".repeat(len), sharded);
                    let slice = text.slice(start..end);
                    let heap_size = text.heap_size();
                    drop(text);
                    let clone = slice.clone();
                    drop(slice);
                    assert_eq!((clone.len(), clone.heap_size()), (end - start, heap_size));
                    let last = clone.slice(1..=17.min(clone.len() - 1));
                    drop(clone);
                    assert!(last.len() == 16 || last.heap_size() == heap_size);
                    assert!(last.bytes().all(|byte| byte == b'x'));
                });
                assert_eq!(counts.live_bytes, 0, "{start}..{end} of {len}");
            }
        }
    }
}

#[test]
fn a_block_has_a_third_word_from_128_kib_on() {
    for (len, header) in [
        (LONG_BLOCK - 1, 2 * size_of::<usize>()),
        (LONG_BLOCK, { 8 + 2 * size_of::<usize>() }),
    ] {
        let text = "x".repeat(len);
        let (shared, counts) = count(|| SharedStr::from(text.as_str()));
        assert_exact(counts, header + len, "a long text");
        assert_eq!((shared.heap_size(), shared.len()), (header + len, len));
        assert_eq!(shared, text);
    }
}

/// A slice whose start or length has more than 26 bits is copied, if the text is long.
#[test]
#[cfg_attr(miri, ignore = "Miri takes minutes for texts of 64 MiB")]
fn a_slice_that_does_not_fit_16_bytes_is_copied() {
    let len = TOO_FAR + 100;
    let text = SharedStr::from("x".repeat(len));
    let heap_size = text.heap_size();
    for shared in [TOO_FAR - 1..len, 0..TOO_FAR - 1, 50..TOO_FAR + 49] {
        let (slice, counts) = count(|| text.slice(shared.clone()));
        assert_eq!(counts, Counts::default(), "{shared:?}");
        assert_eq!((slice.len(), slice.heap_size()), (shared.len(), heap_size));
        assert!(std::ptr::eq(
            slice.as_ptr(),
            &raw const text.as_bytes()[shared.start]
        ));
    }
    let slice = text.slice(TOO_FAR - 10..);
    for copied in [10..50, 11..110] {
        let (copy, counts) = count(|| slice.slice(copied.clone()));
        assert_eq!((counts.allocations, copy.len()), (1, copied.len()));
        assert!(copy.heap_size() < 200);
        let failed = with_budget(0, || slice.try_slice(copied));
        assert_eq!(failed.unwrap_err().kind(), TextErrorKind::Alloc);
    }
    let failed = with_budget(0, || text.try_slice(..TOO_FAR));
    assert_eq!(failed.unwrap_err().kind(), TextErrorKind::Alloc);
    assert_eq!((text.len(), text.heap_size()), (len, heap_size));
    // A part of up to 16 bytes lies in the value, wherever it starts.
    assert!(text.slice(TOO_FAR..TOO_FAR + 16).is_inline());
}

#[test]
fn a_slice_of_a_static_text_is_static() {
    let text = SharedStr::from_static(LONG);
    for range in ranges(LONG) {
        let (slice, counts) = count(|| text.slice(range.clone()));
        assert_eq!(counts, Counts::default());
        let expected = &LONG[range];
        assert_eq!((slice.as_str(), slice.heap_size()), (expected, 0));
        assert!(std::ptr::eq(slice.as_static_str().unwrap(), expected));
        let part = text.slice_ref(expected);
        assert_eq!(part.as_static_str(), Some(expected));
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn slice_ref_finds_the_part() {
    for text in [
        SharedStr::from("key=value"),
        SharedStr::from(LONG),
        SharedStr::from_static(LONG),
    ] {
        for range in ranges(&text) {
            let (part, counts) = count(|| text.slice_ref(&text[range.clone()]));
            assert_eq!(counts, Counts::default());
            assert_eq!(part, text[range]);
        }
        assert_eq!(text.slice_ref(""), "");
    }
    let text = SharedStr::from(LONG);
    let other = SharedStr::from(LONG);
    let slice = text.slice(1..30);
    for foreign in [other.as_str(), &text, &text[..3], &text[29..31]] {
        let error = slice.try_slice_ref(foreign).unwrap_err();
        assert_eq!(error.kind(), TextErrorKind::Range);
        let message = panic_message(|| slice.slice_ref(foreign));
        assert_eq!(message, "the part is not in the memory of the text");
    }
}

#[test]
fn a_bad_range_of_try_slice_is_an_error_and_changes_nothing() {
    let text = SharedStr::from(LONG);
    let slice = text.slice(1..30);
    let reversed = Range { start: 5, end: 2 };
    for range in [1..2, 0..30, reversed, usize::MAX..usize::MAX] {
        let error = slice.try_slice(range).unwrap_err();
        assert_eq!(error.kind(), TextErrorKind::Range);
    }
    assert!(slice.try_slice(..=usize::MAX).is_err());
    assert_eq!((text.as_str(), slice.as_str()), (LONG, &LONG[1..30]));
}
