//! The methods that change the text.

use core::ops::{Range, RangeBounds};

use super::{Drain, StringBuf};
use crate::error::CaptureError;
use crate::range::resolve;

/// Changes at the end.
impl<const N: usize> StringBuf<N> {
    /// Appends a character.
    ///
    /// Amortized O(1). Allocates at most once, if there is no room.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut word = StringBuf::<24>::from("caf");
    /// word.push('é');
    /// assert_eq!(word, "café");
    /// ```
    #[inline]
    pub fn push(&mut self, c: char) {
        self.text.push_char(c);
    }

    /// Appends a text.
    ///
    /// Amortized O(n) over the appended text. Allocates at most once, if there is no room.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr");
    /// path.push_str("/lib");
    /// assert_eq!(path, "usr/lib");
    /// ```
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a text, or returns an error.
    ///
    /// Costs what [`push_str`](Self::push_str) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if the allocator returns no
    /// memory. Text and capacity are unchanged.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr");
    /// path.try_push_str("/lib")?;
    /// assert_eq!(path, "usr/lib");
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_push_str(&mut self, text: &str) -> Result<(), CaptureError> {
        self.text.try_reserve(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Appends a copy of a range of the text.
    ///
    /// O(n) over the range. Allocates at most once, if there is no room.
    ///
    /// # Panics
    ///
    /// Panics if a bound of the range is beyond the end or within a character, or if the range ends
    /// before it starts.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut word = StringBuf::<24>::from("café ");
    /// word.extend_from_within(..5);
    /// assert_eq!(word, "café café");
    /// ```
    #[track_caller]
    pub fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        let range = resolve(self, range);
        self.text.extend_from_within(range);
    }

    /// Removes the last character and returns it, or returns `None` if the text is empty.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut word = StringBuf::<24>::from("café");
    /// assert_eq!(word.pop(), Some('é'));
    /// assert_eq!(word, "caf");
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<char> {
        let c = self.chars().next_back()?;
        self.text.truncate(self.len() - c.len_utf8());
        Some(c)
    }

    /// Shortens the text to `new_len` bytes, or does nothing if it is not longer.
    ///
    /// O(1), no allocation. Keeps the capacity.
    ///
    /// # Panics
    ///
    /// Panics if `new_len` lies within a character.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr/lib");
    /// path.truncate(3);
    /// assert_eq!(path, "usr");
    /// ```
    #[inline]
    #[track_caller]
    pub fn truncate(&mut self, new_len: usize) {
        self.text.truncate(new_len);
    }

    /// Removes all text.
    ///
    /// O(1), no allocation. Keeps the capacity.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut buf = StringBuf::<24>::from("tag");
    /// buf.clear();
    /// assert_eq!(buf, "");
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.text.truncate(0);
    }

    /// Splits the text at the byte index `at`, keeps the first part, and returns the second.
    ///
    /// O(n) over the second part. Allocates once, at the exact size, if that part is longer than
    /// `N`. `self` keeps its capacity.
    ///
    /// # Panics
    ///
    /// Panics if `at` is beyond the end or within a character.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut key = StringBuf::<24>::from("region=eu");
    /// let value = key.split_off(7);
    /// assert_eq!((key.as_str(), value.as_str()), ("region=", "eu"));
    /// ```
    #[must_use = "use `truncate` if the second part is not needed"]
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        let Range { start, end } = resolve(self, at..);
        let tail = Self::from(&self.as_str()[start..end]);
        self.text.truncate(start);
        tail
    }
}

/// Changes at any place.
impl<const N: usize> StringBuf<N> {
    /// Inserts a character at the byte index `idx`.
    ///
    /// O(n) over the text after `idx`. Allocates at most once, if there is no room.
    ///
    /// # Panics
    ///
    /// Panics if `idx` is beyond the end or within a character.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut word = StringBuf::<24>::from("cfé");
    /// word.insert(1, 'a');
    /// assert_eq!(word, "café");
    /// ```
    #[track_caller]
    pub fn insert(&mut self, idx: usize, c: char) {
        self.insert_str(idx, c.encode_utf8(&mut [0; 4]));
    }

    /// Inserts a text at the byte index `idx`.
    ///
    /// O(n) over the inserted text and the text after `idx`. Allocates at most once, if there is no
    /// room.
    ///
    /// # Panics
    ///
    /// Panics if `idx` is beyond the end or within a character.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr/lib");
    /// path.insert_str(3, "/local");
    /// assert_eq!(path, "usr/local/lib");
    /// ```
    #[track_caller]
    pub fn insert_str(&mut self, idx: usize, text: &str) {
        self.text.replace(idx..idx, text);
    }

    /// Removes the character that starts at the byte index `idx` and returns it.
    ///
    /// O(n) over the text after `idx`, no allocation.
    ///
    /// # Panics
    ///
    /// Panics if no character starts at `idx`.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut word = StringBuf::<24>::from("café");
    /// assert_eq!(word.remove(1), 'a');
    /// assert_eq!(word, "cfé");
    /// ```
    #[track_caller]
    pub fn remove(&mut self, idx: usize) -> char {
        let Range { start, .. } = resolve(self, idx..);
        let Some(c) = self.as_str()[start..].chars().next() else {
            panic!("cannot remove a char from the end of a string");
        };
        self.text.replace(start..start + c.len_utf8(), "");
        c
    }

    /// Keeps the characters for which `keep` returns `true`.
    ///
    /// O(n), no allocation.
    ///
    /// # Panics
    ///
    /// Panics if `keep` panics. The characters that it kept before stay. The character at which it
    /// panicked and all later ones are removed, as with `String`.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut digits = StringBuf::<24>::from("1,234.5");
    /// digits.retain(char::is_numeric);
    /// assert_eq!(digits, "12345");
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(char) -> bool) {
        self.text.retain(keep);
    }

    /// Removes a range of bytes and returns an iterator over its characters.
    ///
    /// O(n) over the range and the text after it, no allocation. Dropping the iterator removes the
    /// whole range, even if some characters were not read. Leaking the iterator leaves the text
    /// unchanged.
    ///
    /// # Panics
    ///
    /// Panics if a bound of the range is beyond the end or within a character, or if the range ends
    /// before it starts.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr/lib");
    /// assert_eq!(path.drain(..4).collect::<String>(), "usr/");
    /// assert_eq!(path, "lib");
    /// ```
    #[track_caller]
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> Drain<'_, N> {
        let range = resolve(self, range);
        Drain::new(self, range)
    }

    /// Replaces a range of bytes with `with`, which may have another length.
    ///
    /// O(n) over the new text and the text after it. Allocates at most once, if there is no room.
    ///
    /// # Panics
    ///
    /// Panics if a bound of the range is beyond the end or within a character, or if the range ends
    /// before it starts.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut path = StringBuf::<24>::from("usr/lib");
    /// path.replace_range(..3, "opt/local");
    /// assert_eq!(path, "opt/local/lib");
    /// ```
    #[track_caller]
    pub fn replace_range(&mut self, range: impl RangeBounds<usize>, with: &str) {
        let range = resolve(self, range);
        self.text.replace(range, with);
    }
}
