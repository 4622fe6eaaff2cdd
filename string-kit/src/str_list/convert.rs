//! Conversion from and into sequences of strings, and collecting.
//!
//! A short slice is read once, and written unchecked. Of a longer one the lengths are read next,
//! and then each text is copied into its place, checked.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::builder::StrListBuilder;
use super::layout::{Form, ONE_BYTE_MAX, Packed};
use super::list::StrList;
use crate::capture::buffer::uninit;
use crate::error::{OrPanic, TextError, TextErrorKind};

#[inline]
pub(super) fn text_len<T: AsRef<str>>(strings: &[T]) -> Result<usize, TextError> {
    let mut lengths = strings.iter().map(|string| string.as_ref().len());
    lengths
        .try_fold(0_usize, usize::checked_add)
        .ok_or_else(|| TextErrorKind::TooLong.into())
}

/// Returns each string with its length, in the form that [`Packed::from_pieces`] takes.
#[inline]
pub(super) fn pieces<T: AsRef<str>>(
    strings: &[T],
) -> impl Iterator<Item = (iter::Once<usize>, &str)> {
    strings.iter().map(|string| {
        let string = string.as_ref();
        (iter::once(string.len()), string)
    })
}

impl StrList {
    /// Copies each string, or returns an error.
    ///
    /// O(n) over strings and text. Allocates nothing if the list fits inline, else once, at the
    /// exact size.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`], and [`TextErrorKind::TooLong`] if the list is longer than an
    /// allocation can be.
    ///
    /// # Panics
    ///
    /// Panics if the `as_ref` of a string returns a text of another length when it is called again:
    /// for a list of more than 255 bytes it is called up to three times.
    #[inline]
    pub fn try_from_strs<T: AsRef<str>>(strings: &[T]) -> Result<Self, TextError> {
        match Form::of_strings(strings, &mut uninit::<ONE_BYTE_MAX>()).and_then(Form::pack) {
            Some(packed) => Ok(Self { packed }),
            None => Self::from_long(strings),
        }
    }

    #[cold]
    #[inline(never)]
    fn from_long<T: AsRef<str>>(strings: &[T]) -> Result<Self, TextError> {
        let text_len = text_len(strings)?;
        let packed = Packed::from_pieces(strings.len(), text_len, pieces(strings))?;
        Ok(Self { packed })
    }

    /// Collects the strings, or returns an error.
    ///
    /// Allocates nothing if the list fits inline, else once, at the exact size. If the text, with
    /// one byte for each string, is longer than 255 bytes, it also allocates the chunks of a
    /// [`StrListBuilder`].
    ///
    /// # Errors
    ///
    /// Those of [`try_from_strs`](Self::try_from_strs). [`TextErrorKind::Alloc`] has the index of
    /// the string that found no memory, or none if there was none for the list itself.
    pub fn try_from_iter<T: AsRef<str>>(
        strings: impl IntoIterator<Item = T>,
    ) -> Result<Self, TextError> {
        let mut builder = StrListBuilder::new();
        builder.try_extend(strings)?;
        builder.to_list()
    }
}

/// Collects the strings, at the cost of [`StrList::try_from_iter`].
impl<T: AsRef<str>> FromIterator<T> for StrList {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(strings: I) -> Self {
        Self::try_from_iter(strings).or_panic()
    }
}

/// Copies each string, at the cost of [`StrList::try_from_strs`].
///
/// # Panics
///
/// Panics if that returns an error or panics.
impl<T: AsRef<str>> From<&[T]> for StrList {
    #[inline]
    #[track_caller]
    fn from(strings: &[T]) -> Self {
        // PERF: without a `Result`, which would be returned in memory.
        match Form::of_strings(strings, &mut uninit::<ONE_BYTE_MAX>()).and_then(Form::pack) {
            Some(packed) => Self { packed },
            None => Self::from_long(strings).or_panic(),
        }
    }
}

macro_rules! from_slices {
    ($([$($generics:tt)*] $ty:ty),* $(,)?) => {$(
        /// Copies each string, as the conversion from `&[T]` does.
        impl<T: AsRef<str>, $($generics)*> From<$ty> for StrList {
            #[inline]
            #[track_caller]
            fn from(strings: $ty) -> Self {
                Self::from(&strings[..])
            }
        }
    )*};
}

from_slices!(
    [const N: usize] [T; N],
    [const N: usize] &[T; N],
    [] Vec<T>,
    [] &Vec<T>,
);

impl From<StrList> for Vec<String> {
    fn from(list: StrList) -> Self {
        list.to_vec()
    }
}
