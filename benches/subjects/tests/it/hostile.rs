//! Values whose `Display` misbehaves: they leak nothing, and the next capture works. The laws capture such a
//! value alone. Here it also stands in a slice, behind a long text, or under a limit.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use ::lean_string::LeanString;
use string_kit::capture::STACK_BYTES;
use string_kit::{CaptureError, CaptureErrorKind, CapturedStr, SharedStr, try_capture_all};
use string_kit_conformance::count;
use string_kit_subjects::Representation;
use string_kit_subjects::strategy::{Strategy, ThreadLocalBuffer};

use crate::capture::{captures, captures_under_a_limit, ways};
use crate::support::{Chars, Errs, Panics, Pieces, Reenters, Shields, Swallows, Then};
use crate::support::{ascii, fails_until_it_fits, odd_values};

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Installs a panic hook that prints nothing for an expected panic. The harness would keep the
/// message, which would count as live bytes.
fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !SILENT.get() {
                earlier(info);
            }
        }));
    });
}

/// Returns the message of the panic of `work`.
#[track_caller]
fn panic_of<R>(work: impl FnOnce() -> R) -> String {
    SILENT.set(true);
    let caught = catch_unwind(AssertUnwindSafe(work));
    SILENT.set(false);
    let payload = caught.err().expect("it panics");
    let message = payload.downcast_ref::<String>().map(String::as_str);
    let message = message.or(payload.downcast_ref::<&str>().copied());
    message.expect("a panic has a message").to_owned()
}

/// Runs a check, and asserts that it leaks nothing.
fn leaks_nothing(check: impl FnOnce()) {
    install_hook();
    let ((), counts) = count(check);
    assert_eq!(counts.live_bytes, 0);
    assert_eq!(counts.allocations, counts.deallocations);
}

/// A text that is longer than the stack buffer.
const LONG: Pieces<&str> = Pieces {
    piece: "0123456789",
    times: STACK_BYTES / 10 + 50,
};

fn errors_and_panics_come_back<S: CapturedStr>() {
    let long = format!("{LONG}");
    for text in ["", "some text, and more than is inline, first", &long] {
        let (broken, panics) = (Then(text, &Errs("half")), Then(text, &Panics("half")));
        let before: [&dyn Display; 2] = [&LONG, &"a text that is too long to be inline"];
        let broken_values = [before[0], before[1], &broken, &1];
        let panicking_values = [before[0], before[1], &panics, &1];
        for (name, fallible, infallible) in ways::<S>() {
            let is_slice = ["capture_all", "capture_shared"].contains(&name);
            leaks_nothing(|| {
                let error = fallible(&broken_values).err().expect("it fails");
                assert_eq!(error.kind(), CaptureErrorKind::Format, "{name}");
                assert_eq!(error.index(), is_slice.then_some(2), "{name}");
            });
            leaks_nothing(|| {
                let message = panic_of(|| infallible(&broken_values));
                let what = if is_slice { "index 2" } else { "Display" };
                assert!(message.contains(what), "{name}: {message}");
            });
            leaks_nothing(|| {
                let messages = [
                    panic_of(|| fallible(&panicking_values).is_ok()),
                    panic_of(|| infallible(&panicking_values)),
                ];
                assert_eq!(messages, ["a Display panicked"; 2], "{name}");
            });
        }
        let within = S::try_capture_within(&broken, usize::MAX);
        assert_eq!(within, Err(CaptureErrorKind::Format.into()));
    }
}

fn odd_values_are_whole<S: Representation>() {
    let values = odd_values::<S>();
    let values: Vec<&dyn Display> = values.iter().map(AsRef::as_ref).collect();
    let check = || {
        captures::<S>(&values);
        for value in &values {
            for max in [0, 1, 10, STACK_BYTES, STACK_BYTES + 1] {
                captures_under_a_limit::<S>(*value, max);
            }
        }
    };
    // Fills the buffer that the thread keeps.
    check();
    leaks_nothing(check);
}

fn the_threads_buffer_survives<S: Representation>() {
    // A new thread has a new buffer.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let capture = |value: &dyn Display| ThreadLocalBuffer::capture::<S, _>(value);
            leaks_nothing(|| drop(panic_of(|| capture(&Errs("half")))));
            leaks_nothing(|| drop(panic_of(|| capture(&Panics("half")))));
            assert_eq!(capture(&12.5).as_str(), "12.5");
            panic_of(|| capture(&Panics("longer than what is there")));
            assert_eq!(capture(&"after").as_str(), "after");
            let value = Reenters::<S>::new(5, |inner| ThreadLocalBuffer::capture(inner));
            assert_eq!(capture(&value).as_str(), Reenters::<S>::expected(5));
            assert_eq!(capture(&LONG).as_str(), LONG.to_string());
        });
    });
}

for_each_type! { $
    errors_and_panics_of_display_come_back: errors_and_panics_come_back;
    odd_values_are_captured_whole: odd_values_are_whole;
    the_thread_local_buffer_survives_errors_and_panics: the_threads_buffer_survives;
}

/// Checks that a failed allocation is an error, for a type that can report it. The law of failed allocations
/// examines single texts of all such types.
fn reports_a_failed_allocation<S: CapturedStr>() {
    for len in [0, 10, 100, STACK_BYTES, STACK_BYTES + 1, 20_000] {
        let text = ascii(len);
        let chars = Chars(&text);
        let ways: [&dyn Fn() -> Result<S, CaptureError>; 5] = [
            &|| S::try_from_text(&text),
            &|| S::try_capture(&text),
            &|| S::try_capture(&chars),
            &|| S::try_capture_within(&text, len),
            &|| S::try_capture_bounded(&text, len).map(|field| field.text),
        ];
        for way in ways {
            assert_eq!(fails_until_it_fits(way).as_str(), text);
        }
        let all = fails_until_it_fits(|| try_capture_all::<S>(&[&text, &chars, &"end"]));
        assert!(all.iter().map(S::as_str).eq([&text, &text, "end"]));
    }

    // If a value ignores the writer's error, the capture must not return an incomplete text.
    let swallows = Swallows(STACK_BYTES);
    let text = swallows.to_string();
    let all = fails_until_it_fits(|| try_capture_all::<S>(&[&1, &Shields(&swallows), &2]));
    assert_eq!(all[1].as_str(), format!("{text}!"));
    let value = fails_until_it_fits(|| S::try_capture(&swallows));
    assert_eq!(value.as_str(), text);
}

#[test]
fn failed_allocations_are_errors() {
    reports_a_failed_allocation::<String>();
    reports_a_failed_allocation::<Box<str>>();
    reports_a_failed_allocation::<SharedStr>();
    reports_a_failed_allocation::<LeanString>();
}
