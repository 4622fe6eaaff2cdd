//! The traits that both types implement alike.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Sum;
use core::ops::{Add, AddAssign};
use core::str::FromStr;

use super::build::Builder;
use super::handle::{MOST_KEPT, fail, joined, ok};
use super::types::{ConcatStr, ConcatStrNodes, MeasuredConcatStr, MeasuredConcatStrNodes};
use crate::ConcatError;
use crate::dag::{ConcatRef, Dag, NodeId, Nodes, Part};

/// Implements the traits of one type.
macro_rules! concat_text {
    ($Name:ident, $Nodes:ident) => {
        impl Clone for $Name {
            #[inline]
            fn clone(&self) -> Self {
                Self::of(self.0.0.clone())
            }
        }

        impl Default for $Name {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }

        impl Nodes for $Nodes {
            const MOST_KEPT: u64 = MOST_KEPT;

            #[inline]
            fn part(&self, node: NodeId) -> Part<'_> {
                self.0.part(node)
            }

            #[inline]
            fn kept_len(&self, node: NodeId) -> Option<u64> {
                self.0.kept_len(node)
            }

            #[inline]
            fn identity(&self) -> Option<usize> {
                self.0.identity()
            }

            #[inline]
            fn may_recur(&self, node: NodeId) -> bool {
                self.0.may_recur(node)
            }
        }

        /// Shows nothing of the nodes.
        impl fmt::Debug for $Nodes {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Nodes)).finish_non_exhaustive()
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.view(), f)
            }
        }

        impl fmt::Debug for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.view(), f)
            }
        }

        compares!($Name);
        converts!($Name);
    };
}

/// Implements comparisons by text.
macro_rules! compares {
    ($Name:ident) => {
        /// Compares the texts by their first bytes, and then by their fingerprints in O(nodes), as [`ConcatRef`]
        /// does.
        ///
        /// # Panics
        ///
        /// If memory runs out.
        impl PartialEq for $Name {
            fn eq(&self, other: &Self) -> bool {
                self.view() == other.view()
            }
        }

        impl Eq for $Name {}

        impl PartialOrd for $Name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// Orders the texts as `str` does: by the first byte that differs.
        ///
        /// # Panics
        ///
        /// If memory runs out.
        impl Ord for $Name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.view().cmp(&other.view())
            }
        }

        /// Hashes the fingerprint of the text in O(nodes): not the hash of a `str`.
        ///
        /// # Panics
        ///
        /// If memory runs out.
        impl Hash for $Name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.view().hash(state);
            }
        }

        impl<D: Dag> PartialEq<ConcatRef<'_, D>> for $Name {
            fn eq(&self, other: &ConcatRef<'_, D>) -> bool {
                self.view() == *other
            }
        }

        impl<D: Dag> PartialEq<$Name> for ConcatRef<'_, D> {
            fn eq(&self, other: &$Name) -> bool {
                *self == other.view()
            }
        }

        impl PartialOrd<str> for $Name {
            fn partial_cmp(&self, other: &str) -> Option<Ordering> {
                self.view().partial_cmp(other)
            }
        }

        compares!($Name, str, &str, String, Box<str>, Arc<str>, Cow<'_, str>);
    };
    ($Name:ident, $($Text:ty),*) => {$(
        impl PartialEq<$Text> for $Name {
            fn eq(&self, other: &$Text) -> bool {
                let text: &str = other.as_ref();
                self.view() == *text
            }
        }

        impl PartialEq<$Name> for $Text {
            fn eq(&self, other: &$Name) -> bool {
                *other == *self
            }
        }
    )*};
}

/// Implements conversions, sums and collections.
macro_rules! converts {
    ($Name:ident) => {
        converts!($Name, &str, &String, String, Box<str>, Arc<str>, Cow<'_, str>);

        /// Copies the character into a node. O(1).
        impl From<char> for $Name {
            fn from(char: char) -> Self {
                Self::from(&*char.encode_utf8(&mut [0; 4]))
            }
        }

        /// Returns one more handle. O(1).
        impl From<&$Name> for $Name {
            fn from(text: &$Name) -> Self {
                text.clone()
            }
        }

        /// Copies the text as [`ConcatRef::to_text`] does, in O(nodes + bytes), up to `isize::MAX` bytes.
        impl TryFrom<$Name> for String {
            type Error = ConcatError;

            fn try_from(text: $Name) -> Result<Self, ConcatError> {
                text.to_text(isize::MAX.unsigned_abs())
            }
        }

        impl FromStr for $Name {
            type Err = ConcatError;

            fn from_str(text: &str) -> Result<Self, ConcatError> {
                Self::try_copy(text)
            }
        }

        impl fmt::Write for $Name {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.try_push_str(text).map_err(|_| fmt::Error)
            }
        }

        impl Add for $Name {
            type Output = Self;

            /// Returns a node of both texts, which takes over both handles. O(1): no count changes.
            #[inline]
            #[track_caller]
            fn add(self, other: Self) -> Self {
                Self::of(ok(joined(self.0.0, other.0.0)))
            }
        }

        impl Add<&Self> for $Name {
            type Output = Self;

            /// Returns a node of both texts, for short texts too. O(1).
            #[inline]
            #[track_caller]
            fn add(self, other: &Self) -> Self {
                self + other.clone()
            }
        }

        impl Add<&str> for $Name {
            type Output = Self;

            /// Appends `text` as [`push_str`](Self::push_str) does.
            #[inline]
            #[track_caller]
            fn add(mut self, text: &str) -> Self {
                self.push_str(text);
                self
            }
        }

        impl Add for &$Name {
            type Output = $Name;

            /// Returns the result of `concat`.
            #[inline]
            #[track_caller]
            fn add(self, other: Self) -> $Name {
                self.concat(other)
            }
        }

        impl Add<&str> for &$Name {
            type Output = $Name;

            /// Returns the result of `concat`.
            #[inline]
            #[track_caller]
            fn add(self, text: &str) -> $Name {
                self.concat(text)
            }
        }

        impl AddAssign for $Name {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, other: Self) {
                self.0.0.append(other.0.0).unwrap_or_else(|error| fail(error));
            }
        }

        impl AddAssign<&Self> for $Name {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, other: &Self) {
                *self += other.clone();
            }
        }

        impl AddAssign<&str> for $Name {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, text: &str) {
                self.push_str(text);
            }
        }

        collects!($Name, |builder, piece| match piece {
            &'a str, &'a String, String, Box<str>, Arc<str>, Cow<'a, str> => builder.push_str(&piece),
            char => builder.push_str(piece.encode_utf8(&mut [0; 4])),
            &'a char => builder.push_str(piece.encode_utf8(&mut [0; 4])),
            $Name => builder.push(piece.0.0),
            &'a $Name => builder.push(piece.0.0.clone()),
        });

        /// Returns a balanced tree of the texts, which are not copied. O(n) for n texts.
        impl Sum for $Name {
            fn sum<I: Iterator<Item = Self>>(texts: I) -> Self {
                texts.collect()
            }
        }

        /// Returns a balanced tree of the texts, which are not copied. O(n) for n texts.
        impl<'a> Sum<&'a Self> for $Name {
            fn sum<I: Iterator<Item = &'a Self>>(texts: I) -> Self {
                texts.collect()
            }
        }
    };
    ($Name:ident, $($Text:ty),*) => {$(
        /// Copies the text. O(n). Panics, or ends the program, where
        #[doc = concat!("[`try_copy`](", stringify!($Name), "::try_copy) returns an error.")]
        impl From<$Text> for $Name {
            #[track_caller]
            fn from(text: $Text) -> Self {
                ok(Self::try_copy(text.as_ref()))
            }
        }
    )*};
}

/// Implements `FromIterator` and `Extend` for each type of piece.
macro_rules! collects {
    ($Name:ident, |$builder:ident, $piece:ident| match piece {
        $($($Piece:ty),+ => $push:expr,)*
    }) => {$($(
        /// Copies short pieces into leaves of some 256 bytes, and makes a balanced tree of those. O(n) for the
        /// bytes that are copied and the texts that are shared.
        impl<'a> FromIterator<$Piece> for $Name {
            #[track_caller]
            fn from_iter<I: IntoIterator<Item = $Piece>>(pieces: I) -> Self {
                let mut $builder = Builder::new();
                for $piece in pieces {
                    ok($push);
                }
                Self::of(ok($builder.finish()))
            }
        }

        /// Collects the pieces, and appends the result. O(n), and a node more.
        impl<'a> Extend<$Piece> for $Name {
            #[track_caller]
            fn extend<I: IntoIterator<Item = $Piece>>(&mut self, pieces: I) {
                let more: Self = pieces.into_iter().collect();
                match more.0.0.node().and_then(|node| node.short()) {
                    Some(few) => self.push_str(few),
                    None => *self += more,
                }
            }
        }
    )+)*};
}

concat_text!(ConcatStr, ConcatStrNodes);
concat_text!(MeasuredConcatStr, MeasuredConcatStrNodes);
