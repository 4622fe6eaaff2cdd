//! Texts that are made of others.

use alloc::string::String;

use super::SharedStr;
use crate::string_buf::StringBuf;

/// The number of bytes that are collected on the stack before they need the heap.
pub(crate) const COLLECT_BYTES: usize = 256;

impl SharedStr {
    /// Joins texts, with `separator` between them. Collecting an iterator joins them without one.
    ///
    /// Allocates once for a result of up to 256 bytes, or never if that is inline. A longer text is
    /// joined in a buffer on the heap, then copied.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// assert_eq!(SharedStr::join(["eu", "west", "1"], "-"), "eu-west-1");
    /// assert_eq!(SharedStr::from_iter(["eu", "west"]), "euwest");
    /// ```
    #[must_use]
    pub fn join<T: AsRef<str>>(texts: impl IntoIterator<Item = T>, separator: &str) -> Self {
        let mut joined = StringBuf::<COLLECT_BYTES>::new();
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined.push_str(separator);
            }
            joined.push_str(text.as_ref());
        }
        Self::from(joined)
    }

    /// As `str::repeat`, by way of a `String`.
    ///
    /// # Panics
    ///
    /// Panics if the result would have more than `isize::MAX` bytes.
    #[must_use]
    pub fn repeat(&self, n: usize) -> Self {
        self.or_clone(self.as_str().repeat(n))
    }

    /// As `str::to_lowercase`, by way of a `String`. Shares this text if nothing changes.
    #[must_use]
    pub fn to_lowercase(&self) -> Self {
        self.or_clone(self.as_str().to_lowercase())
    }

    /// As `str::to_uppercase`, by way of a `String`. Shares this text if nothing changes.
    #[must_use]
    pub fn to_uppercase(&self) -> Self {
        self.or_clone(self.as_str().to_uppercase())
    }

    /// Changes the text by `String`'s methods, and returns what `edit` does. Other handles of the
    /// text keep it.
    ///
    /// O(n): copies the text into a `String`, and the result back if it differs. If `edit` panics,
    /// the text is unchanged.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// let name = SharedStr::from("x-request-id");
    /// let mut edited = name.clone();
    /// edited.edit(|text| text.insert_str(0, "http."));
    /// assert_eq!((&*name, &*edited), ("x-request-id", "http.x-request-id"));
    /// ```
    #[doc(alias = "make_mut")]
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut String) -> R) -> R {
        let mut text = String::from(self.as_str());
        let result = edit(&mut text);
        *self = self.or_clone(text);
        result
    }

    /// Copies `text`, or clones this text if it is equal.
    fn or_clone(&self, text: String) -> Self {
        if *self.as_str() == text {
            return self.clone();
        }
        Self::from(text)
    }
}
