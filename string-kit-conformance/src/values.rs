//! `Display` values that misbehave.

#![allow(unreachable_pub, missing_docs)] // The integration tests take this file in, too.

use std::fmt::{self, Display, Write};
use std::panic;

/// Writes a text, then errors.
#[derive(Debug)]
pub struct Errs(pub &'static str);

impl Display for Errs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        Err(fmt::Error)
    }
}

/// Writes a text, then panics, with no message.
#[derive(Debug)]
pub struct Panics(pub &'static str);

impl Display for Panics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        panic::resume_unwind(Box::new("a Display panicked"))
    }
}

/// Writes pieces, and takes no notice of the writer's errors.
#[derive(Debug)]
pub struct Swallows(pub usize);

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

/// Writes what the value inside does, and takes no notice of its error.
#[derive(Debug)]
pub struct Shields<D>(pub D);

impl<D: Display> Display for Shields<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = self.0.fmt(f);
        f.write_str("!")
    }
}

/// Writes a text in so many pieces.
#[derive(Debug)]
pub struct Pieces<T> {
    pub piece: T,
    pub times: usize,
}

impl<T: AsRef<str>> Display for Pieces<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.times).try_for_each(|_| f.write_str(self.piece.as_ref()))
    }
}

/// Writes a text character by character.
#[derive(Debug)]
pub struct Chars<T>(pub T);

impl<T: AsRef<str>> Display for Chars<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().chars().try_for_each(|c| f.write_char(c))
    }
}
