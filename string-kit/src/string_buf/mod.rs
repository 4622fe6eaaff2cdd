//! [`StringBuf`]: a growable string that keeps up to `N` bytes of text inline.

mod bytes;
mod drain;
mod edit;
mod text;

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

pub use self::drain::Drain;
use self::text::Text;
use crate::error::CaptureError;

/// A growable UTF-8 string with up to `N` bytes inline, or more in one heap buffer.
///
/// Its methods have the names and the results of `String`'s, and it dereferences to `str`. A value
/// takes one word plus the larger of two words and `N` bytes, rounded up to words: on 64-bit
/// machines 24 bytes for an `N` of up to 16, and 32 bytes for 24.
///
/// Text of up to `N` bytes allocates nothing. Longer text moves to the heap, where the capacity
/// grows to powers of two, so that appending is amortized O(1) for each byte. The text moves back
/// inline only in [`shrink_to_fit`](Self::shrink_to_fit).
///
/// The docs of a method say if it may allocate. If the allocator returns no memory, such a method
/// panics or aborts, as `String`'s do. [`try_reserve`](Self::try_reserve),
/// [`try_reserve_exact`](Self::try_reserve_exact), [`try_push_str`](Self::try_push_str) and
/// `fmt::Write` return an error instead. After a panic the string holds the text from before the
/// call, unless the docs of the method say otherwise. The text is always valid UTF-8.
///
/// ```
/// use std::fmt::Write;
/// use string_kit::StringBuf;
///
/// let mut line = StringBuf::<24>::from("status: ");
/// write!(line, "{}", 200)?;
/// assert_eq!(line, "status: 200");
/// assert!(line.is_inline());
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub struct StringBuf<const N: usize> {
    text: Text<N>,
}

/// Construction.
impl<const N: usize> StringBuf<N> {
    /// Makes an empty string.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::new(), "");
    /// ```
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { text: Text::new() }
    }

    /// Makes an empty string with room for `capacity` bytes.
    ///
    /// O(1). Allocates once, at that size, if `capacity` is more than `N`.
    ///
    /// # Panics
    ///
    /// Panics if `capacity` is more than `isize::MAX`.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::with_capacity(100).capacity(), 100);
    /// assert_eq!(StringBuf::<24>::with_capacity(10).capacity(), 24);
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let mut buf = Self::new();
        buf.reserve_exact(capacity);
        buf
    }

    /// Makes an empty string with room for `capacity` bytes, or returns an error.
    ///
    /// Costs what [`with_capacity`](Self::with_capacity) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if the allocator returns no
    /// memory or `capacity` is more than `isize::MAX`. Nothing is kept.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::try_with_capacity(100)?.capacity(), 100);
    /// assert!(StringBuf::<24>::try_with_capacity(usize::MAX).is_err());
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_with_capacity(capacity: usize) -> Result<Self, CaptureError> {
        let mut buf = Self::new();
        buf.try_reserve_exact(capacity)?;
        Ok(buf)
    }

    /// Copies `text`, with one allocation of its exact size if it is longer than `N`.
    #[inline]
    pub(crate) fn copy_of(text: &str) -> Self {
        Self {
            text: Text::copy_of(text),
        }
    }

    /// Takes over the buffer of `text` if it is longer than `N`, else copies it inline.
    #[inline]
    pub(crate) fn from_string(text: String) -> Self {
        Self {
            text: Text::from_string(text),
        }
    }
}

/// Access.
impl<const N: usize> StringBuf<N> {
    /// Returns the text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("tag").as_str(), "tag");
    /// ```
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the text as a `&mut str`, for changes in place.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut tag = StringBuf::<24>::from("tag");
    /// tag.as_mut_str().make_ascii_uppercase();
    /// assert_eq!(tag, "TAG");
    /// ```
    #[must_use]
    #[inline]
    pub fn as_mut_str(&mut self) -> &mut str {
        self.text.as_mut_str()
    }

    /// Returns the length of the text in bytes.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("é").len(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.as_str().len()
    }

    /// Returns `true` if the text is empty.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert!(StringBuf::<24>::new().is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes that the text can have without a new allocation: at least `N`.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::new().capacity(), 24);
    /// ```
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> usize {
        self.text.capacity()
    }

    /// Returns `true` if the text lies inside the value itself.
    ///
    /// O(1), no allocation. A text of up to `N` bytes may lie on the heap, if it was longer before
    /// or if more capacity was reserved.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert!(StringBuf::<3>::from("tag").is_inline());
    /// assert!(!StringBuf::<3>::from("tags").is_inline());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_inline(&self) -> bool {
        self.text.is_inline()
    }
}

/// Capacity.
impl<const N: usize> StringBuf<N> {
    /// Reserves room for at least `additional` bytes after the text.
    ///
    /// O(1) if there is room. Else O(n) over the text, and one allocation or reallocation to the
    /// next power of two.
    ///
    /// # Panics
    ///
    /// Panics if the capacity would be more than `isize::MAX`.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::new();
    /// buf.reserve(25);
    /// assert_eq!(buf.capacity(), 32);
    /// ```
    #[inline]
    pub fn reserve(&mut self, additional: usize) {
        self.text.reserve(additional);
    }

    /// Reserves room for `additional` bytes after the text, and for no more.
    ///
    /// O(1) if there is room. Else O(n) over the text, and one allocation or reallocation to the
    /// exact size.
    ///
    /// # Panics
    ///
    /// Panics if the capacity would be more than `isize::MAX`.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::new();
    /// buf.reserve_exact(25);
    /// assert_eq!(buf.capacity(), 25);
    /// ```
    #[inline]
    pub fn reserve_exact(&mut self, additional: usize) {
        self.text.reserve_exact(additional);
    }

    /// Reserves room for at least `additional` bytes after the text, or returns an error.
    ///
    /// Costs what [`reserve`](Self::reserve) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if the allocator returns no
    /// memory or the capacity would be more than `isize::MAX`. Text and capacity are unchanged.
    ///
    /// ```
    /// use string_kit::{CaptureErrorKind, StringBuf};
    ///
    /// let mut buf = StringBuf::<24>::from("tag");
    /// let error = buf.try_reserve(usize::MAX).unwrap_err();
    /// assert_eq!(error.kind(), CaptureErrorKind::Alloc);
    /// assert_eq!(buf, "tag");
    /// ```
    #[inline]
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), CaptureError> {
        self.text.try_reserve(additional)
    }

    /// Reserves room for `additional` bytes after the text and no more, or returns an error.
    ///
    /// Costs what [`reserve_exact`](Self::reserve_exact) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if the allocator returns no
    /// memory or the capacity would be more than `isize::MAX`. Text and capacity are unchanged.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::from("tag");
    /// buf.try_reserve_exact(30)?;
    /// assert_eq!(buf.capacity(), 33);
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), CaptureError> {
        self.text.try_reserve_exact(additional)
    }

    /// Shrinks the capacity to the length of the text, or to `N` if that is more.
    ///
    /// O(n). A text of up to `N` bytes moves inline, and its buffer is freed. A longer one takes
    /// one reallocation if it has spare capacity.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::with_capacity(100);
    /// buf.push_str("tag");
    /// buf.shrink_to_fit();
    /// assert!(buf.is_inline());
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
    }

    /// Shrinks the capacity to `min_capacity`, or to the length of the text or to `N` if one of
    /// these is more.
    ///
    /// O(n). Does nothing if the capacity is not more than that. Else a text moves inline and its
    /// buffer is freed, if neither the text nor `min_capacity` is more than `N`; otherwise the
    /// buffer takes one reallocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::with_capacity(100);
    /// buf.shrink_to(40);
    /// assert_eq!(buf.capacity(), 40);
    /// buf.shrink_to(0);
    /// assert!(buf.is_inline());
    /// ```
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.text.shrink_to(min_capacity);
    }
}

/// Conversion.
impl<const N: usize> StringBuf<N> {
    /// Converts the string into a `String`.
    ///
    /// O(1) and no allocation if the text is on the heap: the `String` takes over the buffer and
    /// its capacity. Else O(n), and one allocation of the exact size unless the text is empty.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("tag").into_string(), "tag");
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.text.into_string()
    }

    /// Converts the string into a `Box<str>`.
    ///
    /// O(n). Takes one allocation of the exact size if the text is inline and not empty, one
    /// reallocation if it is on the heap with spare capacity, and else none.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(&*StringBuf::<24>::from("tag").into_boxed_str(), "tag");
    /// ```
    #[must_use]
    pub fn into_boxed_str(self) -> Box<str> {
        self.into_string().into_boxed_str()
    }

    /// Converts the string into a text that is never freed.
    ///
    /// Costs what [`into_string`](Self::into_string) costs. Spare capacity is not freed either:
    /// call [`shrink_to_fit`](Self::shrink_to_fit) first if there is much of it.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let tag: &'static mut str = StringBuf::<24>::from("tag").leak();
    /// tag.make_ascii_uppercase();
    /// assert_eq!(tag, "TAG");
    /// ```
    #[must_use = "use `drop` or `mem::forget` if the text is not needed"]
    pub fn leak<'a>(self) -> &'a mut str {
        self.into_string().leak()
    }

    /// Makes a string that has the text `n` times.
    ///
    /// O(n) over the result. Allocates once, at the exact size, if the result is longer than `N`.
    ///
    /// # Panics
    ///
    /// Panics if the result would have more than `isize::MAX` bytes.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("-=").repeat(3), "-=-=-=");
    /// ```
    #[must_use]
    pub fn repeat(&self, n: usize) -> Self {
        let capacity = self.len().checked_mul(n).expect("capacity overflow");
        let mut buf = Self::with_capacity(capacity);
        for _ in 0..n {
            buf.push_str(self);
        }
        buf
    }
}

/// Copies the text without spare capacity, in O(n). Allocates once, at the exact size, if it is
/// longer than `N`.
impl<const N: usize> Clone for StringBuf<N> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            text: self.text.clone(),
        }
    }

    /// Copies the text of `source` into `self`, in O(n). Allocates nothing if the text fits the
    /// capacity, else once, at the exact size.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.text.clone_from(&source.text);
    }
}

impl<const N: usize> Default for StringBuf<N> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// Appends each piece at the cost of [`push_str`](StringBuf::push_str). Returns an error, and
/// appends no part of the piece, if the allocator returns no memory.
impl<const N: usize> fmt::Write for StringBuf<N> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.try_push_str(text).map_err(|_| fmt::Error)
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }
}
