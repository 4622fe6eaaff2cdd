//! [`StringBuf<N>`]: a growable string that keeps `N` bytes of text inside itself.

mod cmp;
mod convert;
mod drain;
mod edit;
mod text;

use alloc::boxed::Box;
use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;
use core::ops::{Deref, DerefMut};

pub use self::drain::Drain;
use self::text::Text;
use crate::error::CaptureError;

/// A growable UTF-8 string: up to `N` bytes inside the value, more in one heap buffer.
///
/// It has `String`'s methods under `String`'s names, and dereferences to `str`. A value takes one
/// word, and the larger of two words and `N` bytes: on 64 bits 24 bytes for an `N` of 16 and 32
/// for one of 24. Other than multiples of 8 waste the difference.
///
/// Text of up to `N` bytes allocates nothing. The text moves to the heap when it outgrows `N`,
/// where the capacity grows to powers of two, so that appending is amortized O(1) a byte; it moves
/// back only in [`shrink_to_fit`](Self::shrink_to_fit).
///
/// Where a method here says that it may allocate it panics or aborts without memory, as `String`
/// does; [`try_reserve`](Self::try_reserve), [`try_push_str`](Self::try_push_str) and
/// `fmt::Write` report it instead. After any panic the string holds valid text: the one before
/// the call, unless the method says otherwise.
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

/// Build.
impl<const N: usize> StringBuf<N> {
    /// An empty string.
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

    /// An empty string with room for `capacity` bytes.
    ///
    /// O(1). Allocates once, at that size, if `capacity` is more than `N`.
    ///
    /// # Panics
    ///
    /// If `capacity` is more than `isize::MAX`.
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
}

/// Look.
impl<const N: usize> StringBuf<N> {
    /// The text.
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

    /// The text, to change in place.
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

    /// The length of the text in bytes.
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

    /// Whether the text has no byte.
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

    /// How many bytes of text fit without another allocation: `N` at least.
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

    /// Whether the text lies inside the value itself.
    ///
    /// O(1), no allocation. A short text may lie on the heap still, if it once was longer.
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

/// Room.
impl<const N: usize> StringBuf<N> {
    /// Makes room for `additional` bytes after the text, and for some more.
    ///
    /// Does nothing if there is room. Else O(n) and one allocation or reallocation, to the next
    /// power of two.
    ///
    /// # Panics
    ///
    /// If the capacity would be more than `isize::MAX`.
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

    /// Makes room for `additional` bytes after the text, and for no more.
    ///
    /// Does nothing if there is room. Else O(n) and one allocation or reallocation.
    ///
    /// # Panics
    ///
    /// If the capacity would be more than `isize::MAX`.
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

    /// [`reserve`](Self::reserve), with an error for want of memory.
    ///
    /// Costs what `reserve` costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if the allocator has no room or the capacity would be more than
    /// `isize::MAX`. Text and capacity stay as they are.
    ///
    /// ```
    /// use string_kit::{CaptureError, StringBuf};
    ///
    /// let mut buf = StringBuf::<24>::from("tag");
    /// let error = buf.try_reserve(usize::MAX).unwrap_err();
    /// assert_eq!(error.kind(), string_kit::CaptureErrorKind::Alloc);
    /// assert_eq!(buf, "tag");
    /// ```
    #[inline]
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), CaptureError> {
        self.text.try_reserve(additional)
    }

    /// [`reserve_exact`](Self::reserve_exact), with an error for want of memory.
    ///
    /// Costs what `reserve_exact` costs.
    ///
    /// # Errors
    ///
    /// As [`try_reserve`](Self::try_reserve).
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

    /// Gives back all room but what the text needs.
    ///
    /// O(n). Moves a text of up to `N` bytes back inside the value and frees its buffer; else one
    /// reallocation, if there was room to give back.
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
}

/// Take apart.
impl<const N: usize> StringBuf<N> {
    /// The text as a `String`.
    ///
    /// O(1) and no allocation if the text is on the heap, capacity included; else O(n) and one
    /// allocation of the exact size, unless the text is empty.
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

    /// The text as a `Box<str>`.
    ///
    /// O(n). One allocation of the exact size if the text is inline and not empty; one
    /// reallocation if it is on the heap with room to spare, else none.
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
}

/// O(n). Allocates once, at the exact size, if the text is longer than `N`; slack is not copied.
impl<const N: usize> Clone for StringBuf<N> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            text: self.text.clone(),
        }
    }

    /// O(n). Allocates nothing if the source's text fits the capacity.
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

impl<const N: usize> Deref for StringBuf<N> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> DerefMut for StringBuf<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

impl<const N: usize> AsRef<str> for StringBuf<N> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<[u8]> for StringBuf<N> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<const N: usize> Borrow<str> for StringBuf<N> {
    #[inline]
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> fmt::Debug for StringBuf<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<const N: usize> fmt::Display for StringBuf<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Appends; an error means that the allocator had no room, and leaves out the whole piece.
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
