//! `StrList`: an immutable list of strings in 16 bytes and at most one allocation.

mod block;
mod builder;
mod capture;
mod chunk;
mod cmp;
mod iter;
mod layout;
pub(crate) mod typed;

use core::fmt::{self, Display};
use core::ops::Index;

pub use builder::StrListBuilder;
pub use iter::Iter;

use crate::error::CaptureError;
use layout::Packed;

/// An immutable list of strings in 16 bytes.
///
/// A list lies inside the value if its text and one byte for each string take up to 15 bytes
/// together. Any other list is one allocation: a reference count of one word, one end offset for
/// each string, and the text. All offsets of a list have the same width, 1, 2, 4 or 8 bytes: the
/// least that can hold the length of offsets and text together. A clone of such a list shares the
/// allocation, in O(1). Only memory limits the number and the length of the strings.
///
/// The program aborts if there are more clones than the count can hold, as it does for `Arc`.
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
/// Use `Vec<String>` if the strings change, or if you move them out one by one.
#[derive(Clone)]
pub struct StrList {
    packed: Packed,
}

const _: () = {
    assert!(size_of::<StrList>() == 16);
    assert!(size_of::<Option<StrList>>() == 16);
};

// Construction.
impl StrList {
    /// Makes an empty list.
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

    /// Captures the text of each value, the same text that `to_string` returns.
    ///
    /// O(n) over the text, in one formatting pass and on about 5 KiB of stack. Allocates nothing if
    /// the list fits inline, else once, at the exact size. In two cases it also allocates temporary
    /// buffers: for more than 64 values, and for text that, with one byte for each value, is longer
    /// than [`STACK_BYTES`](crate::capture::STACK_BYTES).
    ///
    /// # Panics
    ///
    /// Panics if a value's `Display` returns an error; the message has the value's index. Panics if
    /// the list is longer than an allocation can be, or the allocator returns no memory.
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

    /// Captures the text of each value, or returns an error.
    ///
    /// Costs what [`capture`](Self::capture) costs.
    ///
    /// # Errors
    ///
    /// - [`CaptureErrorKind::Format`](crate::CaptureErrorKind::Format) if a value's `Display`
    ///   returns an error; [`CaptureError::index`] returns the value's index.
    /// - [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if the allocator returns no
    ///   memory. The index is that of the value whose text found no memory, or `None` if there was
    ///   none for the list itself or for the end offsets of more than 64 values.
    /// - [`CaptureErrorKind::TooLong`](crate::CaptureErrorKind::TooLong), without an index, if the
    ///   list is longer than an allocation can be.
    ///
    /// All memory that the capture took is freed.
    ///
    /// ```
    /// use std::fmt::{self, Display};
    /// use string_kit::{CaptureErrorKind, StrList};
    ///
    /// struct Broken;
    /// impl Display for Broken {
    ///     fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { Err(fmt::Error) }
    /// }
    /// assert_eq!(StrList::try_capture(&[&1, &2])?, ["1", "2"]);
    /// let error = StrList::try_capture(&[&1, &Broken]).unwrap_err();
    /// assert_eq!((error.kind(), error.index()), (CaptureErrorKind::Format, Some(1)));
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_capture(values: &[&dyn Display]) -> Result<Self, CaptureError> {
        capture::capture(values).map(|packed| Self { packed })
    }
}

// Access.
impl StrList {
    /// Returns the number of strings.
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

    /// Returns `true` if the list has no strings.
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

    /// Returns the string at `index`, or `None` if the list is not that long.
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

    /// Returns the first string, or `None` if the list is empty.
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

    /// Returns the last string, or `None` if the list is empty.
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

    /// Returns `true` if a string of the list equals `string`.
    ///
    /// O(n) over the strings and their text, no allocation.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert!(StrList::from_iter(["a", "b"]).contains("b"));
    /// ```
    #[must_use]
    pub fn contains(&self, string: &str) -> bool {
        self.iter().any(|item| item == string)
    }

    /// Returns an iterator over the strings, in order.
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

    /// Returns the text of all strings, one after the other.
    ///
    /// O(1), no allocation: the list stores its text in this form.
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

    /// Returns the number of bytes that the list takes from the allocator, its reference count
    /// included.
    ///
    /// O(1), no allocation. 0 if the list is inline. Clones share these bytes, and each of them
    /// returns the full number.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// assert_eq!(StrList::from_iter(["a", "b"]).heap_size(), 0);
    /// // A reference count, one offset of one byte, and the text.
    /// let list = StrList::from_iter(["0123456789abcdef"]);
    /// assert_eq!(list.heap_size(), size_of::<usize>() + 1 + 16);
    /// ```
    #[must_use]
    #[inline]
    pub fn heap_size(&self) -> usize {
        self.packed.heap_size()
    }

    /// Returns `true` if the strings lie inside the value itself.
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

    /// Returns `true` if two lists share one allocation, as clones do.
    ///
    /// O(1), no allocation. Always `false` for inline lists.
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

/// Returns the string at an index, in O(1) and without an allocation.
///
/// # Panics
///
/// Panics if the list is not that long; [`StrList::get`] returns `None` instead.
impl Index<usize> for StrList {
    type Output = str;

    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &str {
        self.packed.string(index)
    }
}
