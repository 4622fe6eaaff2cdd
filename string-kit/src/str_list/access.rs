//! Reading of a list: its strings, search, copies, its memory.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::index::StrListIndex;
use super::iter::{Iter, Pairs};
use super::list::StrList;

impl StrList {
    /// Returns the number of strings.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.packed.count()
    }

    /// Returns `true` if there are no strings.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the string at an index, or an iterator over the strings in a range, or `None` if the
    /// list is not that long.
    #[must_use]
    #[inline]
    pub fn get<I: StrListIndex>(&self, index: I) -> Option<I::Output<'_>> {
        index.get(self)
    }

    /// Returns the first string, or `None` if the list is empty.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<&str> {
        self.get(0)
    }

    /// Returns the last string, or `None` if the list is empty.
    #[must_use]
    #[inline]
    pub fn last(&self) -> Option<&str> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Searches for `string` in a sorted list.
    ///
    /// # Errors
    ///
    /// `Err` has the index where the string can be inserted.
    pub fn binary_search(&self, string: &str) -> Result<usize, usize> {
        let mut range = 0..self.len();
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            match self.packed.string(middle).cmp(string) {
                Ordering::Less => range.start = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => range.end = middle,
            }
        }
        Err(range.start)
    }

    /// Returns `true` if a string of the list equals `string`.
    #[must_use]
    pub fn contains(&self, string: &str) -> bool {
        self.iter().any(|item| item == string)
    }

    /// Returns an iterator over the strings, in order.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(self, 0..self.len())
    }

    /// Returns an iterator over pairs of neighbours, as keys and values are listed. If the number
    /// of strings is odd, the last one is in no pair: [`Pairs::remainder`] returns it.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let tags = StrList::from(["region", "eu", "status", "200"]);
    /// assert!(tags.pairs().eq([("region", "eu"), ("status", "200")]));
    /// ```
    #[must_use]
    #[inline]
    pub fn pairs(&self) -> Pairs<'_> {
        Pairs::new(self, 0..self.len())
    }

    /// Returns the value of the first of the [`pairs`](Self::pairs) whose key is `key`. O(n).
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let tags = StrList::from(["status", "200", "method", "GET"]);
    /// assert_eq!(tags.get_pair("method"), Some("GET"));
    /// assert_eq!(tags.get_pair("GET"), None);
    /// ```
    #[must_use]
    pub fn get_pair(&self, key: &str) -> Option<&str> {
        let pair = self.pairs().find(|pair| pair.0 == key);
        pair.map(|(_, value)| value)
    }

    /// Returns the list with its [`pairs`](Self::pairs) sorted by their keys: sets of labels that
    /// were listed in different orders become equal lists. Pairs with the same key keep their
    /// order, and a string in no pair stays the last.
    ///
    /// O(n log n), and two allocations or more. A list that is sorted is cloned.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let tags = StrList::from(["status", "200", "method", "GET"]);
    /// assert_eq!(tags.to_sorted_pairs(), ["method", "GET", "status", "200"]);
    /// ```
    #[must_use]
    pub fn to_sorted_pairs(&self) -> Self {
        if self.pairs().is_sorted_by_key(|(key, _)| key) {
            return self.clone();
        }
        let mut pairs: Vec<_> = self.pairs().collect();
        pairs.sort_by(|left, right| left.0.cmp(right.0));
        let strings = pairs.into_iter().flat_map(|(key, value)| [key, value]);
        strings.chain(self.pairs().remainder()).collect()
    }

    /// Returns the text of all strings, one after the other, as the list stores it: O(1), no
    /// allocation.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        self.packed.text()
    }

    /// Returns the text of all strings, with `separator` between them.
    ///
    /// # Panics
    ///
    /// Panics if the result is longer than a `String` can be.
    #[must_use]
    #[track_caller]
    pub fn join(&self, separator: &str) -> String {
        let separators = separator.len().checked_mul(self.len().saturating_sub(1));
        let len = separators.and_then(|len| len.checked_add(self.text().len()));
        let mut joined = String::with_capacity(len.expect("the joined text is too long"));
        for (index, string) in self.iter().enumerate() {
            if index > 0 {
                joined.push_str(separator);
            }
            joined.push_str(string);
        }
        joined
    }

    /// Copies the strings into a vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(String::from).collect()
    }

    /// Returns the number of bytes that the list takes from the allocator, its reference count
    /// included.
    ///
    /// O(1), no allocation. 0 if the list is inline or lent. Clones each return the full number.
    #[must_use]
    #[inline]
    pub fn heap_size(&self) -> usize {
        self.packed.heap_size()
    }

    /// Returns `true` if the strings lie inside the value itself, in O(1). A lent list that is too
    /// long for that is not inline either.
    #[must_use]
    #[inline]
    pub fn is_inline(&self) -> bool {
        self.packed.is_inline()
    }

    /// Returns `true` if no clone shares the memory of this list, in O(1).
    ///
    /// `true` for an inline list, since each value has its own strings, and `false` for a lent one.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let list = StrList::from(["a text of", "more than fifteen bytes"]);
    /// let clone = list.clone();
    /// assert!(!list.is_unique());
    /// drop(clone);
    /// assert!(list.is_unique());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_unique(&self) -> bool {
        self.packed.is_unique()
    }

    /// Returns `true` if both have the same strings at the same address, as clones do, in O(1).
    ///
    /// Two inline lists count as the same if they are equal. A clone of a lent list is a copy at
    /// another address.
    #[must_use]
    #[inline]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.packed.ptr_eq(&other.packed)
    }
}

impl fmt::Debug for StrList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
