//! The iterator that [`StringBuf::drain`] returns.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::buf::StringBuf;

/// An iterator over the characters of a range that it removes from a [`StringBuf`].
///
/// [`StringBuf::drain`] makes it. Dropping the iterator removes the range; the text does not change
/// before, and not at all if the iterator is leaked.
pub struct Drain<'a, const N: usize> {
    buf: &'a mut StringBuf<N>,
    range: Range<usize>,
    /// The characters not returned yet. INVARIANT: they are whole, and lie within `range`.
    rest: Range<usize>,
}

impl<'a, const N: usize> Drain<'a, N> {
    pub(super) fn new(buf: &'a mut StringBuf<N>, range: Range<usize>) -> Self {
        Self {
            buf,
            rest: range.clone(),
            range,
        }
    }

    /// Returns the characters that the iterator has not returned yet.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.buf.as_str()[self.rest.clone()]
    }
}

impl<const N: usize> Iterator for Drain<'_, N> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let c = self.as_str().chars().next()?;
        self.rest.start += c.len_utf8();
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
        self.rest.end -= c.len_utf8();
        Some(c)
    }
}

impl<const N: usize> FusedIterator for Drain<'_, N> {}

impl<const N: usize> Drop for Drain<'_, N> {
    fn drop(&mut self) {
        drop(self.buf.0.drain(self.range.clone()));
    }
}

impl<const N: usize> fmt::Debug for Drain<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&self.as_str()).finish()
    }
}
