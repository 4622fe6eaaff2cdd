//! The traits of std.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign};
use core::str::FromStr;

use crate::error::or_panic;
use crate::node::Owner;
use crate::parts::common;
use crate::slice::ConcatSlice;
use crate::text::ConcatStr;

impl Default for ConcatStr {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for ConcatSlice<'_> {
    fn default() -> Self {
        Self::whole(None)
    }
}

/// Writes the text as `str` does, with its width and precision.
impl fmt::Display for ConcatSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.try_visit(&mut |piece| f.write_str(piece));
        }
        self.with_str(|text| f.pad(text))
    }
}

/// Writes the text as `str` does: quoted, with escapes.
impl fmt::Debug for ConcatSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Escapes depend on the neighbours of a character.
        self.with_str(|text| fmt::Debug::fmt(text, f))
    }
}

/// Feeds the hasher as `str` does. Copies the text if it has more than one piece.
impl Hash for ConcatSlice<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.with_str(|text| text.hash(state));
    }
}

impl ConcatSlice<'_> {
    /// Calls `see` with the whole text, which is copied if it has more than one piece.
    fn with_str<R>(self, see: impl FnOnce(&str) -> R) -> R {
        match self.piece_at(0) {
            None => see(""),
            Some(piece) if piece.text.len() == self.len() => see(piece.text),
            Some(_) => see(&or_panic(self.try_to_string())),
        }
    }

    fn cmp_str(self, other: &str) -> Ordering {
        let mut rest = other.as_bytes();
        let read = self.try_visit(&mut |piece| {
            let (start, end) = rest.split_at(piece.len().min(rest.len()));
            rest = end;
            match piece.as_bytes()[..start.len()].cmp(start) {
                Ordering::Equal if start.len() < piece.len() => Err(Ordering::Greater),
                Ordering::Equal => Ok(()),
                unequal => Err(unequal),
            }
        });
        match read {
            Err(unequal) => unequal,
            Ok(()) => rest.is_empty().cmp(&true),
        }
    }
}

impl Eq for ConcatSlice<'_> {}

impl PartialEq for ConcatSlice<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.cmp(other).is_eq()
    }
}

impl Ord for ConcatSlice<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        common::<false>(*self, *other, true).1
    }
}

impl PartialOrd for ConcatSlice<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ConcatStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_slice(), f)
    }
}

impl fmt::Debug for ConcatStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_slice(), f)
    }
}

impl Hash for ConcatStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl Eq for ConcatStr {}

/// Compares the texts, in O(log n) and O(bytes) of the pieces that the two do not share.
impl PartialEq for ConcatStr {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Ord for ConcatStr {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_slice().cmp(&other.as_slice())
    }
}

impl PartialOrd for ConcatStr {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! compared {
    ($($Left:ty, $Right:ty, |$left:ident, $right:ident| $order:expr;)*) => {$(
        impl PartialEq<$Right> for $Left {
            fn eq(&self, other: &$Right) -> bool {
                let ($left, $right) = (self, other);
                $left.len() == $right.len() && $order.is_eq()
            }
        }

        impl PartialEq<$Left> for $Right {
            fn eq(&self, other: &$Left) -> bool {
                other == self
            }
        }

        impl PartialOrd<$Right> for $Left {
            fn partial_cmp(&self, other: &$Right) -> Option<Ordering> {
                let ($left, $right) = (self, other);
                Some($order)
            }
        }
    )*};
}

compared! {
    ConcatStr, str, |left, right| left.as_slice().cmp_str(right);
    ConcatStr, &str, |left, right| left.as_slice().cmp_str(right);
    ConcatStr, String, |left, right| left.as_slice().cmp_str(right);
    ConcatStr, Cow<'_, str>, |left, right| left.as_slice().cmp_str(right);
    ConcatStr, ConcatSlice<'_>, |left, right| left.as_slice().cmp(right);
    ConcatSlice<'_>, str, |left, right| left.cmp_str(right);
    ConcatSlice<'_>, &str, |left, right| left.cmp_str(right);
    ConcatSlice<'_>, String, |left, right| left.cmp_str(right);
    ConcatSlice<'_>, Cow<'_, str>, |left, right| left.cmp_str(right);
}

/// Implements conversions that, for a text of more than 251 bytes, take over its memory or share
/// it.
macro_rules! taken_over {
    ($($(#[$doc:meta])* $From:ty, $Owner:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// Reads the text once. As long as a part of the text is in use, all of its memory is. Ends
        /// the program if memory runs out.
        impl From<$From> for ConcatStr {
            #[track_caller]
            fn from(text: $From) -> Self {
                or_panic(Self::try_from_owner($Owner(text)))
            }
        }
    )*};
}

taken_over! {
    /// Takes the text over.
    String, Owner::String;
    /// Takes the text over.
    Box<str>, |text: Box<str>| Owner::String(text.into_string());
    /// Shares the text.
    Arc<str>, Owner::Arc;
}

/// Copies the text. [`ConcatStr::from_static`] does not.
impl From<&str> for ConcatStr {
    #[track_caller]
    fn from(text: &str) -> Self {
        or_panic(Self::try_from_str(text))
    }
}

impl ConcatStr {
    /// Makes a text of a static one, without a copy if it is longer than 251 bytes. Reads it once.
    ///
    /// ```
    /// let text = string_kit_concat::ConcatStr::from_static("text");
    /// assert_eq!(text, "text");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn from_static(text: &'static str) -> Self {
        or_panic(Self::try_from_owner(Owner::Static(text)))
    }
}

macro_rules! converted {
    ($($From:ty => $To:ty, |$from:ident| $made:expr;)*) => {$(
        impl From<$From> for $To {
            fn from($from: $From) -> Self {
                $made
            }
        }
    )*};
}

converted! {
    char => ConcatStr, |c| (&*c.encode_utf8(&mut [0; 4])).into();
    ConcatSlice<'_> => ConcatStr, |slice| slice.to_concat_str();
    &ConcatStr => ConcatStr, |text| text.clone();
    ConcatSlice<'_> => String, |slice| or_panic(slice.try_to_string());
    &ConcatStr => String, |text| or_panic(text.try_to_string());
    ConcatStr => String, |text| or_panic(text.try_to_string());
    ConcatStr => Box<str>, |text| String::from(text).into();
    ConcatStr => Arc<str>, |text| String::from(text).into();
    ConcatStr => Cow<'_, str>, |text| Cow::Owned(text.into());
    &String => ConcatStr, |text| text.as_str().into();
}

impl From<Cow<'_, str>> for ConcatStr {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl FromStr for ConcatStr {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Write for ConcatStr {
    /// Appends a text, or returns an error and changes nothing if memory runs out.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.try_push_str(text).map_err(|_| fmt::Error)
    }
}

impl AddAssign<&str> for ConcatStr {
    #[track_caller]
    fn add_assign(&mut self, text: &str) {
        self.push_str(text);
    }
}

impl AddAssign<&ConcatStr> for ConcatStr {
    #[track_caller]
    fn add_assign(&mut self, text: &ConcatStr) {
        or_panic(self.try_append(text));
    }
}

impl AddAssign for ConcatStr {
    #[track_caller]
    fn add_assign(&mut self, text: ConcatStr) {
        *self += &text;
    }
}

/// Implements `+` by `+=`.
macro_rules! added {
    ($($Right:ty),*) => {$(
        impl Add<$Right> for ConcatStr {
            type Output = ConcatStr;

            #[track_caller]
            fn add(mut self, right: $Right) -> ConcatStr {
                self += right;
                self
            }
        }

        impl Add<$Right> for &ConcatStr {
            type Output = ConcatStr;

            #[track_caller]
            fn add(self, right: $Right) -> ConcatStr {
                self.clone() + right
            }
        }
    )*};
}

added!(&str, &ConcatStr, ConcatStr);

/// Implements `Extend` and `FromIterator` for items by what `+=` takes.
macro_rules! extended {
    ($([$($generics:tt)*] $Item:ty, |$item:ident| $with:expr;)*) => {$(
        impl<$($generics)*> Extend<$Item> for ConcatStr {
            fn extend<I: IntoIterator<Item = $Item>>(&mut self, items: I) {
                items.into_iter().for_each(|$item| *self += $with);
            }
        }

        impl<$($generics)*> FromIterator<$Item> for ConcatStr {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                let mut text = Self::new();
                text.extend(items);
                text
            }
        }
    )*};
}

extended! {
    [] char, |c| &*c.encode_utf8(&mut [0; 4]);
    ['a] &'a char, |c| &*c.encode_utf8(&mut [0; 4]);
    ['a] &'a str, |text| text;
    [] String, |text| text.as_str();
    ['a] Cow<'a, str>, |text| &*text;
    [] ConcatStr, |text| text;
    ['a] &'a ConcatStr, |text| text;
}
