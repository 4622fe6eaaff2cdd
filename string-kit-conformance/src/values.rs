//! `Display` values that misbehave.

use std::fmt::{self, Display, Write};
use std::panic;

/// A value that writes a text and then returns an error.
///
/// ```
/// use std::fmt::Write;
/// use string_kit_conformance::values::Errs;
///
/// let mut text = String::new();
/// assert!(write!(text, "{}", Errs("half")).is_err());
/// assert_eq!(text, "half");
/// ```
#[derive(Debug)]
pub struct Errs(
    /// The text.
    pub &'static str,
);

impl Display for Errs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        Err(fmt::Error)
    }
}

/// A value that writes a text and then panics, without a message on standard error.
///
/// ```
/// use string_kit_conformance::values::Panics;
///
/// assert!(std::panic::catch_unwind(|| Panics("half").to_string()).is_err());
/// ```
#[derive(Debug)]
pub struct Panics(
    /// The text.
    pub &'static str,
);

impl Display for Panics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        panic::resume_unwind(Box::new("a Display panicked"))
    }
}

/// A value that writes many pieces, then a full stop, and ignores the errors of its writer.
///
/// ```
/// use string_kit_conformance::values::Swallows;
///
/// assert_eq!(Swallows(2).to_string(), "swallowed swallowed .");
/// ```
#[derive(Debug)]
pub struct Swallows(
    /// The number of pieces.
    pub usize,
);

impl Display for Swallows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.0 {
            let _ = f.write_str("swallowed ");
            let _ = f.write_str("");
        }
        let _ = f.write_char('.');
        Ok(())
    }
}

/// A value that writes another value, ignores its error, and adds an exclamation mark.
///
/// ```
/// use string_kit_conformance::values::{Errs, Shields};
///
/// assert_eq!(Shields(Errs("half")).to_string(), "half!");
/// ```
#[derive(Debug)]
pub struct Shields<D>(
    /// The other value.
    pub D,
);

impl<D: Display> Display for Shields<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = self.0.fmt(f);
        f.write_str("!")
    }
}

/// A value that writes a piece a number of times.
///
/// ```
/// use string_kit_conformance::values::Pieces;
///
/// assert_eq!(Pieces { piece: "ab", times: 2 }.to_string(), "abab");
/// ```
#[derive(Debug)]
pub struct Pieces<T> {
    /// The piece.
    pub piece: T,
    /// The number of times.
    pub times: usize,
}

impl<T: AsRef<str>> Display for Pieces<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.times).try_for_each(|_| f.write_str(self.piece.as_ref()))
    }
}

/// A value that writes a text character by character.
///
/// ```
/// use string_kit_conformance::values::Chars;
///
/// assert_eq!(Chars("aé").to_string(), "aé");
/// ```
#[derive(Debug)]
pub struct Chars<T>(
    /// The text.
    pub T,
);

impl<T: AsRef<str>> Display for Chars<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().chars().try_for_each(|c| f.write_char(c))
    }
}
