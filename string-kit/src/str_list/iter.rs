//! The iterators over a list.

use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::list::StrList;

/// An iterator over the strings of a [`StrList`], from either end. Each step is O(1), `nth`
/// included.
///
/// [`StrList::iter`] makes it, and [`StrList::get`] of a range.
#[derive(Clone)]
pub struct Iter<'a> {
    list: &'a StrList,
    range: Range<usize>,
}

impl<'a> Iter<'a> {
    /// Iterates over the strings at these indices, which must exist.
    #[inline]
    pub(super) fn new(list: &'a StrList, range: Range<usize>) -> Self {
        Self { list, range }
    }

    #[inline]
    fn at(&self, index: usize) -> &'a str {
        &self.list[index]
    }

    /// Returns an iterator over pairs of neighbours of the strings that are left.
    #[must_use]
    pub fn pairs(&self) -> Pairs<'a> {
        Pairs::new(self.list, self.range.clone())
    }
}

/// An iterator that owns a [`StrList`] and copies each string, from either end.
///
/// A list is one block, so that no string can be moved out of it: each step allocates, unless the
/// string is empty. Iterate over `&list` to copy nothing.
#[derive(Clone)]
pub struct IntoIter {
    list: StrList,
    range: Range<usize>,
}

impl IntoIter {
    fn at(&self, index: usize) -> String {
        String::from(&self.list[index])
    }
}

/// An iterator over the pairs of neighbours of a [`StrList`], from either end. [`StrList::pairs`]
/// makes it.
#[derive(Clone)]
pub struct Pairs<'a> {
    list: &'a StrList,
    /// The strings that the pairs are made of, and a last one in no pair.
    strings: Range<usize>,
    range: Range<usize>,
}

impl<'a> Pairs<'a> {
    /// Iterates over the pairs of the strings at these indices, which must exist.
    #[inline]
    pub(super) fn new(list: &'a StrList, strings: Range<usize>) -> Self {
        Self {
            list,
            range: 0..strings.len() / 2,
            strings,
        }
    }

    #[inline]
    fn at(&self, index: usize) -> (&'a str, &'a str) {
        let first = self.strings.start + 2 * index;
        (&self.list[first], &self.list[first + 1])
    }

    /// Returns the last of an odd number of strings, which is in no pair.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from(["key", "value", "key"]).pairs().remainder(), Some("key"));
    /// ```
    #[must_use]
    #[inline]
    pub fn remainder(&self) -> Option<&'a str> {
        let is_odd = self.strings.len() % 2 == 1;
        is_odd.then(|| &self.list[self.strings.end - 1])
    }
}

/// Implements the traits of an iterator over `range`. Its method `at` returns the item of an index.
macro_rules! over_range {
    ([$($lifetime:lifetime)?] $iterator:ty, $item:ty) => {
        impl<$($lifetime)?> Iterator for $iterator {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                self.range.next().map(|index| self.at(index))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                self.range.nth(n).map(|index| self.at(index))
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
            fn last(mut self) -> Option<$item> {
                self.next_back()
            }
        }

        impl<$($lifetime)?> DoubleEndedIterator for $iterator {
            #[inline]
            fn next_back(&mut self) -> Option<$item> {
                self.range.next_back().map(|index| self.at(index))
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$item> {
                self.range.nth_back(n).map(|index| self.at(index))
            }
        }

        impl<$($lifetime)?> ExactSizeIterator for $iterator {}

        impl<$($lifetime)?> FusedIterator for $iterator {}

        impl<$($lifetime)?> fmt::Debug for $iterator {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}

over_range!(['a] Iter<'a>, &'a str);
over_range!([] IntoIter, String);
over_range!(['a] Pairs<'a>, (&'a str, &'a str));

impl<'a> IntoIterator for &'a StrList {
    type Item = &'a str;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Returns an iterator that copies each string.
impl IntoIterator for StrList {
    type Item = String;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        let range = 0..self.len();
        IntoIter { list: self, range }
    }
}
