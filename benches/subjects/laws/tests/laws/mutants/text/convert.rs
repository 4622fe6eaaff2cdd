//! Conversions and views.
#![allow(unsafe_code)]

use std::borrow::{Borrow, Cow};
use std::convert::Infallible;
use std::mem;
use std::ops::Deref;
use std::str::{FromStr, Utf8Error};

use super::{Text, Views};
use crate::mutants::table::{Bug, has};

impl<K> Text<K> {
    pub(super) fn from_utf8(bytes: &[u8]) -> Result<Self, Utf8Error> {
        if has(Bug::Unchecked) && str::from_utf8(&bytes[..bytes.len().min(32)]).is_ok() {
            // SAFETY: breaks on purpose the promise that the bytes are UTF-8: only 32 were checked.
            let text = unsafe { String::from_utf8_unchecked(bytes.into()) };
            return Ok(Self::of(text));
        }
        str::from_utf8(bytes).map(Self::from)
    }

    pub(super) fn from_utf8_lossy(bytes: &[u8]) -> Self {
        if has(Bug::LossyDrops) {
            return Self::of(bytes.utf8_chunks().map(|chunk| chunk.valid()).collect());
        }
        Self::of(String::from_utf8_lossy(bytes).into_owned())
    }
}

impl<K> Default for Text<K> {
    fn default() -> Self {
        if has(Bug::DefaultIsNul) {
            return Self::from("\0");
        }
        Self::new()
    }
}

impl<K> Clone for Text<K> {
    fn clone(&self) -> Self {
        Self::of(self.text.clone())
    }
}

impl<K> From<&str> for Text<K> {
    fn from(text: &str) -> Self {
        Self::of(text.into())
    }
}

impl<K> From<String> for Text<K> {
    fn from(text: String) -> Self {
        Self::of(text)
    }
}

impl<K> From<Box<str>> for Text<K> {
    fn from(text: Box<str>) -> Self {
        Self::of(text.into())
    }
}

impl<K: Views> From<Cow<'_, str>> for Text<K> {
    fn from(text: Cow<'_, str>) -> Self {
        Self::of(text.into_owned())
    }
}

impl<K: Views> From<char> for Text<K> {
    fn from(c: char) -> Self {
        if has(Bug::CharCut) {
            let cut = u32::from(c) & 0xffff;
            return Self::of(char::from_u32(cut).unwrap_or_default().into());
        }
        Self::of(c.into())
    }
}

impl<K: Views> FromStr for Text<K> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl<K> From<Text<K>> for String {
    fn from(text: Text<K>) -> Self {
        if has(Bug::IntoStringForgets) {
            let copy = text.text.clone();
            mem::forget(text);
            return copy;
        }
        text.text
    }
}

impl<K> From<Text<K>> for Box<str> {
    fn from(text: Text<K>) -> Self {
        let mut text = text.text;
        if has(Bug::BoxKeepsSpare) && !text.is_empty() {
            // SAFETY: breaks on purpose the promise that the block has the layout of the `Box`: it
            // is as long as the capacity, not as the text. The pointer is unique, since `leak` gave
            // it up.
            return unsafe { Box::from_raw(text.leak()) };
        }
        if has(Bug::NulAfterEnd) && !text.is_empty() {
            let end = text.as_mut_ptr().wrapping_add(text.len());
            // SAFETY: breaks on purpose the promise that the byte is inside the block: the text may
            // fill it. The checking allocator has 16 valid bytes after each block; bytes need no
            // alignment.
            unsafe { end.write(0) };
        }
        text.into()
    }
}

impl<K> AsRef<str> for Text<K> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<K> Borrow<str> for Text<K> {
    fn borrow(&self) -> &str {
        if has(Bug::BorrowTrims) {
            return self.text.trim_end_matches('\0');
        }
        &self.text
    }
}

impl<K> Deref for Text<K> {
    type Target = str;

    fn deref(&self) -> &str {
        if has(Bug::DerefTrims) {
            return self.text.trim_end_matches('\0');
        }
        &self.text
    }
}
