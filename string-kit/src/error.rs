//! The error of making, growing and cutting text, and the function that aborts the program.

use alloc::alloc::handle_alloc_error;
use core::alloc::Layout;
use core::any::type_name;
use core::error::Error;
use core::fmt;
use core::num::NonZero;

/// The reason why a text was not made, grown or cut, which [`TextError::kind`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The value's `Display` returned an error.
    Format,
    /// The text is longer than the caller's limit, or than the type can hold.
    TooLong,
    /// Memory ran out.
    Alloc,
    /// The range does not consist of whole characters of the text.
    Range,
}

/// The number of low bits of [`TextError`] that hold the kind.
const KIND_BITS: u32 = 3;

/// The error of all calls that make, grow or cut a text: its kind, and the index of the value in a
/// slice.
///
/// It takes one word, and so does `Result<(), TextError>`. It allocates nothing.
///
/// ```
/// use std::fmt::{self, Display};
/// use string_kit::{TextErrorKind, try_capture_all};
///
/// struct Broken;
/// impl Display for Broken {
///     fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { Err(fmt::Error) }
/// }
/// let error = try_capture_all::<String>(&[&1, &Broken]).unwrap_err();
/// assert_eq!((error.kind(), error.index()), (TextErrorKind::Format, Some(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextError {
    /// The kind (1 to 4) in the low [`KIND_BITS`], and above them the index plus 1, or 0 if
    /// there is none. Every index of a slice fits: a `&dyn Display` takes 8 bytes or more.
    bits: NonZero<usize>,
}

const _: () = assert!(size_of::<Result<(), TextError>>() == size_of::<usize>());

impl TextError {
    #[cold]
    pub(crate) fn with_index(self, index: usize) -> Self {
        let kind = self.bits.get() & ((1 << KIND_BITS) - 1);
        let shifted = index.wrapping_add(1) << KIND_BITS;
        Self {
            bits: NonZero::new(kind | shifted).unwrap_or(self.bits),
        }
    }

    /// Returns the reason of the failure.
    #[must_use]
    pub const fn kind(&self) -> TextErrorKind {
        match self.bits.get() & ((1 << KIND_BITS) - 1) {
            1 => TextErrorKind::Format,
            2 => TextErrorKind::TooLong,
            3 => TextErrorKind::Alloc,
            _ => TextErrorKind::Range,
        }
    }

    /// Returns the index of the value that failed.
    ///
    /// `None` if the call takes only one value, or if the error is about a slice or list as a
    /// whole.
    #[must_use]
    pub const fn index(&self) -> Option<usize> {
        (self.bits.get() >> KIND_BITS).checked_sub(1)
    }

    /// Panics with the reason, or calls `handle_alloc_error` if memory ran out. `done` says what
    /// failed, if no value has an index.
    #[cold]
    #[track_caller]
    pub(crate) fn panic_for(self, done: impl fmt::Display) -> ! {
        if self.kind() == TextErrorKind::Alloc {
            // The error does not know the size. A layout must have one.
            handle_alloc_error(Layout::new::<u8>());
        }
        match self.index() {
            Some(index) => panic!(
                "cannot capture the value at index {index}: {}",
                self.reason()
            ),
            None => panic!("{done}: {}", self.reason()),
        }
    }

    #[cold]
    #[track_caller]
    pub(crate) fn panic_for_value<D: ?Sized>(self) -> ! {
        self.panic_for(format_args!("cannot capture a `{}`", type_name::<D>()))
    }

    fn reason(self) -> &'static str {
        match self.kind() {
            TextErrorKind::Format => "its Display implementation returned an error",
            TextErrorKind::TooLong => "the text is too long",
            TextErrorKind::Alloc => "the allocator has no memory for the text",
            TextErrorKind::Range => "the range does not consist of whole characters of the text",
        }
    }
}

/// Panics in the method whose twin returns the error.
pub(crate) trait OrPanic<T>: Sized {
    fn or_panic_for(self, done: &str) -> T;

    #[inline]
    #[track_caller]
    fn or_panic(self) -> T {
        self.or_panic_for("cannot capture the values")
    }
}

impl<T> OrPanic<T> for Result<T, TextError> {
    #[inline]
    #[track_caller]
    fn or_panic_for(self, done: &str) -> T {
        match self {
            Ok(value) => value,
            Err(error) => error.panic_for(done),
        }
    }
}

impl From<TextErrorKind> for TextError {
    #[inline]
    fn from(kind: TextErrorKind) -> Self {
        Self {
            bits: NonZero::<usize>::MIN.saturating_add(kind as usize),
        }
    }
}

impl fmt::Debug for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextError")
            .field("kind", &self.kind())
            .field("index", &self.index())
            .finish()
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index() {
            Some(index) => write!(f, "the value at index {index}: {}", self.reason()),
            None => f.pad(self.reason()),
        }
    }
}

impl Error for TextError {}

/// Aborts the program, after an error that no code may run after.
///
/// Without `std` it panics: where panics unwind, a second panic during the unwinding aborts;
/// elsewhere the first one ends the program.
#[cold]
pub(crate) fn abort(reason: &str) -> ! {
    #[cfg(feature = "std")]
    {
        use std::io::Write;
        // An error is ignored: `eprintln` would panic, and a panic may unwind.
        let _ = std::writeln!(std::io::stderr(), "{reason}: aborting");
        std::process::abort()
    }
    #[cfg(not(feature = "std"))]
    {
        struct PanicOnDrop<'a>(&'a str);
        impl Drop for PanicOnDrop<'_> {
            fn drop(&mut self) {
                panic!("{}", self.0);
            }
        }
        let _second = PanicOnDrop(reason);
        panic!("{reason}")
    }
}
