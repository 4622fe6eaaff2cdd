//! The methods that change the text.

use core::ops::{Bound, Range, RangeBounds};

use super::{Drain, StringBuf};
use crate::error::CaptureError;

/// At the end.
impl<const N: usize> StringBuf<N> {
    /// Appends a character.
    ///
    /// Amortized O(1). Allocates if there is no room.
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
    /// Amortized O(n) of the appended text. Allocates at most once, if there is no room.
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

    /// [`push_str`](Self::push_str), with an error for want of memory.
    ///
    /// Costs what `push_str` costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if the allocator has no room. Nothing is appended.
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

    /// Takes the last character off.
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

    /// Cuts the text after `new_len` bytes; does nothing if it has no more.
    ///
    /// O(1), no allocation. The capacity stays.
    ///
    /// # Panics
    ///
    /// If `new_len` lies within a character.
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

    /// Drops all text.
    ///
    /// O(1), no allocation. The capacity stays.
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

    /// Cuts the text at `at` and gives the part after it.
    ///
    /// O(n) of that part. Allocates once, at the exact size, if it is longer than `N`. The
    /// capacity of `self` stays.
    ///
    /// # Panics
    ///
    /// If `at` is over the length or lies within a character.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// let mut key = StringBuf::<24>::from("region=eu");
    /// let value = key.split_off(7);
    /// assert_eq!((key.as_str(), value.as_str()), ("region=", "eu"));
    /// ```
    #[must_use = "use `truncate` if the other part is not needed"]
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        let Range { start, end } = self.resolve(at..);
        let tail = Self::from(&self.as_str()[start..end]);
        self.text.truncate(start);
        tail
    }
}

/// Within.
impl<const N: usize> StringBuf<N> {
    /// Inserts a character before the byte at `idx`.
    ///
    /// O(n) of the text after it. Allocates if there is no room.
    ///
    /// # Panics
    ///
    /// If `idx` is over the length or lies within a character.
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

    /// Inserts a text before the byte at `idx`.
    ///
    /// O(n) of the inserted text and the text after it. Allocates at most once, if there is no
    /// room.
    ///
    /// # Panics
    ///
    /// If `idx` is over the length or lies within a character.
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

    /// Takes the character that starts at `idx` out.
    ///
    /// O(n) of the text after it, no allocation.
    ///
    /// # Panics
    ///
    /// If no character starts at `idx`.
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
        let Range { start, .. } = self.resolve(idx..);
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
    /// If `keep` does. What is left then is what it kept before: the character at which it
    /// panicked is gone, and all after it, as in a `String`.
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

    /// Takes the characters of a range of bytes out, as an iterator.
    ///
    /// O(n) of the range and the text after it, no allocation. The range is gone when the
    /// iterator is dropped, however far it was read; if it is leaked instead, the text is
    /// unchanged.
    ///
    /// # Panics
    ///
    /// If the range is not one of whole characters of this text.
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
        let range = self.resolve(range);
        Drain::new(self, range)
    }

    /// Puts `with` where a range of bytes was; the two may differ in length.
    ///
    /// O(n) of the new text and the text after it. Allocates at most once, if there is no room.
    ///
    /// # Panics
    ///
    /// If the range is not one of whole characters of this text.
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
        let range = self.resolve(range);
        self.text.replace(range, with);
    }

    /// A caller's range as the offsets that it stands for.
    ///
    /// Asks each bound once: one that answers differently the second time gets no second time.
    ///
    /// # Panics
    ///
    /// If it is not a range of whole characters of this text.
    #[track_caller]
    fn resolve(&self, range: impl RangeBounds<usize>) -> Range<usize> {
        let start = match range.start_bound() {
            Bound::Included(&start) => Some(start),
            Bound::Excluded(&before) => before.checked_add(1),
            Bound::Unbounded => Some(0),
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.checked_add(1),
            Bound::Excluded(&end) => Some(end),
            Bound::Unbounded => Some(self.len()),
        };
        let (Some(start), Some(end)) = (start, end) else {
            panic!("a bound of the range is over usize::MAX");
        };
        self.text.check_range(start..end);
        start..end
    }
}
