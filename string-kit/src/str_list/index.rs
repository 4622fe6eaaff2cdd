//! Indices of a list: a number for one string, a range for an iterator.

use core::ops::{
    Bound, Index, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::iter::Iter;
use super::list::StrList;
use crate::range::to_range;

pub trait Sealed {}

/// An index of a [`StrList`]: a `usize`, or a range of `usize`.
///
/// [`StrList::get`] takes it. The trait is sealed.
pub trait StrListIndex: Sealed {
    /// The part of a list that this index names: a `&str`, or an [`Iter`].
    type Output<'a>;

    /// Returns that part, or `None` if the list is not that long.
    fn get(self, list: &StrList) -> Option<Self::Output<'_>>;
}

impl Sealed for usize {}

impl StrListIndex for usize {
    type Output<'a> = &'a str;

    #[inline]
    fn get(self, list: &StrList) -> Option<&str> {
        (self < list.len()).then(|| list.packed.string(self))
    }
}

macro_rules! ranges {
    ($($range:ty),* $(,)?) => {$(
        impl Sealed for $range {}

        impl StrListIndex for $range {
            type Output<'a> = Iter<'a>;

            #[inline]
            fn get(self, list: &StrList) -> Option<Iter<'_>> {
                let range = to_range(self, list.len())?;
                let exists = range.start <= range.end && range.end <= list.len();
                exists.then(|| Iter::new(list, range))
            }
        }
    )*};
}

ranges!(
    Range<usize>,
    RangeFrom<usize>,
    RangeFull,
    RangeInclusive<usize>,
    RangeTo<usize>,
    RangeToInclusive<usize>,
    (Bound<usize>, Bound<usize>),
);

impl Index<usize> for StrList {
    type Output = str;

    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &str {
        self.packed.string(index)
    }
}
