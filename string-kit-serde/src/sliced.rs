//! Fields that are pieces of the input, without a copy.
//!
//! `#[serde(with = "string_kit_serde::sliced")]` reads a [`SharedStr`]: inside [`with_input`], a
//! text of more than 16 bytes that the format borrows from the input becomes a slice of it, which
//! counts as a clone does. In containers the marker `Sliced` of the feature `serde_with` does it.
//! A shorter text, one with escapes, and one of another input are copied, as `captured` does. So is
//! each text without an input, on other threads, and in a destructor that runs late while its
//! thread ends. And so is a text that starts at byte 2^26 (64 MiB) of the input or later, or has
//! 2^26 bytes or more: see [`SharedStr::slice`].
//!
//! ```
//! use serde::Deserialize;
//! use string_kit::SharedStr;
//! use string_kit_serde::sliced;
//!
//! #[derive(Deserialize)]
//! struct Event {
//!     #[serde(with = "string_kit_serde::sliced")]
//!     message: SharedStr,
//! }
//!
//! let input = SharedStr::from(r#"{"message":"connection reset by peer"}"#);
//! let event: Event = sliced::with_input(&input, || serde_json::from_str(&input))?;
//! assert_eq!(event.message, "connection reset by peer");
//! assert_eq!(event.message.as_ptr(), input[12..].as_ptr()); // the same bytes
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A slice keeps the whole input alive. So read each line or message into a `SharedStr` of its own,
//! or set a limit by [`with_limited_input`].

use core::cell::RefCell;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Expected};
use string_kit::{SharedStr, TextError};

pub use crate::captured::serialize;
use crate::limits::Limits;
use crate::text::TextSink;

std::thread_local! {
    /// The input of the innermost [`with_input`] of this thread.
    static INPUT: RefCell<Option<Input>> = const { RefCell::new(None) };
}

/// The text that is read, and the length of the shortest field that becomes a slice of it.
struct Input {
    text: SharedStr,
    min_len: usize,
}

/// Calls `read`, in which fields become slices of `input`: those that this thread reads by
/// [`deserialize`], by the marker `Sliced` or by [`Limits::sliced`].
///
/// Clones `input` once. Within an inner call, its input alone is sliced. If `read` panics, the
/// outer input is back.
pub fn with_input<R>(input: &SharedStr, read: impl FnOnce() -> R) -> R {
    with_limited_input(input, usize::MAX, read)
}

/// Calls `read` as [`with_input`] does. A field that would keep more than `max_unused` bytes of the
/// input's memory alive besides its own text is copied.
///
/// The memory of the input is its [`heap_size`](SharedStr::heap_size): that of the whole text if
/// the input is a slice itself, and 0 if it is static.
///
/// ```
/// use serde::Deserialize;
/// use string_kit::SharedStr;
/// use string_kit_serde::sliced;
///
/// #[derive(Deserialize)]
/// struct Mail {
///     #[serde(with = "sliced")]
///     subject: SharedStr,
///     #[serde(with = "sliced")]
///     body: SharedStr,
/// }
///
/// let body = "b".repeat(10_000);
/// let json = format!(r#"{{"subject":"a subject of some length","body":"{body}"}}"#);
/// let input = SharedStr::from(json);
/// let read = || serde_json::from_str::<Mail>(&input);
/// let mail = sliced::with_limited_input(&input, 1000, read)?;
/// assert_eq!(mail.body.heap_size(), input.heap_size()); // a slice
/// assert!(mail.subject.heap_size() < 100); // a copy, which does not keep the body alive
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn with_limited_input<R>(input: &SharedStr, max_unused: usize, read: impl FnOnce() -> R) -> R {
    /// Puts back the input of the outer call.
    struct Outer(Option<Input>);

    impl Drop for Outer {
        fn drop(&mut self) {
            replace(self.0.take());
        }
    }

    let text = input.clone();
    // A shorter field would keep too many bytes alive that are not its own.
    let unused_len = input.heap_size().saturating_sub(max_unused);
    let min_len = unused_len.max(SharedStr::INLINE_CAPACITY + 1);
    let _outer = Outer(replace(Some(Input { text, min_len })));
    read()
}

/// Replaces the input of the thread, and returns the one before. While a thread ends, its input may
/// be gone: then there is none.
fn replace(input: Option<Input>) -> Option<Input> {
    INPUT.try_with(|current| current.replace(input)).ok()?
}

/// Reads a string as a slice of the input. Copies it if it is short, not in the input, or beyond
/// the limit.
///
/// # Errors
///
/// Returns the errors of [`captured::deserialize`](crate::captured::deserialize).
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SharedStr, D::Error> {
    Limits::new().sliced().deserialize(from)
}

/// A seed that reads one string as a slice of the input, from [`Limits::sliced`].
#[derive(Clone, Copy, Debug)]
pub struct SlicedSeed(Limits);

impl Limits {
    /// Returns a seed that reads one string as a slice of the input, as
    /// [`sliced::deserialize`](crate::sliced::deserialize) does.
    ///
    /// ```
    /// use serde::{Deserializer, de::DeserializeSeed};
    /// use string_kit::SharedStr;
    /// use string_kit_serde::Limits;
    ///
    /// fn message<'de, D: Deserializer<'de>>(from: D) -> Result<SharedStr, D::Error> {
    ///     Limits::new().max_len(4096).sliced().deserialize(from)
    /// }
    /// # let _ = message::<&mut serde_json::Deserializer<serde_json::de::StrRead<'_>>>;
    /// ```
    #[must_use]
    pub fn sliced(self) -> SlicedSeed {
        SlicedSeed(self)
    }
}

impl Expected for SlicedSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.0.text::<SharedStr>(), f)
    }
}

impl<'de> DeserializeSeed<'de> for SlicedSeed {
    type Value = SharedStr;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<SharedStr, D::Error> {
        self.0.read(&mut Scoped, from)
    }
}

/// The input of the thread.
struct Scoped;

impl TextSink for Scoped {
    type Kept = SharedStr;
    type Error = TextError;

    fn text(&mut self, text: &str) -> Result<SharedStr, TextError> {
        let slice = INPUT.try_with(|input| input.borrow().as_ref()?.slice(text));
        slice
            .ok()
            .flatten()
            .map_or_else(|| SharedStr::try_from_str(text), Ok)
    }
}

impl Input {
    /// Returns a text as a slice of the input, or `None` if it is to be copied.
    fn slice(&self, text: &str) -> Option<SharedStr> {
        if text.len() < self.min_len {
            return None;
        }
        self.text.try_slice_ref(text).ok()
    }
}
