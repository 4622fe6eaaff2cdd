//! The methods of a growable string.

use std::fmt;
use std::mem;
use std::ops::{Add, AddAssign, RangeBounds};

use string_kit::CapturedStr;

use crate::label::Label;
use crate::recorded::Recorded;

/// A string as `String`, which is put back when this is dropped, be it by a panic.
struct Lent<'a, S: CapturedStr>(&'a mut S, String);

impl<'a, S: CapturedStr> Lent<'a, S> {
    fn new(inner: &'a mut S) -> Self {
        let string = mem::take(inner).into_string();
        Self(inner, string)
    }
}

impl<S: CapturedStr> Drop for Lent<'_, S> {
    fn drop(&mut self) {
        *self.0 = S::from(mem::take(&mut self.1));
    }
}

/// Defines methods that do what those of `String` do.
macro_rules! edits {
    ($($name:ident($($parameter:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {$(
        #[doc = concat!("Does what `String::", stringify!($name), "` does.")]
        #[doc = ""]
        #[doc = "It counts as one append. O(n) if `S` is not `String`."]
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
        insert(at: usize, character: char);
        insert_str(at: usize, text: &str);
        make_ascii_lowercase();
        make_ascii_uppercase();
        pop() -> Option<char>;
        remove(at: usize) -> char;
        replace_range(range: impl RangeBounds<usize>, text: &str);
        reserve(more: usize);
        retain(is_kept: impl FnMut(char) -> bool);
        shrink_to_fit();
        truncate(bytes: usize);
    }

    /// Splits the text, as `String::split_off` does. It counts as one append and one capture.
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
