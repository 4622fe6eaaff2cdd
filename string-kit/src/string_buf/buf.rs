//! The type, and its bytes.
//!
//! ```text
//! inline    | length   | text ............. unwritten |     length <= N
//! heap      | capacity | pointer | length | unused    |     capacity > N
//!             1 word     the larger of 2 words and N bytes
//! ```
//!
//! The layout is that of `SmallVec`.
//!
//! INVARIANT: the bytes are UTF-8 whenever a caller's code can read them, even after a panic
//! of a caller's closure or of an allocation. Every method that takes an offset checks, before it
//! changes a byte, that the offset is a character boundary.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::{fmt, ptr, slice, str};

use smallvec::SmallVec;

use crate::error::{TextError, TextErrorKind};
use crate::short_text::{self, uncommon};

/// The largest `N` of which a clone copies all bytes, whatever the length of the text.
const WHOLE_MAX: usize = 64;

/// A growable UTF-8 string with up to `N` bytes inline, or more in one heap buffer.
///
/// A method with the name of one of `String`'s has its result, its panics and its cost, and the
/// type dereferences to `str`. But `from_utf8` copies the bytes, and its error is without them,
/// where `TryFrom<Vec<u8>>` takes them over; `from_utf8_lossy` returns no `Cow`; the error of
/// `try_reserve` is a `TextError`; and constants can make a string, not read it.
///
/// A value takes one word plus the larger of two words and `N` bytes, rounded up to words: on
/// 64-bit machines 24 bytes for an `N` of up to 16, and 32 bytes for 24.
///
/// Text of up to `N` bytes allocates nothing. Longer text moves to the heap, where the capacity
/// grows to powers of two. It moves back inline only in [`shrink_to_fit`](Self::shrink_to_fit) and
/// [`shrink_to`](Self::shrink_to). If the allocator returns no memory, a method panics or aborts,
/// as `String`'s does; those whose names begin with `try_`, and `fmt::Write`, return an error
/// instead. After a panic the string holds the text from before the call, unless the docs of the
/// method say otherwise.
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
pub struct StringBuf<const N: usize>(pub(super) SmallVec<[u8; N]>);

// An `N` of 16, 24 or 32 fills whole words. A smaller `N` takes as much as 16.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<StringBuf<0>>() == 24);
    assert!(size_of::<StringBuf<16>>() == 24);
    assert!(size_of::<StringBuf<24>>() == 32);
    assert!(size_of::<StringBuf<32>>() == 40);
};

impl<const N: usize> StringBuf<N> {
    /// Makes an empty string.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self(SmallVec::new_const())
    }

    /// Makes a string of up to `N` bytes, in a constant too.
    ///
    /// # Panics
    ///
    /// Panics if the text has more than `N` bytes.
    ///
    /// ```
    /// # use string_kit::StringBuf;
    /// const UNIT: StringBuf<16> = StringBuf::new_inline("seconds");
    /// assert_eq!(UNIT, "seconds");
    /// ```
    #[must_use]
    pub const fn new_inline(text: &str) -> Self {
        assert!(text.len() <= N, "the text has more than `N` bytes");
        let mut bytes = [0; N];
        let (head, _) = bytes.split_at_mut(text.len());
        head.copy_from_slice(text.as_bytes());
        // SAFETY: the length is at most `N`, as the assertion checked.
        Self(unsafe { SmallVec::from_const_with_len_unchecked(bytes, text.len()) })
    }

    /// Makes an empty string with room for `capacity` bytes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let mut buf = Self::new();
        buf.reserve_exact(capacity);
        buf
    }

    /// Makes an empty string with room for `capacity` bytes, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_reserve`](Self::try_reserve).
    pub fn try_with_capacity(capacity: usize) -> Result<Self, TextError> {
        let mut buf = Self::new();
        buf.try_reserve_exact(capacity)?;
        Ok(buf)
    }

    /// Copies `text`, with one allocation of its exact size if it is longer than `N`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much")]
    pub(crate) fn copy_of(text: &str) -> Self {
        let len = text.len();
        if len <= N {
            let bytes = short_text::padded(text.as_bytes());
            // SAFETY: the first `len` bytes are those of the text, which is UTF-8, and `len` is at
            // most `N`.
            return Self(unsafe { SmallVec::from_buf_and_len_unchecked(bytes, len) });
        }
        uncommon();
        Self::copy_to_heap(text)
    }

    #[inline]
    fn copy_to_heap(text: &str) -> Self {
        /// PERF: apart, so that a short text takes no registers for it; a pointer is returned in a
        /// register.
        #[inline(never)]
        fn allocate(text: &str) -> *mut u8 {
            Box::into_raw(Box::<[u8]>::from(text.as_bytes())).cast()
        }
        let len = text.len();
        assert!(len > N);
        // SAFETY: the pointer is that of `len` bytes, which are written, from the allocator of a
        // `Vec` with this capacity; that is more than `N`, and nobody else has it.
        Self(unsafe { SmallVec::from_raw_parts(allocate(text), len, len) })
    }

    /// Takes over the buffer of `text` if it is longer than `N`, else copies it inline.
    #[inline]
    pub(crate) fn from_string(text: String) -> Self {
        if text.len() > N {
            // The capacity is more than `N` too, so that `from_vec` does not copy.
            Self(SmallVec::from_vec(text.into_bytes()))
        } else {
            Self::copy_of(&text)
        }
    }

    /// Returns the text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT).
        unsafe { str::from_utf8_unchecked(&self.0) }
    }

    /// Returns the text as a `&mut str`, for changes in place.
    #[must_use]
    #[inline]
    pub fn as_mut_str(&mut self) -> &mut str {
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT), and stay UTF-8: safe code
        // cannot break that through a `&mut str`.
        unsafe { str::from_utf8_unchecked_mut(&mut self.0) }
    }

    /// Returns the bytes of the text.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// Returns the length of the text in bytes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes that the text can have without a new allocation: at least `N`.
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// Returns `true` if the text lies inside the value itself, in O(1). A text of up to `N` bytes
    /// may lie on the heap, if it was longer before or if more capacity was reserved.
    #[must_use]
    #[inline]
    pub fn is_inline(&self) -> bool {
        !self.0.spilled()
    }

    /// Returns the memory between the text and the end of the capacity, to be written, and then
    /// made text by [`set_len`](Self::set_len).
    #[must_use]
    #[inline]
    pub fn spare_capacity_mut(&mut self) -> &mut [MaybeUninit<u8>] {
        let (len, capacity) = (self.len(), self.capacity());
        // SAFETY: the vector has `capacity` bytes from its start, of which `len` are the text, so
        // that both the result and its end lie in its memory.
        let spare = unsafe { self.0.as_mut_ptr().add(len) }.cast::<MaybeUninit<u8>>();
        // SAFETY: the bytes from there to the capacity belong to the vector, which is borrowed as
        // long as the result; they need no alignment and no value. `capacity` is at least `len`.
        unsafe { slice::from_raw_parts_mut(spare, capacity - len) }
    }

    /// Sets the length of the text, in bytes.
    ///
    /// # Safety
    ///
    /// `len` must be at most the capacity, and the first `len` bytes must be written and UTF-8.
    #[inline]
    pub unsafe fn set_len(&mut self, len: usize) {
        // SAFETY: the caller promises that the capacity has `len` bytes, that they are written, and
        // that they are UTF-8 (INVARIANT).
        unsafe { self.0.set_len(len) };
    }

    /// Reserves room for at least `additional` bytes after the text.
    #[inline]
    pub fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
    }

    /// Reserves room for `additional` bytes after the text, and for no more.
    #[inline]
    pub fn reserve_exact(&mut self, additional: usize) {
        self.0.reserve_exact(additional);
    }

    /// Reserves room for at least `additional` bytes after the text, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`](crate::TextErrorKind::Alloc) if the allocator returns no
    /// memory or the capacity would be more than `isize::MAX`. Text and capacity are unchanged.
    #[inline]
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TextError> {
        let reserved = self.0.try_reserve(additional);
        reserved.map_err(|_| TextErrorKind::Alloc.into())
    }

    /// Reserves room for `additional` bytes after the text and no more, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_reserve`](Self::try_reserve).
    #[inline]
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TextError> {
        let reserved = self.0.try_reserve_exact(additional);
        reserved.map_err(|_| TextErrorKind::Alloc.into())
    }

    /// Shrinks the capacity to the length of the text, or to `N` if that is more.
    pub fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    /// As `String::shrink_to`, but not below `N`.
    pub fn shrink_to(&mut self, min_capacity: usize) {
        let capacity = min_capacity.max(self.0.len());
        if capacity < self.0.capacity() {
            // Despite its name it sets the capacity, to `N` at least.
            self.0.grow(capacity);
        }
    }

    /// Converts the string into a `String`.
    #[must_use]
    pub fn into_string(self) -> String {
        if self.is_inline() {
            return String::from(self.as_str());
        }
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT).
        unsafe { String::from_utf8_unchecked(self.0.into_vec()) }
    }

    /// Converts the string into a `Box<str>`.
    #[must_use]
    pub fn into_boxed_str(self) -> Box<str> {
        self.into_string().into_boxed_str()
    }

    /// Converts the string into its bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_string().into_bytes()
    }

    /// Converts the string into a text that is never freed.
    #[must_use = "use `drop` or `mem::forget` if the text is not needed"]
    pub fn leak<'a>(self) -> &'a mut str {
        self.into_string().leak()
    }

    /// As `str::repeat`.
    ///
    /// # Panics
    ///
    /// Panics if the result would have more than `isize::MAX` bytes.
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

impl<const N: usize> Clone for StringBuf<N> {
    #[inline]
    fn clone(&self) -> Self {
        /// PERF: apart, so that the texts below take no space for those that are seldom.
        #[inline(never)]
        fn copy<const N: usize>(source: &StringBuf<N>) -> StringBuf<N> {
            StringBuf::copy_of(source)
        }
        // PERF: `SmallVec`'s own copies byte by byte, and allocates the next power of two. Up to 64
        // bytes are copied as a whole, in as many moves as they have words or less.
        if N <= WHOLE_MAX && self.is_inline() {
            // SAFETY: the text is inline, so that the vector owns nothing: two copies of its bytes
            // are two vectors.
            return Self(unsafe { ptr::read(&raw const self.0) });
        }
        if self.len() > N {
            Self::copy_to_heap(self)
        } else {
            copy(self)
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        self.0.reserve_exact(source.0.len());
        self.push_str(source);
    }
}

impl<const N: usize> Default for StringBuf<N> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// Appends each piece, or returns an error and appends no part of it if memory runs out.
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
