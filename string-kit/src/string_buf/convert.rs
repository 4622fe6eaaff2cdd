//! Conversion from and into other text, and collecting.

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

/// The most bytes that are reserved on the word of an iterator. Past them the text grows as it
/// comes: an honest long iterator costs a few reallocations, a lying one no memory to speak of.
const TRUSTED_HINT: usize = 1024;

/// O(n). Allocates once, at the exact size, if the text is longer than `N`.
impl<const N: usize> From<&str> for StringBuf<N> {
    #[inline]
    fn from(text: &str) -> Self {
        Self {
            text: Text::copied(text),
        }
    }
}

/// As from `&str`.
impl<const N: usize> From<&mut str> for StringBuf<N> {
    #[inline]
    fn from(text: &mut str) -> Self {
        Self::from(&*text)
    }
}

/// As from `&str`.
impl<const N: usize> From<&String> for StringBuf<N> {
    #[inline]
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

/// Takes over the buffer, capacity included, in O(1) if the text is longer than `N`; else copies
/// the text inline and frees the buffer, so that short text is always inline. No allocation.
impl<const N: usize> From<String> for StringBuf<N> {
    #[inline]
    fn from(text: String) -> Self {
        Self {
            text: Text::from_string(text),
        }
    }
}

/// As from `String`.
impl<const N: usize> From<Box<str>> for StringBuf<N> {
    #[inline]
    fn from(text: Box<str>) -> Self {
        Self::from(String::from(text))
    }
}

/// As from `&str` or `String`.
impl<const N: usize> From<Cow<'_, str>> for StringBuf<N> {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::from(text),
            Cow::Owned(text) => Self::from(text),
        }
    }
}

/// O(1). Allocates only if `N` is less than the character's length.
impl<const N: usize> From<char> for StringBuf<N> {
    #[inline]
    fn from(c: char) -> Self {
        Self::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

/// As from `&str`.
impl<const N: usize> FromStr for StringBuf<N> {
    type Err = Infallible;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

/// As [`StringBuf::into_string`].
impl<const N: usize> From<StringBuf<N>> for String {
    #[inline]
    fn from(buf: StringBuf<N>) -> Self {
        buf.into_string()
    }
}

/// As [`StringBuf::into_boxed_str`].
impl<const N: usize> From<StringBuf<N>> for Box<str> {
    #[inline]
    fn from(buf: StringBuf<N>) -> Self {
        buf.into_boxed_str()
    }
}

/// O(n), one allocation.
impl<const N: usize> From<StringBuf<N>> for Arc<str> {
    fn from(buf: StringBuf<N>) -> Self {
        Self::from(buf.as_str())
    }
}

/// O(n), one allocation.
impl<const N: usize> From<StringBuf<N>> for Rc<str> {
    fn from(buf: StringBuf<N>) -> Self {
        Self::from(buf.as_str())
    }
}

/// Appends each character. If the iterator panics, those that it gave before are kept.
impl<const N: usize> Extend<char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = char>>(&mut self, chars: I) {
        let chars = chars.into_iter();
        // A character has a byte at least. If the room cannot be had now, it may not be needed.
        let _ = self.try_reserve(chars.size_hint().0.min(TRUSTED_HINT));
        chars.for_each(|c| self.push(c));
    }
}

/// As with `char`.
impl<'a, const N: usize> Extend<&'a char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = &'a char>>(&mut self, chars: I) {
        self.extend(chars.into_iter().copied());
    }
}

/// Appends each piece. If the iterator panics, those that it gave before are kept.
impl<'a, const N: usize> Extend<&'a str> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|piece| self.push_str(piece));
    }
}

/// As with `&str`.
impl<const N: usize> Extend<String> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = String>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|piece| self.push_str(&piece));
    }
}

/// Collecting, by way of extending.
macro_rules! collect {
    ($($item:ty),*) => {$(
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

/// As [`StringBuf::push_str`].
impl<const N: usize> Add<&str> for StringBuf<N> {
    type Output = Self;

    #[inline]
    fn add(mut self, text: &str) -> Self {
        self.push_str(text);
        self
    }
}

/// As [`StringBuf::push_str`].
impl<const N: usize> AddAssign<&str> for StringBuf<N> {
    #[inline]
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}
