//! Conversion from and into other string types, and collecting.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::convert::Infallible;
use core::ops::{Add, AddAssign};
use core::str::FromStr;

use super::StringBuf;
use super::text::Text;

/// The largest number of bytes that `extend` reserves for an iterator's `size_hint`.
///
/// Beyond that the text grows as characters come. So a larger hint costs a few reallocations if it
/// is true, and little memory if it is false.
const MAX_HINT: usize = 1024;

/// Copies the text, in O(n). Allocates once, at the exact size, if it is longer than `N`.
impl<const N: usize> From<&str> for StringBuf<N> {
    #[inline]
    fn from(text: &str) -> Self {
        Self {
            text: Text::copy_of(text),
        }
    }
}

/// Copies the text, in O(n). Allocates once, at the exact size, if it is longer than `N`.
impl<const N: usize> From<&mut str> for StringBuf<N> {
    #[inline]
    fn from(text: &mut str) -> Self {
        Self::from(&*text)
    }
}

/// Copies the text, in O(n). Allocates once, at the exact size, if it is longer than `N`.
impl<const N: usize> From<&String> for StringBuf<N> {
    #[inline]
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

/// Takes over the buffer and its capacity, in O(1), if the text is longer than `N`. Else copies the
/// text inline and frees the buffer, so that short text is always inline. No allocation.
impl<const N: usize> From<String> for StringBuf<N> {
    #[inline]
    fn from(text: String) -> Self {
        Self {
            text: Text::from_string(text),
        }
    }
}

/// Takes over the buffer, in O(1), if the text is longer than `N`. Else copies the text inline and
/// frees the buffer. No allocation.
impl<const N: usize> From<Box<str>> for StringBuf<N> {
    #[inline]
    fn from(text: Box<str>) -> Self {
        Self::from(String::from(text))
    }
}

/// Converts a borrowed text as from `&str` and an owned text as from `String`, at their costs.
impl<const N: usize> From<Cow<'_, str>> for StringBuf<N> {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::from(text),
            Cow::Owned(text) => Self::from(text),
        }
    }
}

/// Makes a string of one character, in O(1). Allocates once if the character is longer than `N`
/// bytes.
impl<const N: usize> From<char> for StringBuf<N> {
    #[inline]
    fn from(c: char) -> Self {
        Self::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

/// Copies the text, in O(n), and never fails. Allocates once, at the exact size, if it is longer
/// than `N`.
impl<const N: usize> FromStr for StringBuf<N> {
    type Err = Infallible;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

/// Converts by [`StringBuf::into_string`], at its cost.
impl<const N: usize> From<StringBuf<N>> for String {
    #[inline]
    fn from(buf: StringBuf<N>) -> Self {
        buf.into_string()
    }
}

/// Converts by [`StringBuf::into_boxed_str`], at its cost.
impl<const N: usize> From<StringBuf<N>> for Box<str> {
    #[inline]
    fn from(buf: StringBuf<N>) -> Self {
        buf.into_boxed_str()
    }
}

/// Copies the text into an `Arc`, in O(n) and with one allocation.
impl<const N: usize> From<StringBuf<N>> for Arc<str> {
    fn from(buf: StringBuf<N>) -> Self {
        Self::from(buf.as_str())
    }
}

/// Copies the text into an `Rc`, in O(n) and with one allocation.
impl<const N: usize> From<StringBuf<N>> for Rc<str> {
    fn from(buf: StringBuf<N>) -> Self {
        Self::from(buf.as_str())
    }
}

/// Appends each character, in amortized O(1). If the iterator panics, the characters up to there
/// stay.
impl<const N: usize> Extend<char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = char>>(&mut self, chars: I) {
        let chars = chars.into_iter();
        // A character has at least one byte. An error is ignored, since the hint may be false.
        let _ = self.try_reserve(chars.size_hint().0.min(MAX_HINT));
        chars.for_each(|c| self.push(c));
    }
}

/// Appends each character, in amortized O(1). If the iterator panics, the characters up to there
/// stay.
impl<'a, const N: usize> Extend<&'a char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = &'a char>>(&mut self, chars: I) {
        self.extend(chars.into_iter().copied());
    }
}

/// Appends each text by [`StringBuf::push_str`]. If the iterator panics, the texts up to there
/// stay.
impl<'a, const N: usize> Extend<&'a str> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, texts: I) {
        texts.into_iter().for_each(|text| self.push_str(text));
    }
}

/// Appends each text by [`StringBuf::push_str`]. If the iterator panics, the texts up to there
/// stay.
impl<const N: usize> Extend<String> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = String>>(&mut self, texts: I) {
        texts.into_iter().for_each(|text| self.push_str(&text));
    }
}

/// Implements `FromIterator` by `Extend`.
macro_rules! collect {
    ($($item:ty),*) => {$(
        /// Collects by `Extend`, at its cost.
        impl<'a, const N: usize> FromIterator<$item> for StringBuf<N> {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut buf = Self::new();
                buf.extend(items);
                buf
            }
        }
    )*};
}

collect!(char, &'a char, &'a str, String);

/// Appends by [`StringBuf::push_str`], at its cost.
impl<const N: usize> Add<&str> for StringBuf<N> {
    type Output = Self;

    #[inline]
    fn add(mut self, text: &str) -> Self {
        self.push_str(text);
        self
    }
}

/// Appends by [`StringBuf::push_str`], at its cost.
impl<const N: usize> AddAssign<&str> for StringBuf<N> {
    #[inline]
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}
