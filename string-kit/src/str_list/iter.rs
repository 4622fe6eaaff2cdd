//! The iterator over a list.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::StrList;

/// An iterator over the strings of a [`StrList`], from either end.
///
/// [`StrList::iter`] makes it. Each step is O(1), `nth` and `nth_back` included, and allocates
/// nothing.
///
/// ```
/// use string_kit::StrList;
///
/// let list = StrList::from_iter(["a", "b", "c"]);
/// let mut strings = list.iter();
/// assert_eq!(strings.next_back(), Some("c"));
/// assert_eq!(strings.len(), 2);
/// ```
#[derive(Clone)]
pub struct Iter<'a> {
    list: &'a StrList,
    range: Range<usize>,
}

impl<'a> Iter<'a> {
    #[inline]
    pub(super) fn new(list: &'a StrList) -> Self {
        Self {
            list,
            range: 0..list.len(),
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        self.range.next().map(|index| &self.list[index])
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a str> {
        self.range.nth(n).map(|index| &self.list[index])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.range.len()
    }

    #[inline]
    fn last(mut self) -> Option<&'a str> {
        self.next_back()
    }
}

impl<'a> DoubleEndedIterator for Iter<'a> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a str> {
        self.range.next_back().map(|index| &self.list[index])
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<&'a str> {
        self.range.nth_back(n).map(|index| &self.list[index])
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl FusedIterator for Iter<'_> {}

impl fmt::Debug for Iter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> IntoIterator for &'a StrList {
    type Item = &'a str;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
