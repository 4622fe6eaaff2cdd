//! Values whose `Display` misbehaves: they leak nothing, and the next capture works.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use string_kit::capture::STACK_BYTES;
use string_kit::{CaptureError, CaptureErrorKind, CapturedStr, capture_all, capture_shared};
use string_kit::{try_capture_all, try_capture_shared};
use string_kit_conformance::count;
use string_kit_subjects::Representation;
use string_kit_subjects::strategy::{Strategy, ThreadLocalBuffer};

use crate::support::{Errs, Panics, Pieces, Reenters, Shields, Swallows, fails_until_it_fits};

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

/// Returns the message of the panic of `work`, or `None` if it did not panic.
fn panic_of<R>(work: impl FnOnce() -> R) -> Option<String> {
    SILENT.set(true);
    let caught = catch_unwind(AssertUnwindSafe(work));
    SILENT.set(false);
    let payload = caught.err()?;
    let message = payload.downcast_ref::<String>().map(String::as_str);
    Some(
        message
            .or(payload.downcast_ref::<&str>().copied())?
            .to_owned(),
    )
}

/// Runs a check, and asserts that it leaks nothing.
fn leaks_nothing<R>(check: impl FnOnce() -> R) {
    install_hook();
    let ((), counts) = count(|| drop(check()));
    assert_eq!(counts.live_bytes, 0);
    assert_eq!(counts.allocations, counts.deallocations);
}

/// A text that is longer than the stack buffer.
const LONG: Pieces<&str> = Pieces {
    piece: "0123456789",
    times: STACK_BYTES / 10 + 50,
};

fn errors_come_back<S: CapturedStr>() {
    let at_index_2 = |error: &CaptureError| {
        assert_eq!(error.kind(), CaptureErrorKind::Format);
        assert_eq!(error.index(), Some(2));
    };
    for broken in [Errs(""), Errs("some text, and more than is inline, first")] {
        leaks_nothing(|| {
            assert_eq!(
                S::try_capture(&broken),
                Err(CaptureErrorKind::Format.into())
            );
        });
        leaks_nothing(|| {
            let long = format!("{LONG}");
            let late = Late(&long, &broken);
            assert_eq!(S::try_capture(&late), Err(CaptureErrorKind::Format.into()));
        });
        leaks_nothing(|| {
            let bounded = S::try_capture_bounded(&broken, 100).map(|field| field.text);
            assert_eq!(bounded, Err(CaptureErrorKind::Format.into()));
            assert_eq!(
                S::try_capture_within(&broken, 100),
                Err(CaptureErrorKind::Format.into())
            );
        });
        let values: [&dyn Display; 4] =
            [&LONG, &"a text that is too long to be inline", &broken, &1];
        leaks_nothing(|| {
            at_index_2(&try_capture_all::<S>(&values).unwrap_err());
        });
        leaks_nothing(|| {
            at_index_2(&try_capture_shared::<S>(&values).unwrap_err());
        });
    }
}

/// A long text, then a value.
struct Late<'a, D>(&'a str, &'a D);

impl<D: Display> Display for Late<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)?;
        self.1.fmt(f)
    }
}

fn panics_say_what_failed<S: CapturedStr>() {
    let values: [&dyn Display; 3] = [&"a text that is too long to be inline", &2, &Errs("half")];
    leaks_nothing(|| {
        let message = panic_of(|| S::capture(&Errs("half"))).unwrap();
        assert!(message.contains("Errs"), "{message}");
        let message = panic_of(|| S::capture_bounded(&Errs("half"), 100)).unwrap();
        assert!(message.contains("Errs"), "{message}");
        let message = panic_of(|| capture_all::<S>(&values)).unwrap();
        assert!(message.contains("index 2"), "{message}");
        let message = panic_of(|| capture_shared::<S>(&values)).unwrap();
        assert!(message.contains("index 2"), "{message}");
    });
}

fn panics_pass_through<S: CapturedStr>() {
    let long = format!("{LONG}");
    let panics = Panics("some text, and more than is inline, first");
    let late = Late(&long, &panics);
    for panics in [&panics as &dyn Display, &late] {
        let values: [&dyn Display; 3] = [&"a text that is too long to be inline", &LONG, panics];
        let ways: [&dyn Fn(); 6] = [
            &|| drop(S::capture(panics)),
            &|| drop(S::try_capture(panics)),
            &|| drop(S::capture_bounded(panics, 5_000)),
            &|| drop(capture_all::<S>(&values)),
            &|| drop(try_capture_all::<S>(&values)),
            &|| drop(capture_shared::<S>(&values)),
        ];
        for way in ways {
            leaks_nothing(|| {
                assert_eq!(panic_of(way).as_deref(), Some("a Display panicked"));
            });
        }
    }
}

fn odd_values_are_whole<S: CapturedStr>() {
    let values = crate::support::odd_values::<S>();
    let values: Vec<&dyn Display> = values.iter().map(AsRef::as_ref).collect();
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    leaks_nothing(|| {
        for (value, text) in values.iter().zip(&texts) {
            assert_eq!(S::capture(*value).as_str(), text);
            for max in [0, 1, 10, STACK_BYTES, STACK_BYTES + 1] {
                let field = S::capture_bounded(*value, max);
                assert_eq!(field.text.as_str(), &text[..text.floor_char_boundary(max)]);
                assert_eq!(field.truncated, text.len() > max);
            }
        }
        let same = |captured: &[S]| assert!(captured.iter().map(S::as_str).eq(&texts));
        same(&capture_all::<S>(&values));
        same(&capture_shared::<S>(&values));
    });
}

fn captures_while_it_captures<S: CapturedStr>() {
    let expected = Reenters::<S>::expected(5);
    leaks_nothing(|| {
        let value = Reenters::<S>::new(5, |inner| S::capture(inner));
        assert_eq!(S::capture(&value).as_str(), expected);
        let value = Reenters::<S>::new(5, |inner| {
            let all: Box<[S]> = capture_all(&[&"one", inner]);
            all[1].clone()
        });
        let all = capture_all::<S>(&[&value, &"between", &value]);
        assert_eq!(all[0].as_str(), expected);
        assert_eq!(all[1].as_str(), "between");
        assert_eq!(all[0], all[2]);
    });
}

fn the_threads_buffer_survives<S: Representation>() {
    // A new thread has a new buffer.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let capture = |value: &dyn Display| ThreadLocalBuffer::capture::<S, _>(value);
            leaks_nothing(|| assert!(panic_of(|| capture(&Errs("half"))).is_some()));
            leaks_nothing(|| assert!(panic_of(|| capture(&Panics("half"))).is_some()));
            assert_eq!(capture(&12.5).as_str(), "12.5");
            assert!(panic_of(|| capture(&Panics("longer than what is there"))).is_some());
            assert_eq!(capture(&"after").as_str(), "after");
            let value = Reenters::<S>::new(5, |inner| ThreadLocalBuffer::capture(inner));
            assert_eq!(capture(&value).as_str(), Reenters::<S>::expected(5));
            assert_eq!(capture(&LONG).as_str(), LONG.to_string());
        });
    });
}

for_each_type! { $
    an_error_of_display_is_returned: errors_come_back;
    an_error_of_display_panics: panics_say_what_failed;
    a_panic_of_display_passes_through: panics_pass_through;
    odd_values_are_captured_whole: odd_values_are_whole;
    a_display_may_capture: captures_while_it_captures;
    the_thread_local_buffer_survives_errors_and_panics: the_threads_buffer_survives;
}

/// The types that report a failed allocation. With the others the program would end.
const FALLIBLE: [&str; 10] = [
    "String",
    "Box<str>",
    "Cow<'static, str>",
    "StringBuf",
    "SharedStr",
    "CompactString",
    "LeanString",
    "CharStr",
    "CharString",
    "ArcStr",
];

fn reports_a_failed_allocation<S: CapturedStr>() {
    if !FALLIBLE.contains(&S::PROFILE.name) {
        return;
    }
    for len in [0, 10, 100, STACK_BYTES, STACK_BYTES + 1, 20_000] {
        let text = crate::support::ascii(len);
        let whole = |value: S| assert_eq!(value.as_str(), text);
        whole(fails_until_it_fits(|| S::try_from_text(&text)));
        whole(fails_until_it_fits(|| S::try_capture(&text)));
        whole(fails_until_it_fits(|| {
            S::try_capture(&crate::support::Chars(&text))
        }));
        whole(fails_until_it_fits(|| S::try_capture_within(&text, len)));
        whole(fails_until_it_fits(|| {
            S::try_capture_bounded(&text, len).map(|field| field.text)
        }));

        let values: [&dyn Display; 3] = [&text, &crate::support::Chars(&text), &"end"];
        let all = fails_until_it_fits(|| try_capture_all::<S>(&values));
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
    let mut tested = 0;
    macro_rules! check {
        ($name:ident, $ty:ty) => {
            reports_a_failed_allocation::<$ty>();
            tested += usize::from(FALLIBLE.contains(&<$ty>::PROFILE.name));
        };
    }
    string_kit_subjects::for_each_representation!(check);
    assert_eq!(tested, FALLIBLE.len());
}
