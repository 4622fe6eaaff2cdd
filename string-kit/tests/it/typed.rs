//! `str_list!`, `capture!` and their twins, against `to_string` and `format!`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::ops::{Deref, Range};
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use string_kit::{
    SharedStr, StrList, StringBuf, TextErrorKind, capture, str_list, try_capture, try_str_list,
    with_str_list,
};
use string_kit_conformance::count;
use string_kit_testkit::panics::panic_message;
use string_kit_testkit::support::{Errs, assert_error};

/// Returns the number of allocations of `work`.
fn allocations<R>(work: impl FnOnce() -> R) -> usize {
    count(work).1.allocations
}

/// A value with a `Display` of its own that derefs to a `str`.
pub(crate) struct Tagged(pub(crate) String);

impl Deref for Tagged {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Tagged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.0)
    }
}

/// A value whose `Display` writes something and then fails.
const BROKEN: Errs = Errs("a part");

#[test]
fn str_list_takes_values_of_any_type() {
    let owned = String::from("short-lived");
    let local: &str = &owned;
    let boxed: Box<str> = local.into();
    let list = str_list![
        local,
        200_u16,
        true,
        owned,
        boxed,
        Tagged("tag".into()),
        &&3,
        1.5,
        'ä',
        Cow::Borrowed(local),
        *"unsized",
        Rc::<str>::from("rc"),
        &Arc::new(7_i8),
        format!("{}-{}", 1, 2),
        format_args!("{:>3}", 4),
        &1 as &dyn Display,
        -0.0,
    ];
    let expected = "short-lived 200 true short-lived short-lived <tag> 3 1.5 ä short-lived unsized \
                    rc 7 1-2   4 1 -0";
    assert_eq!(list.join(" "), expected);
    assert_eq!(owned, "short-lived", "values are borrowed");
    assert_eq!(str_list![], StrList::new());
    assert_eq!(with_str_list!([], StrList::len), 0);
    assert_eq!(str_list!["a",], ["a"]);
}

#[test]
fn str_list_in_a_generic_function_has_the_same_text() {
    fn list<T: Display>(value: T) -> StrList {
        str_list![value, 1]
    }
    assert_eq!(list(2), ["2", "1"]);
    assert_eq!(list("text"), ["text", "1"]);
    assert_eq!(list(Tagged("t".into())), ["<t>", "1"]);
}

#[test]
fn str_list_of_texts_of_every_length_is_the_list_that_capture_makes() {
    for len in (0..300).chain(2030..2060).chain([4090, 4096, 5000]) {
        let text = "x".repeat(len);
        let tagged = Tagged("t".into());
        assert_eq!(str_list![text, 7], StrList::capture(&[&text, &7]));
        assert_eq!(str_list![text, "b"], StrList::capture(&[&text, &"b"]));
        assert_eq!(str_list![text], StrList::capture(&[&text]));
        let captured = StrList::capture(&[&text, &tagged, &7]);
        assert_eq!(str_list![text, tagged, 7], captured);
        with_str_list!([text, tagged, 7], |list| assert_eq!(*list, captured));
        with_str_list!([text, 7], |list| assert_eq!(*list, str_list![text, 7]));
    }
}

#[test]
fn str_list_allocates_nothing_inline_and_else_once() {
    let (number, short, long) = (200, "eu", "a text of 24 bytes, long");
    assert_eq!(allocations(|| str_list![short, number, true]), 0);
    assert_eq!(allocations(|| str_list![long, number]), 1);
    assert_eq!(allocations(|| str_list![long, short, long, short]), 1);
    let list = str_list![long, short];
    assert_eq!(
        list.heap_size(),
        size_of::<usize>() + 2 + long.len() + short.len()
    );
}

/// Calls a macro with ten copies of each value, and then the last values.
macro_rules! tenfold {
    ($macro:ident! $($value:literal)*; $($last:expr),*) => {
        $macro![
            $($value, $value, $value, $value, $value, $value, $value, $value, $value, $value,)*
            $($last),*
        ]
    };
}
macro_rules! hundredfold {
    ($macro:ident! $($v:literal)*; $($last:expr),*) => {
        tenfold!($macro! $($v $v $v $v $v $v $v $v $v $v)*; $($last),*)
    };
}

#[test]
fn lists_of_any_number_of_values_compile_and_are_complete() {
    macro_rules! lent {
        ($($value:expr),* $(,)?) => {
            with_str_list!([$($value),*], StrList::clone)
        };
    }
    let expected = |values: Range<u32>, copies, last: &[&str]| -> Vec<String> {
        let values = values.flat_map(|value| vec![value.to_string(); copies]);
        values.chain(last.iter().copied().map(Into::into)).collect()
    };
    let list = tenfold!(str_list! 0 1 2 3 4 5; "a", *"b", 'c', Tagged("d".into()));
    assert_eq!(list, expected(0..6, 10, &["a", "b", "c", "<d>"]));
    let list =
        tenfold!(str_list! 0 1 2 3 4 5; "a", *"b", 'c', Tagged("d".into()), String::from("e"));
    assert_eq!(list, expected(0..6, 10, &["a", "b", "c", "<d>", "e"]));
    let list = tenfold!(lent! 0 1 2 3 4 5 6 7 8 9 10 11 12;);
    assert_eq!(list, expected(0..13, 10, &[]));
    let list = hundredfold!(str_list! 0 1 2 3 4 5 6 7 8 9;);
    assert_eq!(list, expected(0..10, 100, &[]));
    let failed = hundredfold!(try_str_list! 0 1 2 3 4 5 6 7 8 9; BROKEN);
    assert_error(failed, TextErrorKind::Format, Some(1000));
}

#[test]
fn a_look_up_by_a_lent_list_allocates_nothing() {
    let (tag, status) = ("a text of more than 15 bytes", 200);
    let counters = HashMap::from([(str_list![tag, status], 7)]);
    let look_up = || with_str_list!([tag, status], |tags| counters.get(tags).copied());
    assert_eq!(look_up(), Some(7));
    assert_eq!(allocations(look_up), 0);
    let formatted = || with_str_list!([Tagged("t".into()), tag], StrList::len);
    // The string in `Tagged`.
    assert_eq!(allocations(formatted), 1);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_failed_list_has_the_index_of_the_value_that_failed() {
    let failed = try_str_list!["a", 1, BROKEN, "b"];
    assert_error(failed, TextErrorKind::Format, Some(2));
    let message = panic_message(|| str_list!["a", BROKEN]);
    assert!(message.starts_with("cannot capture the value at index 1"));
    assert_eq!(try_str_list!["a", 1].unwrap(), ["a", "1"]);
}

#[test]
fn values_are_evaluated_once_and_in_order() {
    let mut calls = Vec::new();
    let mut next = |n: u32| {
        calls.push(n);
        n
    };
    assert_eq!(str_list![next(1), next(2), next(3)], ["1", "2", "3"]);
    assert_eq!(capture!(String; "{1}{0}{1}", next(4), next(5)), "545");
    assert_eq!(calls, [1, 2, 3, 4, 5]);
}

#[test]
fn the_type_of_a_capture_is_named_or_inferred() {
    assert_eq!(capture!(SharedStr; "{}", 7), "7");
    let inferred: StringBuf<8> = capture!("{}", 7);
    assert_eq!(inferred, "7");
    assert_eq!(try_capture!(Box<str>; "{}", 7).as_deref(), Ok("7"));
    let inferred: Result<Arc<str>, _> = try_capture!("{}", 7);
    assert_eq!(inferred.as_deref(), Ok("7"));
}

#[test]
fn capture_sees_names_through_another_macro() {
    macro_rules! key {
        ($format:literal $($argument:tt)*) => {
            capture!(String; $format $($argument)*)
        };
    }
    let id = 7;
    assert_eq!(key!("{id}-{}", "a"), "7-a");
    assert_eq!(key!("plain"), "plain");
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn capture_of_a_broken_value_is_an_error_or_panics() {
    for captured in [
        try_capture!(String; "{}-{}", 1, BROKEN),
        try_capture!(String; "{:>9}", BROKEN),
    ] {
        assert_error(captured, TextErrorKind::Format, None);
    }
    let message = panic_message(|| capture!(String; "{}", BROKEN));
    assert!(message.ends_with("its Display implementation returned an error"));
}

#[test]
fn capture_allocates_what_the_result_needs() {
    let (name, id) = ("eu-west", 42);
    assert_eq!(allocations(|| capture!(SharedStr; "{name}-{id}")), 0);
    assert_eq!(allocations(|| capture!(String; "{name}-{id}")), 1);
    assert_eq!(allocations(|| capture!(String; "{name}-{id:>40}")), 1);
}

proptest! {
    #[test]
    fn lists_and_formats_are_those_of_to_string(
        a in ".*", b in any::<u64>(), c in any::<f64>(), d in any::<char>(), e in any::<i128>(),
    ) {
        let expected = [a.clone(), b.to_string(), c.to_string(), d.to_string(), e.to_string()];
        prop_assert_eq!(&str_list![a, b, c, d, e], &expected);
        prop_assert_eq!(capture!(String; "{a}{b}{c}{d}{e}"), expected.concat());
        let formatted = format!("{a:>9}{b:x}{c:.2}{d:?}{e}");
        prop_assert_eq!(capture!(String; "{a:>9}{b:x}{c:.2}{d:?}{e}"), formatted);
    }
}
