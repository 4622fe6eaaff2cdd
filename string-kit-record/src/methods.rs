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
        #[doc = concat!("Does what `String::", stringify!($name), "` does.")]
        #[doc = ""]
        #[doc = "It counts as one append. O(n) if `S` is not `String`."]
        #[doc = ""]
        #[doc = "# Errors"]
        #[doc = ""]
        #[doc = "Those of that method."]
        #[doc = ""]
        #[doc = "# Panics"]
        #[doc = ""]
        #[doc = "As that method."]
        pub fn $name(&mut self, $($parameter: $ty),*) $(-> $result)? {
            self.edit(|inner| Lent::new(inner).1.$name($($parameter),*))
        }
    )*};
}

impl<S: CapturedStr + fmt::Write, L: Label> Recorded<S, L> {
    /// Appends a text, as `String::push_str` does.
    ///
    /// # Panics
    ///
    /// Panics if `S` refuses the text: a string of fixed capacity may.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.edit(|inner| inner.write_str(text))
            .expect("the string takes the text");
    }

    /// Appends a character, as `String::push` does.
    ///
    /// # Panics
    ///
    /// Panics as [`push_str`](Self::push_str) does.
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

    /// Splits the text, as `String::split_off` does. It counts as one append and one capture.
    ///
    /// # Panics
    ///
    /// Panics if `at` lies beyond the end or within a character.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
    ///
    /// let mut word = Word::from("abc");
    /// assert_eq!(word.split_off(1), "bc");
    /// assert_eq!(word, "a");
    /// ```
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        let end = self.edit(|inner| Lent::new(inner).1.split_off(at));
        Self::from_inner(S::from(end))
    }
}

impl<S: CapturedStr, L: Label> Recorded<S, L> {
    /// Takes UTF-8 over, as `String::from_utf8` does.
    ///
    /// # Errors
    ///
    /// If the bytes are not UTF-8.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.word"; }
    ///
    /// assert_eq!(Word::from_utf8(b"text".to_vec()).unwrap(), "text");
    /// ```
    pub fn from_utf8(bytes: Vec<u8>) -> Result<Self, FromUtf8Error> {
        bytes.try_into()
    }

    /// Returns a text with a replacement character for what is not UTF-8, as
    /// `String::from_utf8_lossy` does.
    #[must_use]
    pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(bytes)
    }

    /// Decodes UTF-16, as `String::from_utf16` does.
    ///
    /// # Errors
    ///
    /// If the units are not UTF-16.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.word"; }
    ///
    /// assert_eq!(Word::from_utf16(&[0x41]).unwrap(), "A");
    /// ```
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        String::from_utf16(units).map(Self::from)
    }

    /// Decodes UTF-16, with a replacement character for what is not, as `String::from_utf16_lossy`
    /// does.
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

    /// Returns the text as bytes, as `String::into_bytes` does. It counts as a drop.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_string().into_bytes()
    }

    /// Returns the text in a box, as `String::into_boxed_str` does. It counts as a drop.
    #[must_use]
    pub fn into_boxed_str(self) -> Box<str> {
        self.into_string().into_boxed_str()
    }

    /// Returns the text for ever, as `String::leak` does. It counts as a drop.
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
    /// Removes a range and returns its characters, as `String::drain` does. It counts as one
    /// append.
    ///
    /// # Panics
    ///
    /// Panics if the range begins after its end, or if one of these lies beyond the text's end or
    /// within a character.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
    ///
    /// let mut word = Word::from("abc");
    /// assert!(word.drain(1..).eq(['b', 'c']));
    /// assert_eq!(word, "a");
    /// ```
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> Drain<'_> {
        self.edited().drain(range)
    }

    /// Makes an empty string. Its capture is recorded when it is edited or dropped.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.word"; }
    ///
    /// static EMPTY: Word = Word::new();
    /// assert_eq!(EMPTY, "");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::constant(String::new())
    }

    /// Makes an empty string, as `String::with_capacity` does.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self::from_inner(String::with_capacity(bytes))
    }

    /// Returns the capacity, as `String::capacity` does.
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
