//! The iterator of [`StringBuf::drain`].

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::StringBuf;

/// The characters of a range that is taken out of a [`StringBuf`].
///
/// The range is removed when this is dropped. If it is leaked the text is unchanged: nothing is
/// touched before.
///
/// ```
/// use string_kit::StringBuf;
///
/// let mut path = StringBuf::<24>::from("usr/lib");
/// let mut drain = path.drain(3..);
/// assert_eq!(drain.next_back(), Some('b'));
/// drop(drain);
/// assert_eq!(path, "usr");
/// ```
pub struct Drain<'a, const N: usize> {
    buf: &'a mut StringBuf<N>,
    range: Range<usize>,
    /// What is still to be yielded. INVARIANT: within `range`, and of whole characters.
    left: Range<usize>,
}

impl<'a, const N: usize> Drain<'a, N> {
    /// `range` is one of whole characters of the text.
    pub(super) fn new(buf: &'a mut StringBuf<N>, range: Range<usize>) -> Self {
        Self {
            buf,
            left: range.clone(),
            range,
        }
    }

    /// The characters that are still to come.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr/lib");
    /// let mut drain = path.drain(..4);
    /// drain.next();
    /// assert_eq!(drain.as_str(), "sr/");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.buf.as_str()[self.left.clone()]
    }
}

impl<const N: usize> Iterator for Drain<'_, N> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let c = self.as_str().chars().next()?;
        self.left.start += c.len_utf8();
        Some(c)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.as_str().chars().size_hint()
    }

    #[inline]
    fn last(mut self) -> Option<char> {
        self.next_back()
    }
}

impl<const N: usize> DoubleEndedIterator for Drain<'_, N> {
    #[inline]
    fn next_back(&mut self) -> Option<char> {
        let c = self.as_str().chars().next_back()?;
        self.left.end -= c.len_utf8();
        Some(c)
    }
}

impl<const N: usize> FusedIterator for Drain<'_, N> {}

impl<const N: usize> Drop for Drain<'_, N> {
    fn drop(&mut self) {
        self.buf.text.replace(self.range.clone(), "");
    }
}

impl<const N: usize> fmt::Debug for Drain<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&self.as_str()).finish()
    }
}
