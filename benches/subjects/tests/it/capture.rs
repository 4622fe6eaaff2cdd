//! Every way to capture, with every representation, against `to_string`. The laws capture values of other types,
//! and examine the texts after the capture; string-kit's own tests draw random values.

use std::fmt::Display;
use std::sync::Barrier;
use std::thread;

use string_kit::{CaptureError, CaptureErrorKind, CapturedStr, capture_all, capture_shared};
use string_kit::{try_capture_all, try_capture_shared};
use string_kit_subjects::Representation;
use string_kit_subjects::strategy::{
    Native, OnePass, StackBuffer, Strategy, ThreadLocalBuffer, ToStringThenConvert,
};

use crate::support::{Chars, texts};

/// A way to capture values: its name, the function that returns errors, and the one that panics.
type Way<S> = (
    &'static str,
    fn(&[&dyn Display]) -> Result<Vec<S>, CaptureError>,
    fn(&[&dyn Display]) -> Vec<S>,
);

/// Returns the ways to capture values one by one, and in a slice.
pub(crate) fn ways<S: CapturedStr>() -> [Way<S>; 4] {
    [
        (
            "capture",
            |values| values.iter().map(|value| S::try_capture(*value)).collect(),
            |values| values.iter().map(|value| S::capture(*value)).collect(),
        ),
        (
            "capture_bounded",
            |values| {
                let bounded = |value: &&dyn Display| S::try_capture_bounded(*value, usize::MAX);
                values
                    .iter()
                    .map(|value| Ok(bounded(value)?.text))
                    .collect()
            },
            |values| {
                let bounded = |value: &&dyn Display| S::capture_bounded(*value, usize::MAX);
                values.iter().map(|value| bounded(value).text).collect()
            },
        ),
        (
            "capture_all",
            |values| Ok(try_capture_all(values)?.into_vec()),
            |values| capture_all(values).into_vec(),
        ),
        (
            "capture_shared",
            |values| Ok(try_capture_shared(values)?.to_vec()),
            |values| capture_shared(values).to_vec(),
        ),
    ]
}

/// Asserts that every way to capture has the texts of `to_string`.
pub(crate) fn captures<S: Representation>(values: &[&dyn Display]) {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let same = |captured: &[S]| {
        assert!(captured.iter().map(S::as_str).eq(texts.iter()));
    };
    for (_, fallible, infallible) in ways::<S>() {
        same(&fallible(values).unwrap());
        same(&infallible(values));
    }
    same(&ToStringThenConvert::capture_all::<S>(values));
    same(&ThreadLocalBuffer::capture_all::<S>(values));
    same(&StackBuffer::capture_all::<S>(values));
    same(&OnePass::capture_all::<S>(values));
    same(&Native::capture_all::<S>(values));
}

/// Asserts that a capture with a limit has the text of `to_string` up to the limit, or is an error.
pub(crate) fn captures_under_a_limit<S: Representation>(value: &dyn Display, max: usize) {
    let text = value.to_string();
    let kept = &text[..text.floor_char_boundary(max)];
    for field in [
        S::capture_bounded(value, max),
        S::try_capture_bounded(value, max).unwrap(),
    ] {
        assert_eq!(field.text.as_str(), kept);
        assert_eq!(field.truncated, text.len() > max);
    }
    let within = S::try_capture_within(value, max);
    let within = within.as_ref().map(S::as_str);
    if text.len() <= max {
        assert_eq!(within, Ok(&*text));
    } else {
        assert_eq!(within, Err(&CaptureErrorKind::TooLong.into()));
    }
}

fn captures_each_length<S: Representation>() {
    let chars: Vec<_> = texts().iter().map(Chars).collect();
    let mut values: Vec<&dyn Display> = Vec::new();
    for (text, chars) in texts().iter().zip(&chars) {
        values.extend([text as &dyn Display, chars]);
        for max in [
            0,
            1,
            text.len() / 2,
            text.len().saturating_sub(1),
            text.len(),
        ] {
            captures_under_a_limit::<S>(text, max);
            captures_under_a_limit::<S>(chars, max);
        }
    }
    values.extend([&i128::MIN as &dyn Display, &-0.5_f32, &1e16_f64, &true]);
    captures::<S>(&values);
}

/// Checks that each thread captures into a buffer of its own.
fn captures_on_many_threads<S: Representation>() {
    const THREADS: usize = 4;
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                for round in 0..50 {
                    captures::<S>(&[&format!("{thread}-{}", "x".repeat(round * thread))]);
                }
            });
        }
    });
}

for_each_type! { $
    captures_at_each_length_where_a_layout_changes: captures_each_length;
    threads_capture_at_once: captures_on_many_threads;
}
