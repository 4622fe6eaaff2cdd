//! The strategies that the comparison measures: ways to turn a `Display` value into a string type.
//!
//! Programs call [`CapturedStr::capture`](string_kit::CapturedStr::capture) and
//! [`capture_all`](string_kit::capture_all) instead. The strategies exist only to be compared.

use std::cell::Cell;
use std::fmt::{Display, Write};

use string_kit::StringBuf;

use crate::Representation;

/// A way to capture values as strings.
pub trait Strategy {
    /// The name in reports, in lower case with underscores.
    const NAME: &'static str;

    /// Captures one value.
    ///
    /// # Panics
    ///
    /// Panics if the value's `Display` returns an error.
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S;

    /// Captures each value of a slice.
    ///
    /// Allocates once for the slice, and as [`capture`](Self::capture) does for each value.
    ///
    /// # Panics
    ///
    /// Panics if the `Display` of a value returns an error.
    #[must_use]
    fn capture_all<S: Representation>(values: &[&dyn Display]) -> Box<[S]> {
        values.iter().map(|value| Self::capture(*value)).collect()
    }
}

/// `to_string`, then `From<String>`: the obvious way.
///
/// The `String` grows while it is written. The conversion copies it, shrinks it, or keeps it as it
/// is, which depends on the type.
#[derive(Debug)]
pub struct ToStringThenConvert;

impl Strategy for ToStringThenConvert {
    const NAME: &'static str = "to_string";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::from(value.to_string())
    }
}

/// A `String` per thread: cleared, written and copied from for each value.
///
/// Once the buffer is large enough, only the result allocates. The buffer keeps its largest size
/// until the thread ends. A `Display` that itself captures a value gets a new, empty buffer, and so
/// allocates. A `Display` that panics frees the buffer: the next capture begins with an empty one.
/// So does a capture while the thread ends.
#[derive(Debug)]
pub struct ThreadLocalBuffer;

impl Strategy for ThreadLocalBuffer {
    const NAME: &'static str = "thread_local";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        thread_local! {
            static BUFFER: Cell<String> = const { Cell::new(String::new()) };
        }

        // Taken rather than borrowed: a `Display` that itself captures a value needs a buffer too.
        let mut buffer = BUFFER.try_with(Cell::take).unwrap_or_default();
        buffer.clear();
        write!(buffer, "{value}").expect("a Display implementation returned an error");
        let captured = S::from_text(&buffer);
        // While the thread ends, BUFFER may be gone: then the buffer is freed here.
        let _ = BUFFER.try_with(|place| place.set(buffer));
        captured
    }
}

/// A [`StringBuf`] with 128 bytes on the stack: written, then copied from.
///
/// For a text of up to 128 bytes only the result allocates. A longer text also takes a buffer on
/// the heap, which grows and is freed in the end.
#[derive(Debug)]
pub struct StackBuffer;

impl Strategy for StackBuffer {
    const NAME: &'static str = "stack_buffer";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        let mut buffer = StringBuf::<128>::new();
        write!(buffer, "{value}").expect("a Display implementation returned an error");
        S::from_text(&buffer)
    }
}

/// The capture of the type's own crate: [`Representation::capture_natively`].
#[derive(Debug)]
pub struct Native;

impl Strategy for Native {
    const NAME: &'static str = "native";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::capture_natively(value)
    }
}

/// The capture of string-kit: one formatting pass for the whole slice, a buffer on the stack, and
/// allocations of the exact size.
#[derive(Debug)]
pub struct OnePass;

impl Strategy for OnePass {
    const NAME: &'static str = "one_pass";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::capture(value)
    }

    fn capture_all<S: Representation>(values: &[&dyn Display]) -> Box<[S]> {
        string_kit::capture_all(values)
    }
}
