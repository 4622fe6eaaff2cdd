//! Counts of the allocations of `StringBuf`.

use string_kit::{CapturedStr, StringBuf};
use string_kit_conformance::{Counts, count};
use string_kit_testkit::support::{assert_exact, text_of};

/// Checks texts in which characters of each width end before, across and after `N` bytes.
fn check_exact<const N: usize>() {
    for len in N.saturating_sub(1)..=N + 5 {
        let heap = if len > N { len } else { 0 };
        for text in (1..=4).map(|width| text_of(len, width)) {
            let (buf, counts) = count(|| StringBuf::<N>::from(text.as_str()));
            assert_exact(counts, heap, &text);
            assert_eq!(buf, text);
            assert_eq!((buf.is_inline(), buf.heap_size()), (heap == 0, heap));

            let (pushed, counts) = count(|| {
                let mut buf = StringBuf::<N>::with_capacity(len);
                text.chars().for_each(|c| buf.push(c));
                buf
            });
            assert_exact(counts, heap, &text);
            assert_eq!(pushed, buf);
        }
    }
}

#[test]
fn inline_text_allocates_nothing_and_longer_text_once_at_the_exact_size() {
    check_exact::<0>();
    check_exact::<7>();
    check_exact::<16>();
    check_exact::<24>();
}

#[test]
fn a_short_string_moves_inline_and_frees_its_buffer() {
    let mut text = String::with_capacity(100);
    text.push_str("0123456");
    let (buf, counts) = count(|| StringBuf::<7>::from(text));
    assert!(buf.is_inline());
    assert_eq!((counts.allocations, counts.deallocations), (0, 1));
    assert_eq!(counts.live_bytes, -100);
}

#[test]
fn a_long_box_is_converted_both_ways_without_a_copy() {
    let text = Box::<str>::from("0123456789");
    let address = text.as_ptr();
    let (text, counts) = count(|| Box::<str>::from(StringBuf::<7>::from(text)));
    assert_eq!(counts, Counts::default());
    assert_eq!(text.as_ptr(), address);
}

#[test]
fn editing_within_the_capacity_allocates_nothing() {
    let mut buf = StringBuf::<24>::from("aé€🦀z");
    let ((), counts) = count(|| {
        buf.push_str("0123456789");
        buf.insert(1, '€');
        buf.replace_range(4..6, "xy");
        buf.retain(|c| c != 'y');
        drop(buf.drain(1..4));
        buf.remove(0);
        buf.truncate(4);
        buf.extend("é€".chars());
        buf.clear();
    });
    assert_eq!(counts, Counts::default());
}

#[test]
fn clone_from_within_the_capacity_allocates_nothing() {
    let source = StringBuf::<7>::from("0123456789");
    let mut target = StringBuf::<7>::with_capacity(10);
    let ((), counts) = count(|| target.clone_from(&source));
    assert_eq!(counts, Counts::default());
    assert_eq!(target, source);
}

#[test]
fn capacity_grows_to_powers_of_two() {
    let (buf, counts) = count(|| {
        let mut buf = StringBuf::<24>::new();
        (0..1000).for_each(|_| buf.push('x'));
        buf
    });
    // Allocated with 32 bytes, then grown to 64, 128, 256, 512 and 1024.
    assert_eq!((counts.allocations, counts.reallocations), (1, 5));
    assert_eq!(buf.capacity(), 1024);
}

#[test]
fn shrink_to_fit_moves_short_text_inline() {
    let mut buf = StringBuf::<7>::from("0123456789");
    buf.truncate(7);
    assert!(!buf.is_inline());
    assert_eq!(buf.heap_size(), 10);
    let ((), counts) = count(|| buf.shrink_to_fit());
    assert_eq!((counts.live_bytes, counts.deallocations), (-10, 1));
    assert_eq!((buf.as_str(), buf.heap_size()), ("0123456", 0));
}
