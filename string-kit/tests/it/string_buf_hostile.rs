//! Tests of `StringBuf` with false size hints, panics, leaks, and without memory.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Display, Write};
use std::iter;
use std::ops::{Bound, RangeBounds};
use std::panic::{self, AssertUnwindSafe};

use string_kit::{CapturedStr, StringBuf};
use string_kit_conformance::with_budget;

const TEXT: &str = "aé€🦀z";

/// A range whose bounds are right in the first call, within a character in the second, and beyond
/// the end in the third.
pub(crate) struct ChangingRange {
    starts: Cell<usize>,
    ends: Cell<usize>,
    start: [usize; 3],
    end: [usize; 3],
}

impl ChangingRange {
    pub(crate) fn new() -> Self {
        Self {
            starts: Cell::new(0),
            ends: Cell::new(0),
            start: [1, 2, 100],
            end: [6, 5, usize::MAX],
        }
    }

    pub(crate) fn assert_read_once(&self) {
        assert_eq!((self.starts.get(), self.ends.get()), (1, 1));
    }
}

impl RangeBounds<usize> for ChangingRange {
    fn start_bound(&self) -> Bound<&usize> {
        Bound::Included(&self.start[self.starts.replace(self.starts.get() + 1)])
    }
    fn end_bound(&self) -> Bound<&usize> {
        Bound::Excluded(&self.end[self.ends.replace(self.ends.get() + 1)])
    }
}

/// A `ChangingRange` by reference, so that a test can read its counts afterwards.
pub(crate) struct ByReference<'a>(pub(crate) &'a ChangingRange);

impl RangeBounds<usize> for ByReference<'_> {
    fn start_bound(&self) -> Bound<&usize> {
        self.0.start_bound()
    }
    fn end_bound(&self) -> Bound<&usize> {
        self.0.end_bound()
    }
}

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
fn each_bound_of_a_range_is_read_once() {
    let range = ChangingRange::new();
    let mut buf = StringBuf::<7>::from(TEXT);
    buf.replace_range(ByReference(&range), "---");
    range.assert_read_once();
    assert_eq!(buf, "a---🦀z");

    let range = ChangingRange::new();
    let mut buf = StringBuf::<24>::from(TEXT);
    assert_eq!(buf.drain(ByReference(&range)).collect::<String>(), "é€");
    range.assert_read_once();
    assert_eq!(buf, "a🦀z");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_a_range_changes_nothing() {
    let mut buf = StringBuf::<7>::from(TEXT);
    panic::catch_unwind(AssertUnwindSafe(|| buf.replace_range(PanickingRange, "x"))).unwrap_err();
    panic::catch_unwind(AssertUnwindSafe(|| drop(buf.drain(PanickingRange)))).unwrap_err();
    assert_eq!(buf, TEXT);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn retain_keeps_valid_text_after_a_panic_at_any_character() {
    fn check<const N: usize>(kept: impl Fn(usize) -> bool) {
        for at in 0..TEXT.chars().count() {
            let mut buf = StringBuf::<N>::from(TEXT);
            let mut model = String::from(TEXT);
            let closure = |turn: &Cell<usize>| {
                let turn = turn.replace(turn.get() + 1);
                assert_ne!(turn, at, "on purpose");
                kept(turn)
            };
            let turn = Cell::new(0);
            let retain = || buf.retain(|_| closure(&turn));
            panic::catch_unwind(AssertUnwindSafe(retain)).unwrap_err();
            let turn = Cell::new(0);
            let retain = || model.retain(|_| closure(&turn));
            panic::catch_unwind(AssertUnwindSafe(retain)).unwrap_err();

            assert_eq!(std::str::from_utf8(buf.as_bytes()), Ok(model.as_str()));
            buf.push('é');
            assert_eq!(buf.pop(), Some('é'));
        }
    }
    check::<0>(|_| true);
    check::<7>(|turn| turn % 2 == 0);
    check::<24>(|turn| turn % 2 == 1);
    check::<24>(|_| false);
}

#[test]
fn a_leaked_drain_leaves_the_text_unchanged() {
    let mut buf = StringBuf::<7>::from(TEXT);
    let mut drain = buf.drain(1..6);
    assert_eq!((drain.next(), drain.next_back()), (Some('é'), Some('€')));
    std::mem::forget(drain);
    assert_eq!(buf, TEXT);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_drain_that_unwinds_removes_its_range() {
    let mut buf = StringBuf::<7>::from(TEXT);
    let panic = panic::catch_unwind(AssertUnwindSafe(|| {
        buf.drain(1..6).for_each(|c| assert_eq!(c, 'é'));
    }));
    panic.unwrap_err();
    assert_eq!(buf, "a🦀z");
}

/// A value whose `Display` runs a closure.
struct DisplayFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> Display for DisplayFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

#[test]
fn a_display_error_keeps_the_text_written_before() {
    let mut buf = StringBuf::<7>::from("1:");
    let fails = DisplayFn(|f: &mut fmt::Formatter<'_>| {
        f.write_str("é€🦀")?;
        Err(fmt::Error)
    });
    assert_eq!(write!(buf, "{fails}!"), Err(fmt::Error));
    assert_eq!(buf, "1:é€🦀");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_display_panic_keeps_the_text_written_before() {
    let mut buf = StringBuf::<7>::from("1:");
    let panics = DisplayFn(|f: &mut fmt::Formatter<'_>| {
        f.write_str("é€🦀")?;
        panic!("on purpose")
    });
    panic::catch_unwind(AssertUnwindSafe(|| write!(buf, "{panics}!"))).unwrap_err();
    assert_eq!(buf, "1:é€🦀");
}

#[test]
fn a_reentrant_display_cannot_borrow_the_buffer() {
    let buf = RefCell::new(StringBuf::<7>::from("1:"));
    let re_enters = DisplayFn(|f: &mut fmt::Formatter<'_>| {
        assert!(buf.try_borrow_mut().is_err());
        f.write_str("é")?;
        // The value can write to a buffer of its own.
        let mut inner = StringBuf::<2>::new();
        write!(inner, "{}{}", 12, StringBuf::<3>::capture(&"€"))?;
        f.write_str(&inner)
    });
    write!(buf.borrow_mut(), "{re_enters}!").unwrap();
    assert_eq!(buf.into_inner(), "1:é12€!");
}

#[test]
fn many_empty_pieces_and_a_huge_piece_are_written() {
    let mut buf = StringBuf::<24>::new();
    let empty =
        DisplayFn(|f: &mut fmt::Formatter<'_>| (0..10_000).try_for_each(|_| f.write_str("")));
    write!(buf, "{empty}").unwrap();
    assert!(buf.is_inline() && buf.is_empty());

    let huge = "€".repeat(100_000);
    write!(buf, "{huge}").unwrap();
    assert_eq!(buf, huge);
}

/// An iterator with a given `size_hint`.
struct WithHint<I> {
    items: I,
    hint: (usize, Option<usize>),
}

impl<I: Iterator> Iterator for WithHint<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.items.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}

#[test]
fn a_false_size_hint_changes_nothing() {
    for hint in [
        (usize::MAX, None),
        (usize::MAX, Some(0)),
        (isize::MAX as usize, Some(usize::MAX)),
        (0, Some(0)),
    ] {
        let mut buf = StringBuf::<7>::from("1:");
        buf.extend(WithHint {
            items: TEXT.chars(),
            hint,
        });
        assert_eq!(buf, format!("1:{TEXT}"), "{hint:?}");
        let chars: Vec<_> = TEXT.chars().collect();
        buf.extend(WithHint {
            items: chars.iter(),
            hint,
        });
        assert_eq!(buf, format!("1:{TEXT}{TEXT}"), "{hint:?}");

        let buf: StringBuf<7> = WithHint {
            items: [TEXT, "x"].into_iter(),
            hint,
        }
        .collect();
        assert_eq!(buf, format!("{TEXT}x"), "{hint:?}");
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_of_an_iterator_keeps_the_items_before() {
    let mut buf = StringBuf::<7>::from("1:");
    let mut chars = TEXT.chars();
    let panics = iter::from_fn(|| Some(chars.next().expect("on purpose")));
    panic::catch_unwind(AssertUnwindSafe(|| buf.extend(panics))).unwrap_err();
    assert_eq!(buf, format!("1:{TEXT}"));
}

#[test]
fn out_of_memory_is_an_error_and_keeps_the_text() {
    fn check<const N: usize>() {
        let mut buf = StringBuf::<N>::from(TEXT);
        let before = buf.capacity();
        // The assertions run outside of the budget, where a failed one has memory for its message.
        let results = with_budget(0, || {
            [
                buf.try_reserve(100).is_err(),
                buf.try_reserve_exact(100).is_err(),
                buf.try_reserve(usize::MAX).is_err(),
                buf.try_push_str(LONG).is_err(),
                buf.write_str(LONG).is_err(),
                buf.write_str("").is_ok(),
                write!(buf, "{LONG}").is_err(),
                StringBuf::<N>::try_from_text(LONG).is_err(),
                StringBuf::<N>::try_capture(&LONG).is_err(),
            ]
        });
        assert_eq!(results, [true; 9]);
        assert_eq!((buf.as_str(), buf.capacity()), (TEXT, before));
    }
    const LONG: &str = "0123456789012345678901234567890123456789";
    check::<0>();
    check::<7>();
    check::<24>();
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
