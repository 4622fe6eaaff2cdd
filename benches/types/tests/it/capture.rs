//! The ways to capture that are the same code for every type: slices and limits. The laws of
//! capture examine them with two types, and `tests/laws.rs` the capture of every type.

use std::fmt::Display;
use std::panic::catch_unwind;

use string_kit::capture::STACK_BYTES;
use string_kit::{CapturedStr, SharedStr, TextErrorKind, capture_all, capture_shared};
use string_kit::{try_capture_all, try_capture_shared};
use string_kit_conformance::{Law, subject};
use string_kit_types::Representation;

use string_kit_testkit::support::{Chars, Errs, Pieces, texts};

const LAWS: [Law; 7] = [
    Law::CaptureIsToString,
    Law::CaptureReportsErrors,
    Law::CaptureSurvivesPanics,
    Law::CaptureReenters,
    Law::CaptureTakesAnyPieces,
    Law::NothingLeaks,
    Law::FailedAllocationsLoseNothing,
];

/// A text that is longer than the stack buffer.
const LONG: Pieces<&str> = Pieces {
    piece: "0123456789",
    times: STACK_BYTES / 10 + 50,
};

/// Defines a test that all ways to capture a type keep the laws.
macro_rules! captures {
    ($test:ident: $ty:ty) => {
        #[test]
        fn $test() {
            type S = $ty;

            let with_a_limit = subject!(S;
                try_from_str: |text| S::try_from_str(text).ok(),
                try_capture: |value| S::try_capture_within(value, usize::MAX).ok(),
                capture: |value| S::capture_bounded(value, usize::MAX).value,
            );
            let in_a_slice = subject!(S;
                try_from_str: |text| S::try_from_str(text).ok(),
                try_capture: |value| {
                    let captured = try_capture_all(&[&LONG, &value, &1]).ok()?;
                    Some(captured.into_vec().swap_remove(1))
                },
                capture: |value| capture_all::<S>(&[&LONG, &value, &1]).into_vec().swap_remove(1),
            );
            let in_a_shared_slice = subject!(S;
                try_capture: |value| {
                    Some(try_capture_shared::<S>(&[&LONG, &value]).ok()?[1].clone())
                },
                capture: |value| capture_shared::<S>(&[&LONG, &value])[1].clone(),
            );
            for subject in [
                with_a_limit.named("with a limit"),
                in_a_slice.named("in a slice"),
                in_a_shared_slice.named("in a shared slice"),
            ] {
                for law in LAWS {
                    subject.assert(law);
                }
            }
        }
    };
}

captures!(all_captures_of_string_keep_the_laws: String);
captures!(all_captures_of_shared_str_keep_the_laws: SharedStr);

#[test]
fn every_crates_own_capture_has_the_text_of_to_string() {
    macro_rules! check {
        ($name:ident, $ty:ty) => {
            for text in texts() {
                assert_eq!(<$ty>::capture_natively(&Chars(text)).as_str(), text);
            }
            let number = <$ty>::capture_natively(&1e16_f64);
            assert_eq!(number.as_str(), 1e16_f64.to_string());
        };
    }
    string_kit_types::for_each_representation!(check);
}

#[test]
fn a_limit_ends_a_text_at_a_character() {
    for text in texts() {
        let len = text.len();
        for max in [0, 1, len / 2, len.saturating_sub(1), len] {
            let kept = &text[..text.floor_char_boundary(max)];
            let fields = [
                String::capture_bounded(&Chars(text), max),
                String::capture_bounded(text, max),
                String::try_capture_bounded(text, max).unwrap(),
            ];
            for field in fields {
                assert_eq!((&*field.value, field.truncated), (kept, len > max));
            }
            let too_long = (len > max).then(|| TextErrorKind::TooLong.into());
            assert_eq!(String::try_capture_within(text, max).err(), too_long);
        }
    }
}

#[test]
fn errors_of_a_slice_have_the_index_of_the_value() {
    let values: [&dyn Display; 4] = [&LONG, &"a text on the heap, after it", &Errs("half"), &1];
    let boxed = try_capture_all::<String>(&values).unwrap_err();
    let shared = try_capture_shared::<String>(&values).unwrap_err();
    for error in [boxed, shared] {
        assert_eq!(error.kind(), TextErrorKind::Format);
        assert_eq!(error.index(), Some(2));
    }
    let panics: [fn(); 2] = [
        || drop(capture_all::<String>(&[&0, &1, &Errs("half")])),
        || drop(capture_shared::<String>(&[&0, &1, &Errs("half")])),
    ];
    for panics in panics {
        let panic = catch_unwind(panics).unwrap_err();
        let message: Box<String> = panic.downcast().unwrap();
        assert!(message.contains("index 2"), "{message}");
    }
}
