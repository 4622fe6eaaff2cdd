//! The methods of a growable string.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::fmt;
use std::mem;
use std::ops::{Add, AddAssign, DerefMut, RangeBounds};
use std::string::{Drain, FromUtf8Error, FromUtf16Error};

use string_kit::CapturedStr;

use crate::label::Label;
use crate::recorded::Recorded;

/// A string as `String`, which is put back when this is dropped, be it by a panic.
struct Lent<'a, S: CapturedStr>(&'a mut S, String);

impl<'a, S: CapturedStr> Lent<'a, S> {
    fn new(inner: &'a mut S) -> Self {
        let string = mem::take(inner).into_string();
        Self(inner, string)
    }
}

impl<S: CapturedStr> Drop for Lent<'_, S> {
    fn drop(&mut self) {
        *self.0 = S::from(mem::take(&mut self.1));
    }
}

/// Defines methods that do what those of `String` do.
macro_rules! edits {
    ($($name:ident($($parameter:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {$(
        #[doc = concat!("As `String::", stringify!($name), "`. It counts as one append. O(n) if ")]
        #[doc = "`S` is not `String`."]
        pub fn $name(&mut self, $($parameter: $ty),*) $(-> $result)? {
            self.edit(|inner| Lent::new(inner).1.$name($($parameter),*))
        }
    )*};
}

#[expect(clippy::missing_errors_doc, reason = "those of `String`")]
impl<S: CapturedStr + fmt::Write, L: Label> Recorded<S, L> {
    /// As `String::push_str`. It counts as one append.
    ///
    /// # Panics
    ///
    /// Panics if `S` refuses the text: a string of fixed capacity may.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.edit(|inner| inner.write_str(text))
            .expect("the string takes the text");
    }

    /// As `String::push`. Panics as [`push_str`](Self::push_str) does.
    #[inline]
    pub fn push(&mut self, character: char) {
        self.push_str(character.encode_utf8(&mut [0; 4]));
    }

    edits! {
        clear();
        extend_from_within(range: impl RangeBounds<usize>);
        insert(at: usize, character: char);
        insert_str(at: usize, text: &str);
        make_ascii_lowercase();
        make_ascii_uppercase();
        pop() -> Option<char>;
        remove(at: usize) -> char;
        replace_range(range: impl RangeBounds<usize>, text: &str);
        reserve(additional: usize);
        reserve_exact(additional: usize);
        retain(is_kept: impl FnMut(char) -> bool);
        shrink_to(capacity: usize);
        shrink_to_fit();
        truncate(bytes: usize);
        try_reserve(additional: usize) -> Result<(), TryReserveError>;
        try_reserve_exact(additional: usize) -> Result<(), TryReserveError>;
    }

    /// As `String::split_off`. It counts as one append and one capture.
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        let end = self.edit(|inner| Lent::new(inner).1.split_off(at));
        Self::from_inner(S::from(end))
    }
}

#[expect(clippy::missing_errors_doc, reason = "those of `String`")]
impl<S: CapturedStr, L: Label> Recorded<S, L> {
    /// As `String::from_utf8`.
    pub fn from_utf8(bytes: Vec<u8>) -> Result<Self, FromUtf8Error> {
        bytes.try_into()
    }

    /// As `String::from_utf8_lossy`.
    #[must_use]
    pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(bytes)
    }

    /// As `String::from_utf16`.
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        String::from_utf16(units).map(Self::from)
    }

    /// As `String::from_utf16_lossy`.
    #[must_use]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        String::from_utf16_lossy(units).into()
    }

    /// Returns the number of bytes. It counts as one read.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.as_str().len()
    }

    /// Returns `true` if there is no byte. It counts as one read.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }

    /// Returns the bytes. It counts as one read.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// As `String::into_bytes`. It counts as a drop.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_string().into_bytes()
    }

    /// As `String::into_boxed_str`. It counts as a drop.
    #[must_use]
    pub fn into_boxed_str(self) -> Box<str> {
        self.into_string().into_boxed_str()
    }

    /// As `String::leak`. It counts as a drop.
    #[must_use]
    pub fn leak<'a>(self) -> &'a mut str {
        self.into_string().leak()
    }
}

impl<S: CapturedStr + DerefMut<Target = str>, L: Label> Recorded<S, L> {
    /// Returns the text, to be changed in place. It counts as one append.
    #[must_use]
    pub fn as_mut_str(&mut self) -> &mut str {
        self
    }
}

impl<L: Label> Recorded<String, L> {
    /// As `String::drain`. It counts as one append.
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> Drain<'_> {
        self.edited().drain(range)
    }

    /// As `String::new`. Its capture is recorded when it is edited or dropped.
    #[must_use]
    pub const fn new() -> Self {
        Self::constant(String::new())
    }

    /// As `String::with_capacity`.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self::from_inner(String::with_capacity(bytes))
    }

    /// As `String::capacity`.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.heap_size()
    }
}

impl<S: CapturedStr + fmt::Write, L: Label> Add<&str> for Recorded<S, L> {
    type Output = Self;

    fn add(mut self, text: &str) -> Self {
        self += text;
        self
    }
}

impl<S: CapturedStr + fmt::Write, L: Label> AddAssign<&str> for Recorded<S, L> {
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}
