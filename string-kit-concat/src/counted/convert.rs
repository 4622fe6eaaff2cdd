//! Texts of other types into a `ConcatStr`, and their sums.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::{Add, AddAssign};
use core::str::FromStr;

use super::{ConcatStr, fail};
use crate::ConcatError;
use crate::width::Width;

/// O(n), as [`ConcatStr::try_copy`]. Panics, or ends the program, where that reports an error.
impl<W: Width> From<&str> for ConcatStr<W> {
    fn from(text: &str) -> Self {
        Self::try_copy(text).unwrap_or_else(|error| fail::<W>(error))
    }
}

/// As from a `&str`.
macro_rules! from_text {
    ($($ty:ty),*) => {$(
        /// O(n): copies the text, as from a `&str`.
        impl<W: Width> From<$ty> for ConcatStr<W> {
            fn from(text: $ty) -> Self {
                let text: &str = &text;
                Self::from(text)
            }
        }
    )*};
}

from_text!(String, &String, Box<str>, Cow<'_, str>);

/// O(1), no allocation but for the node.
impl<W: Width> From<char> for ConcatStr<W> {
    fn from(char: char) -> Self {
        Self::from(&*char.encode_utf8(&mut [0; 4]))
    }
}

impl<W: Width> FromStr for ConcatStr<W> {
    type Err = ConcatError;

    fn from_str(text: &str) -> Result<Self, ConcatError> {
        Self::try_copy(text)
    }
}

impl<W: Width> Add<&Self> for ConcatStr<W> {
    type Output = Self;

    /// As [`concat`](Self::concat), with a node of two parts for short texts too; it takes over this
    /// text's handle.
    #[inline]
    fn add(self, other: &Self) -> Self {
        self + other.clone()
    }
}

impl<W: Width> Add for ConcatStr<W> {
    type Output = Self;

    /// As [`concat`](Self::concat), with a node of two parts for short texts too; it takes over both
    /// handles, and counts none.
    #[inline]
    fn add(self, other: Self) -> Self {
        self.join(other)
            .unwrap_or_else(|(_, _, error)| fail::<W>(error))
    }
}

impl<W: Width> AddAssign<&Self> for ConcatStr<W> {
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        self.append(other.clone())
            .unwrap_or_else(|error| fail::<W>(error));
    }
}

impl<W: Width> AddAssign<&str> for ConcatStr<W> {
    #[inline]
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}

impl<W: Width> fmt::Write for ConcatStr<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.try_push_str(text).map_err(|_| fmt::Error)
    }
}
