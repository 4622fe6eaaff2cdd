//! Tests of what `StringBuf` does beyond the laws: drains, panics, capacities, and no memory.

use std::borrow::BorrowMut;
use std::fmt::{self, Write};
use std::ops::{Bound, RangeBounds};
use std::sync::Mutex;

use string_kit::{CapturedStr, StringBuf, TextErrorKind};
use string_kit_conformance::{count, with_budget};
use string_kit_testkit::panics::{panic_message, panics};
use string_kit_testkit::support::{Hinted, Panics, assert_exact};

type Buf = StringBuf<7>;

const TEXT: &str = "aé€🦀z";

/// A range whose `end_bound` panics.
struct PanickingRange;

impl RangeBounds<usize> for PanickingRange {
    fn start_bound(&self) -> Bound<&usize> {
        Bound::Unbounded
    }
    fn end_bound(&self) -> Bound<&usize> {
        panic!("on purpose")
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_a_range_changes_nothing() {
    let mut buf = Buf::from(TEXT);
    assert!(panics(|| buf.replace_range(PanickingRange, "x")));
    assert!(panics(|| drop(buf.drain(PanickingRange))));
    assert_eq!(buf, TEXT);
}

#[test]
fn a_drain_shows_its_rest_and_leaves_the_text_if_it_is_leaked() {
    let mut buf = Buf::from(TEXT);
    let mut drain = buf.drain(1..6);
    assert_eq!(format!("{drain:?}"), r#"Drain("é€")"#);
    assert_eq!((drain.next(), drain.next_back()), (Some('é'), Some('€')));
    std::mem::forget(drain);
    assert_eq!(buf, TEXT);
    assert_eq!(buf.drain(1..6).last(), Some('€'));
    assert_eq!(buf, "a🦀z");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_drain_that_unwinds_removes_its_range() {
    let mut buf = Buf::from(TEXT);
    assert!(panics(|| buf.drain(1..6).for_each(|c| assert_eq!(c, 'é'))));
    assert_eq!(buf, "a🦀z");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_display_panic_keeps_the_text_written_before() {
    let mut buf = Buf::from("1:");
    assert!(panics(|| write!(buf, "{}!", Panics("é€🦀"))));
    assert_eq!(buf, "1:é€🦀");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn panic_messages_name_the_offset() {
    #[track_caller]
    fn check(work: impl FnOnce(&mut StringBuf<24>), expected: &str) {
        let mut buf = StringBuf::from("aé");
        assert_eq!(panic_message(|| work(&mut buf)), expected);
        assert_eq!(buf, "aé");
    }
    check(
        |buf| buf.truncate(2),
        "byte index 2 is not a char boundary; it is inside 'é' (bytes 1..3)",
    );
    check(
        |buf| buf.insert(4, 'x'),
        "byte index 4 is out of bounds: the string has 3 bytes",
    );
    check(
        |buf| buf.replace_range((Bound::Included(3), Bound::Excluded(1)), ""),
        "the range starts at byte 3 but ends at 1",
    );
}

#[test]
fn an_absurd_size_hint_does_not_panic() {
    for hint in [
        (usize::MAX, None),
        (usize::MAX, Some(0)),
        (isize::MAX as usize, Some(usize::MAX)),
    ] {
        let items = TEXT.chars();
        let mut buf = Buf::from("1:");
        buf.extend(Hinted { items, hint });
        assert_eq!(buf, format!("1:{TEXT}"), "{hint:?}");
        let items = [TEXT, "x"].into_iter();
        let buf: Buf = Hinted { items, hint }.collect();
        assert_eq!(buf, format!("{TEXT}x"), "{hint:?}");
    }
}

#[test]
fn mutable_views_change_the_text_in_place() {
    let mut buf = Buf::from("abcdefghij");
    AsMut::<str>::as_mut(&mut buf).make_ascii_uppercase();
    assert_eq!(buf, "ABCDEFGHIJ");
    BorrowMut::<str>::borrow_mut(&mut buf)[..1].make_ascii_lowercase();
    buf[2..4].make_ascii_lowercase();
    assert_eq!(buf, "aBcdEFGHIJ");
}

/// Keeps the leaked texts reachable, so that leak checkers find nothing.
static LEAKED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

#[test]
fn leak_returns_the_text() {
    for text in ["", "é", "0123456", "01234567"] {
        let leaked: &'static mut str = Buf::from(text).leak();
        assert_eq!(leaked, text);
        LEAKED.lock().unwrap().push(leaked);
    }
}

#[test]
fn shrink_to_keeps_the_given_capacity() {
    for (text, capacity, min, expected) in [
        ("0123456789", 40, 20, 20),
        ("0123456789", 40, 0, 10),
        ("0123456789", 40, 40, 40),
        ("0123456789", 40, usize::MAX, 40),
        ("012", 40, 8, 8),
        ("012", 40, 7, 7),
        ("012", 7, 0, 7),
    ] {
        let mut buf = Buf::with_capacity(capacity);
        buf.push_str(text);
        let before = buf.heap_size();
        let ((), counts) = count(|| buf.shrink_to(min));
        assert_eq!((buf.as_str(), buf.capacity()), (text, expected));
        let live = buf.heap_size().cast_signed() - before.cast_signed();
        assert_eq!(counts.live_bytes, live);
    }
}

#[test]
fn out_of_memory_is_an_error_and_keeps_the_text() {
    const LONG: &str = "0123456789012345678901234567890123456789";
    let mut buf = Buf::from(TEXT);
    let before = buf.capacity();
    // The assertions run outside of the budget, where a failed one has memory for its message.
    let results = with_budget(0, || {
        [
            buf.try_reserve_exact(100).is_err(),
            buf.write_str(LONG).is_err(),
            buf.write_str("").is_ok(),
            write!(buf, "{LONG}").is_err(),
        ]
    });
    assert_eq!(results, [true; 4]);
    assert_eq!((buf.as_str(), buf.capacity()), (TEXT, before));
}

#[test]
fn out_of_memory_does_not_affect_text_that_fits() {
    let mut buf = StringBuf::<24>::new();
    let results = with_budget(0, || (write!(buf, "{TEXT}{TEXT}"), buf.write_char('é')));
    assert_eq!(results, (Ok(()), Ok(())));
    assert_eq!(buf, format!("{TEXT}{TEXT}é"));
    assert_eq!(with_budget(0, || buf.write_char('€')), Err(fmt::Error));
    assert_eq!(buf.len(), 24);
}

#[test]
fn a_capacity_is_exact_or_an_error() {
    let capacity = |capacity| Buf::try_with_capacity(capacity).map(|buf| buf.capacity());
    let failed = with_budget(0, || capacity(8));
    assert_eq!(failed, Err(TextErrorKind::Alloc.into()));
    assert_eq!(with_budget(0, || capacity(7)), Ok(7));
    let (buf, counts) = count(|| Buf::try_with_capacity(40).unwrap());
    assert_exact(counts, 40, &buf);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_retain_keeps_the_characters_kept_so_far() {
    let mut buf = Buf::from(TEXT);
    let keep = |c| {
        assert_ne!(c, '🦀');
        c != 'é'
    };
    assert!(panics(|| buf.retain(keep)));
    assert_eq!(buf, "a€");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_constant_has_up_to_n_bytes() {
    const EMPTY: Buf = Buf::new_inline("");
    const FULL: Buf = Buf::new_inline("0é345\n");
    assert_eq!((EMPTY, FULL), (Buf::new(), Buf::from("0é345\n")));
    let (mut buf, counts) = count(|| FULL);
    assert_eq!((counts.allocations, buf.is_inline()), (0, true));
    buf.push_str("and more");
    assert_eq!((&*buf, FULL.len()), ("0é345\nand more", 7));
    assert!(panics(|| Buf::new_inline("01234567")));
}

#[test]
#[allow(unsafe_code)]
fn the_spare_capacity_becomes_text() {
    for capacity in [0, 7, 8, 40] {
        let mut buf = Buf::from("id");
        buf.reserve_exact(capacity);
        let (len, capacity) = (buf.len(), buf.capacity());
        let spare = buf.spare_capacity_mut();
        assert_eq!(spare.len(), capacity - len);
        for byte in spare {
            byte.write(b'x');
        }
        // SAFETY: all bytes of the capacity are written, and ASCII.
        unsafe { buf.set_len(capacity) };
        assert_eq!(buf, format!("id{}", "x".repeat(capacity - len)));
        assert!(buf.spare_capacity_mut().is_empty());
        // SAFETY: 0 bytes are a text.
        unsafe { buf.set_len(0) };
        assert_eq!((&*buf, buf.capacity()), ("", capacity));
    }
}
