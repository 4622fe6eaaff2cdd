//! `StrList`: many strings, 16 bytes, at most one allocation.

mod block;
mod builder;
mod capture;
mod chunk;
mod cmp;
mod iter;
mod layout;

use core::fmt::{self, Display};
use core::ops::Index;

pub use builder::StrListBuilder;
pub use iter::Iter;

use crate::error::CaptureError;
use layout::Packed;

/// An immutable list of strings in 16 bytes.
///
/// A list whose strings, with one byte more for each, take up to 15 bytes lies inline and costs
/// nothing but its 16 bytes. Every other list is one allocation: a word, the text, and for each
/// string the least of 1, 2, 4 or 8 bytes that can count all of it (one, up to 255 bytes in all).
/// A clone shares it. There is no limit but memory's.
///
/// ```
/// use string_kit::StrList;
///
/// let tags = StrList::capture(&[&"id", &42, &true]);
/// assert_eq!(tags, ["id", "42", "true"]);
/// assert!(tags.is_inline());
/// assert_eq!(size_of::<Option<StrList>>(), 16);
/// ```
///
/// # When to use something else
///
/// Use `Vec<String>` for strings that change or are taken out one by one.
#[derive(Clone)]
pub struct StrList {
    packed: Packed,
}

const _: () = {
    assert!(size_of::<StrList>() == 16);
    assert!(size_of::<Option<StrList>>() == 16);
};

// Build.
impl StrList {
    /// An empty list.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert!(string_kit::StrList::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            packed: Packed::EMPTY,
        }
    }

    /// Captures the text of each value: what `to_string` gives, bit for bit.
    ///
    /// One formatting pass, on some 5 KiB of stack. Allocates nothing if the list fits inline, else
    /// once, at the exact size; more than 64 values, or more than
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES) bytes with one for each value, also take
    /// scratch memory from the heap.
    ///
    /// # Panics
    ///
    /// If a value's `Display` returns an error or no memory is left; the message has its index.
    ///
    /// ```
    /// use string_kit::StrList;
    ///
    /// let list = StrList::capture(&[&"status", &200]);
    /// assert_eq!(list.concat_str(), "status200");
    /// ```
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn capture(values: &[&dyn Display]) -> Self {
        match capture::capture(values) {
            Ok(packed) => Self { packed },
            Err(error) => error.panic(),
        }
    }

    /// Captures the text of each value, and reports what went wrong.
    ///
    /// Costs what [`capture`](Self::capture) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Format`] if a value's `Display` returns an error,
    /// [`CaptureErrorKind::Alloc`] if no memory is left, [`CaptureErrorKind::TooLong`] if the list is
    /// longer than memory can be. Nothing is kept.
    ///
    /// ```
    /// use string_kit::StrList;
    ///
    /// assert_eq!(StrList::try_capture(&[&1, &2])?, ["1", "2"]);
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_capture(values: &[&dyn Display]) -> Result<Self, CaptureError> {
        capture::capture(values).map(|packed| Self { packed })
    }
}

// Look.
impl StrList {
    /// How many strings there are.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).len(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.packed.count()
    }

    /// Whether there are none.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert!(!StrList::from_iter([""]).is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The string at an index, if there is one.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let list = StrList::from_iter(["a", "b"]);
    /// assert_eq!(list.get(1), Some("b"));
    /// assert_eq!(list.get(2), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<&str> {
        (index < self.len()).then(|| self.packed.string(index))
    }

    /// The first string, if there is one.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).first(), Some("a"));
    /// ```
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<&str> {
        self.get(0)
    }

    /// The last string, if there is one.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).last(), Some("b"));
    /// ```
    #[must_use]
    #[inline]
    pub fn last(&self) -> Option<&str> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Whether a string is in the list.
    ///
    /// O(n) over the strings, no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert!(StrList::from_iter(["a", "b"]).contains("b"));
    /// ```
    #[must_use]
    pub fn contains(&self, string: &str) -> bool {
        self.iter().any(|own| own == string)
    }

    /// The strings in order.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let list = StrList::from_iter(["a", "b"]);
    /// assert!(list.iter().rev().eq(["b", "a"]));
    /// ```
    #[must_use]
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(self)
    }

    /// The text of all strings, one after the other.
    ///
    /// O(1), no allocation: it lies there like this.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).concat_str(), "ab");
    /// ```
    #[must_use]
    #[inline]
    pub fn concat_str(&self) -> &str {
        self.packed.text()
    }

    /// The bytes asked of the allocator for this list, header included.
    ///
    /// O(1), no allocation. Clones share them, and each of them reports all.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).heap_size(), 0);
    /// assert_eq!(StrList::from_iter(["0123456789abcdef"]).heap_size(), 8 + 1 + 16);
    /// ```
    #[must_use]
    #[inline]
    pub fn heap_size(&self) -> usize {
        self.packed.heap_size()
    }

    /// Whether the strings lie inside the value itself.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert!(StrList::from_iter(["a", "b"]).is_inline());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_inline(&self) -> bool {
        self.packed.is_inline()
    }

    /// Whether two lists are clones of each other that share one allocation.
    ///
    /// O(1), no allocation; never true for inline lists.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let list = StrList::from_iter(["a text of more than", "fifteen bytes"]);
    /// assert!(StrList::ptr_eq(&list, &list.clone()));
    /// ```
    #[must_use]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.packed.block().is_some() && this.packed.block() == other.packed.block()
    }
}

impl Default for StrList {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for StrList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// O(1), no allocation.
///
/// # Panics
///
/// If the list is not as long; see [`StrList::get`].
impl Index<usize> for StrList {
    type Output = str;

    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &str {
        self.packed.string(index)
    }
}

/// Collects by a [`StrListBuilder`], at its cost.
impl<T: AsRef<str>> FromIterator<T> for StrList {
    fn from_iter<I: IntoIterator<Item = T>>(strings: I) -> Self {
        StrListBuilder::from_iter(strings).finish()
    }
}

/// Copies each string; costs what a [`StrListBuilder`] costs.
impl<T: AsRef<str>> From<&[T]> for StrList {
    fn from(strings: &[T]) -> Self {
        strings.iter().collect()
    }
}

/// Copies each string; costs what a [`StrListBuilder`] costs.
impl<T: AsRef<str>, const N: usize> From<[T; N]> for StrList {
    fn from(strings: [T; N]) -> Self {
        strings.into_iter().collect()
    }
}
