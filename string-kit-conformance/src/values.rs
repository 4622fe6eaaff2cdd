//! Values, iterators and ranges that misbehave.
#![allow(missing_docs)] // The docs of a type describe its fields.

use std::fmt::{self, Display, Write};
use std::hash::Hasher;
use std::panic;

pub use crate::hostile::{Answers, Bomb, Fuse, Hinted};

/// A hasher that records its input, call by call.
#[derive(Default, PartialEq)]
pub(super) struct Recorder(pub(super) Vec<Vec<u8>>);

impl Hasher for Recorder {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.to_vec());
    }
}

/// A text followed by a value.
pub struct Then<'a>(pub &'a str, pub &'a dyn Display);

impl fmt::Debug for Then<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Then").field(&self.0).finish_non_exhaustive()
    }
}

impl Display for Then<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        self.1.fmt(f)
    }
}

/// A value that writes a text and then returns an error.
#[derive(Debug)]
pub struct Errs(pub &'static str);

impl Display for Errs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        Err(fmt::Error)
    }
}

/// A value that writes a text and then panics, without a message on standard error.
#[derive(Debug)]
pub struct Panics(pub &'static str);

impl Display for Panics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        panic::resume_unwind(Box::new("a Display panicked"))
    }
}

/// A value that writes so many pieces, then a full stop, and ignores the errors of its writer.
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

/// A value that writes another value, ignores its error, and adds an exclamation mark.
#[derive(Debug)]
pub struct Shields<D>(pub D);

impl<D: Display> Display for Shields<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = self.0.fmt(f);
        f.write_str("!")
    }
}

/// A value that writes a piece a number of times.
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

/// A value that writes a text character by character.
#[derive(Debug)]
pub struct Chars<T>(pub T);

impl<T: AsRef<str>> Display for Chars<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().chars().try_for_each(|c| f.write_char(c))
    }
}
