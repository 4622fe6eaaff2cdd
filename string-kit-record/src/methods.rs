//! The methods of a growable string.

use std::fmt;
use std::mem;
use std::ops::{Add, AddAssign, RangeBounds};
use std::panic::catch_unwind;
use std::thread;

use string_kit::CapturedStr;

use crate::label::Label;
use crate::recorded::Recorded;

/// A string as `String`, which is put back when this is dropped, be it by a panic. If `S` refuses
/// the text, the string is empty.
struct Lent<'a, S: CapturedStr>(&'a mut S, String);

impl<'a, S: CapturedStr> Lent<'a, S> {
    fn new(inner: &'a mut S) -> Self {
        let string = mem::take(inner).into_string();
        Self(inner, string)
    }
}

impl<S: CapturedStr> Drop for Lent<'_, S> {
    fn drop(&mut self) {
        let text = mem::take(&mut self.1);
        if !thread::panicking() {
            *self.0 = S::from(text);
        } else if let Ok(text) = catch_unwind(|| S::from(text)) {
            // A second panic would abort the program.
            *self.0 = text;
        }
    }
}

/// Defines methods that do what those of `String` do.
macro_rules! edits {
    ($(
        $(#[$doc:meta])*
        $name:ident($($parameter:ident: $ty:ty),*) $(-> $result:ty)?;
    )*) => {$(
        #[doc = concat!("Does what `String::", stringify!($name), "` does.")]
        #[doc = ""]
        #[doc = "It counts as one append. O(n) if `S` is not `String`. If `S` refuses the text, it"]
        #[doc = "panics, and the string is empty."]
        #[doc = ""]
        $(#[$doc])*
        pub fn $name(&mut self, $($parameter: $ty),*) $(-> $result)? {
            self.edit(|inner| Lent::new(inner).1.$name($($parameter),*))
        }
    )*};
}

impl<S: CapturedStr + fmt::Write, L: Label> Recorded<S, L> {
    /// Appends a text, as `String::push_str` does.
    ///
    /// # Panics
    ///
    /// Panics if `S` refuses the text: a string of fixed capacity may.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.edit(|inner| inner.write_str(text))
            .expect("the string takes the text");
    }

    /// Appends a character, as `String::push` does.
    ///
    /// # Panics
    ///
    /// Panics as [`push_str`](Self::push_str) does.
    #[inline]
    pub fn push(&mut self, character: char) {
        self.push_str(character.encode_utf8(&mut [0; 4]));
    }

    edits! {
        clear();
        /// # Panics
        ///
        /// Panics if `at` lies beyond the end or within a character.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("ac");
        /// word.insert(1, 'b');
        /// assert_eq!(word, "abc");
        /// ```
        insert(at: usize, character: char);
        /// # Panics
        ///
        /// Panics if `at` lies beyond the end or within a character.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("ad");
        /// word.insert_str(1, "bc");
        /// assert_eq!(word, "abcd");
        /// ```
        insert_str(at: usize, text: &str);
        make_ascii_lowercase();
        make_ascii_uppercase();
        pop() -> Option<char>;
        /// # Panics
        ///
        /// Panics if `at` lies at or beyond the end or within a character.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("abc");
        /// assert_eq!(word.remove(1), 'b');
        /// assert_eq!(word, "ac");
        /// ```
        remove(at: usize) -> char;
        /// # Panics
        ///
        /// Panics if the range begins after its end, or if one of these lies beyond the text's end
        /// or within a character.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("abc");
        /// word.replace_range(1.., "d");
        /// assert_eq!(word, "ad");
        /// ```
        replace_range(range: impl RangeBounds<usize>, text: &str);
        /// # Panics
        ///
        /// Panics if the capacity would exceed `isize::MAX` bytes.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("abc");
        /// word.reserve(10);
        /// assert!(word.capacity() >= 13);
        /// ```
        reserve(more: usize);
        retain(is_kept: impl FnMut(char) -> bool);
        shrink_to_fit();
        /// # Panics
        ///
        /// Panics if `bytes` lies within a character.
        ///
        /// ```
        /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
        ///
        /// let mut word = Word::from("abc");
        /// word.truncate(1);
        /// assert_eq!(word, "a");
        /// ```
        truncate(bytes: usize);
    }

    /// Splits the text, as `String::split_off` does. It counts as one append and one capture.
    ///
    /// # Panics
    ///
    /// Panics if `at` lies beyond the end or within a character, or if `S` refuses one of the
    /// texts.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.edited"; }
    ///
    /// let mut word = Word::from("abc");
    /// assert_eq!(word.split_off(1), "bc");
    /// assert_eq!(word, "a");
    /// ```
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        let end = self.edit(|inner| Lent::new(inner).1.split_off(at));
        Self::from_inner(S::from(end))
    }
}

impl<L: Label> Recorded<String, L> {
    /// Makes an empty string. Its capture is recorded when it is edited or dropped.
    ///
    /// ```
    /// string_kit_record::recorded! { type Word = String, "docs.word"; }
    ///
    /// static EMPTY: Word = Word::new();
    /// assert_eq!(EMPTY, "");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::constant(String::new())
    }

    /// Makes an empty string, as `String::with_capacity` does.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self::from_inner(String::with_capacity(bytes))
    }

    /// Returns the capacity, as `String::capacity` does.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.heap_size()
    }
}

impl<S: CapturedStr + fmt::Write, L: Label> Add<&str> for Recorded<S, L> {
    type Output = Self;

    fn add(mut self, text: &str) -> Self {
        self += text;
        self
    }
}

impl<S: CapturedStr + fmt::Write, L: Label> AddAssign<&str> for Recorded<S, L> {
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}
