//! The ways to turn a `Display` value into a string type that the comparison measures.
//!
//! Programs call [`CapturedStr::capture`](string_kit::CapturedStr::capture) and
//! [`capture_all`](string_kit::capture_all): the strategies are here to be measured against each
//! other.

use std::cell::Cell;
use std::fmt::{Display, Write};

use string_kit::StringBuf;

use crate::Representation;

/// A way to capture.
///
/// ```
/// use string_kit_subjects::strategy::{OnePass, Strategy, ToStringThenConvert};
///
/// fn tag<T: Strategy>() -> Box<str> {
///     T::capture(&42)
/// }
/// assert_eq!(tag::<OnePass>(), tag::<ToStringThenConvert>());
/// ```
pub trait Strategy {
    /// The name in reports, in lower case with underscores.
    ///
    /// ```
    /// use string_kit_subjects::strategy::{OnePass, Strategy};
    ///
    /// assert_eq!(OnePass::NAME, "one_pass");
    /// ```
    const NAME: &'static str;

    /// Captures one value.
    ///
    /// # Panics
    ///
    /// If the value's `Display` returns an error.
    ///
    /// ```
    /// use string_kit_subjects::strategy::{Native, Strategy};
    ///
    /// assert_eq!(Native::capture::<String, _>(&42), "42");
    /// ```
    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S;

    /// Captures each value of a slice.
    ///
    /// One allocation for the slice and what [`capture`](Self::capture) takes for each value.
    ///
    /// # Panics
    ///
    /// As [`capture`](Self::capture).
    ///
    /// ```
    /// use string_kit_subjects::strategy::{Native, Strategy};
    ///
    /// let tags = Native::capture_all::<String>(&[&1, &2]);
    /// assert_eq!(tags[..], ["1", "2"]);
    /// ```
    #[must_use]
    fn capture_all<S: Representation>(values: &[&dyn Display]) -> Box<[S]> {
        values.iter().map(|value| Self::capture(*value)).collect()
    }
}

/// `to_string`, then `From<String>`: what code does that never thought about it.
///
/// The `String` grows as it is written; the conversion copies, or shrinks, or neither, as the type
/// has it.
///
/// ```
/// use string_kit_subjects::strategy::{Strategy, ToStringThenConvert};
///
/// assert_eq!(&*ToStringThenConvert::capture::<Box<str>, _>(&42), "42");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToStringThenConvert;

impl Strategy for ToStringThenConvert {
    const NAME: &'static str = "to_string";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::from(value.to_string())
    }
}

/// A `String` that each thread keeps, cleared for each value, then copied from.
///
/// No allocation but the result's once the buffer has grown; the buffer keeps its greatest size
/// for as long as the thread lives. A `Display` that captures in its turn finds an empty buffer, and
/// allocates; one that panics leaves an empty one behind, and so does the end of the thread.
///
/// ```
/// use string_kit_subjects::strategy::{Strategy, ThreadLocalBuffer};
///
/// assert_eq!(&*ThreadLocalBuffer::capture::<Box<str>, _>(&42), "42");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ThreadLocalBuffer;

impl Strategy for ThreadLocalBuffer {
    const NAME: &'static str = "thread_local";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        thread_local! {
            static BUFFER: Cell<String> = const { Cell::new(String::new()) };
        }

        // Taken rather than borrowed: a `Display` that comes back here must find one too.
        let mut buffer = BUFFER.try_with(Cell::take).unwrap_or_default();
        buffer.clear();
        write!(buffer, "{value}").expect("a Display implementation returned an error");
        let captured = S::from_text(&buffer);
        // In a destructor of a thread that ends there may be no place for it: it is freed.
        let _ = BUFFER.try_with(|place| place.set(buffer));
        captured
    }
}

/// A `SmallVec` of 128 bytes on the stack (a [`StringBuf`]), then copied from.
///
/// No allocation but the result's for a text of up to 128 bytes; a longer one grows a buffer on
/// the heap, which is freed.
///
/// ```
/// use string_kit_subjects::strategy::{StackBuffer, Strategy};
///
/// assert_eq!(&*StackBuffer::capture::<Box<str>, _>(&42), "42");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StackBuffer;

impl Strategy for StackBuffer {
    const NAME: &'static str = "stack_buffer";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        let mut buffer = StringBuf::<128>::new();
        write!(buffer, "{value}").expect("a Display implementation returned an error");
        S::from_text(&buffer)
    }
}

/// The way of the type's own crate: [`Representation::capture_natively`].
///
/// ```
/// use string_kit_subjects::strategy::{Native, Strategy};
///
/// assert_eq!(Native::capture::<String, _>(&42), "42");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Native;

impl Strategy for Native {
    const NAME: &'static str = "native";

    fn capture<S: Representation, D: Display + ?Sized>(value: &D) -> S {
        S::capture_natively(value)
    }
}

/// string-kit's own way: one formatting pass for the whole slice, scratch on the stack, exact sizes.
///
/// ```
/// use string_kit_subjects::strategy::{OnePass, Strategy};
///
/// assert_eq!(&*OnePass::capture::<Box<str>, _>(&42), "42");
/// ```
#[derive(Clone, Copy, Debug)]
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
