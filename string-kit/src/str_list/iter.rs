//! The iterators over a list.

use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, Range};

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

/// An iterator that owns a [`StrList`], from either end. A step clones the list, but no text.
#[derive(Clone)]
pub struct IntoIter {
    list: StrList,
    range: Range<usize>,
}

impl IntoIter {
    fn at(&self, index: usize) -> Item {
        let list = self.list.clone();
        Item { list, index }
    }
}

/// A string of a [`StrList`], with a handle of the list, which it keeps alive. [`IntoIter`] makes
/// it. `String::from` copies the string.
#[derive(Clone)]
pub struct Item {
    list: StrList,
    index: usize,
}

impl Deref for Item {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.list[self.index]
    }
}

impl AsRef<str> for Item {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Eq for Item {}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Item {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl From<Item> for String {
    fn from(item: Item) -> Self {
        Self::from(&*item)
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
over_range!([] IntoIter, Item);
over_range!(['a] Pairs<'a>, (&'a str, &'a str));

impl<'a> IntoIterator for &'a StrList {
    type Item = &'a str;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl IntoIterator for StrList {
    type Item = Item;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        let range = 0..self.len();
        IntoIter { list: self, range }
    }
}
