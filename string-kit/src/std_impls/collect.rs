//! Collecting, appending and adding.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::ops::{Add, AddAssign};

use crate::shared::COLLECT_BYTES;
use crate::{SharedStr, StringBuf};

/// The largest number of bytes that `extend` reserves for an iterator's `size_hint`, which may lie.
const MAX_HINT: usize = 1024;

/// Appends each character. If the iterator panics, the characters up to there stay.
impl<const N: usize> Extend<char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = char>>(&mut self, chars: I) {
        let chars = chars.into_iter();
        // A character has at least one byte. An error is ignored, since the hint may be false.
        let _ = self.try_reserve(chars.size_hint().0.min(MAX_HINT));
        chars.for_each(|c| self.push(c));
    }
}

impl<'a, const N: usize> Extend<&'a char> for StringBuf<N> {
    fn extend<I: IntoIterator<Item = &'a char>>(&mut self, chars: I) {
        self.extend(chars.into_iter().copied());
    }
}

macro_rules! collect {
    ([$($more:tt)*] $item:ty) => {
        impl<$($more)* const N: usize> FromIterator<$item> for StringBuf<N> {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut buf = Self::new();
                buf.extend(items);
                buf
            }
        }

        /// Collects into a `StringBuf` of 256 bytes on the stack, then copies its text.
        impl<$($more)*> FromIterator<$item> for SharedStr {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                Self::from(items.into_iter().collect::<StringBuf<COLLECT_BYTES>>())
            }
        }
    };
}

/// Implements appending and collecting of types that lend their text. The brackets have the
/// parameters of each type.
macro_rules! texts {
    ($([$($more:tt)*] $item:ty),* $(,)?) => {$(
        /// Appends each text. If the iterator panics, the texts up to there stay.
        impl<$($more)* const N: usize> Extend<$item> for StringBuf<N> {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, texts: I) {
                texts.into_iter().for_each(|text| self.push_str(&text));
            }
        }

        collect!([$($more)*] $item);
    )*};
}

collect!([] char);
collect!(['a,] &'a char);
texts!(
    ['a,] &'a str,
    [] String,
    [] Box<str>,
    ['a,] Cow<'a, str>,
    [] SharedStr,
    ['a,] &'a SharedStr,
    [const M: usize,] StringBuf<M>,
    ['a, const M: usize,] &'a StringBuf<M>,
);

macro_rules! collect_into_std {
    ($([$($more:tt)*] $item:ty),* $(,)?) => {$(
        impl<$($more)*> Extend<$item> for String {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, texts: I) {
                texts.into_iter().for_each(|text| self.push_str(&text));
            }
        }

        /// Makes the text owned, then appends each text.
        impl<$($more)*> Extend<$item> for Cow<'_, str> {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, texts: I) {
                self.to_mut().extend(texts);
            }
        }

        impl<$($more)*> FromIterator<$item> for String {
            fn from_iter<I: IntoIterator<Item = $item>>(texts: I) -> Self {
                let mut all = Self::new();
                all.extend(texts);
                all
            }
        }

        impl<$($more)*> FromIterator<$item> for Cow<'_, str> {
            fn from_iter<I: IntoIterator<Item = $item>>(texts: I) -> Self {
                Self::Owned(texts.into_iter().collect())
            }
        }

        /// Collects into a `String`, then frees its spare capacity, which may reallocate.
        impl<$($more)*> FromIterator<$item> for Box<str> {
            fn from_iter<I: IntoIterator<Item = $item>>(texts: I) -> Self {
                texts.into_iter().collect::<String>().into_boxed_str()
            }
        }
    )*};
}

collect_into_std!(
    [] SharedStr,
    ['a,] &'a SharedStr,
    [const N: usize,] StringBuf<N>,
    ['a, const N: usize,] &'a StringBuf<N>,
);

impl<const N: usize> Add<&str> for StringBuf<N> {
    type Output = Self;

    #[inline]
    fn add(mut self, text: &str) -> Self {
        self.push_str(text);
        self
    }
}

impl<const N: usize> AddAssign<&str> for StringBuf<N> {
    #[inline]
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}
