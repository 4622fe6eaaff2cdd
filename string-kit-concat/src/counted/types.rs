//! The two public types, each the same methods over a handle of one form.

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
use super::form::{Measured, Plain};
use super::handle::{Handle, fail};
use crate::cut::TextRange;
use crate::dag::{ConcatRef, Dag, NodeId, Nodes, Part};
use crate::{Chunks, ChunksRev, ConcatError, Fingerprint};

/// Says what a cut of each type costs.
macro_rules! cut_cost {
    (ConcatStr) => {
        "Takes O(depth) nodes, and O(nodes) time and space to find lengths: \
         [`MeasuredConcatStr`](crate::MeasuredConcatStr) keeps them, and takes O(depth)."
    };
    (MeasuredConcatStr) => {
        "Takes O(depth) nodes and time, and O(nodes) where parts of 4 GiB and more are looked into."
    };
}

/// Makes a type and its inherent methods.
macro_rules! concat_text {
    ($(#[doc = $doc:expr])* $Name:ident, $Form:ty, $bytes:literal) => {
        $(#[doc = $doc])*
        pub struct $Name(Handle<$Form>);

        const _: () = assert!(size_of::<Option<$Name>>() == 4);

        impl $Name {
            /// Returns the empty text.
            ///
            /// O(1), no allocation.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("const EMPTY: ", stringify!($Name), " = ", stringify!($Name), "::new();")]
            /// assert!(EMPTY.is_empty());
            /// ```
            #[must_use]
            pub const fn new() -> Self {
                Self(Handle::new())
            }

            /// Copies `text`, or returns an error if memory or ids run out.
            ///
            #[doc = concat!("O(n). Takes a node, and allocates once if the text is longer than ", $bytes, " bytes.")]
            ///
            /// # Errors
            ///
            /// [`Alloc`](ConcatError::Alloc), [`Full`](ConcatError::Full),
            /// [`TooLong`](ConcatError::TooLong) if the text is longer than a block of memory can be.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::try_copy(\"text\")?;")]
            /// assert_eq!(text, "text");
            /// # Ok::<(), ConcatError>(())
            /// ```
            pub fn try_copy(text: &str) -> Result<Self, ConcatError> {
                Handle::copy(text).map(Self)
            }

            /// Returns this text and then the other one: another text, or anything that becomes one.
            ///
            /// O(1) for a text: takes a node, which shares both. Two texts that fit into one node together are
            /// copied there.
            ///
            /// # Panics
            ///
            /// If ids run out. If memory does, the program ends as it does for a `String`.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let deep = ", stringify!($Name), "::from(\"deep blue \");")]
            /// let sea = deep.concat("sea");
            /// assert_eq!(sea, "deep blue sea");
            /// assert_eq!(deep.concat(&sea), "deep blue deep blue sea");
            /// ```
            #[must_use]
            #[inline]
            #[track_caller]
            pub fn concat(&self, other: impl Into<Self>) -> Self {
                Self(ok(self.0.concat(&other.into().0)))
            }

            /// Returns this text and then the other one, or an error if memory or ids run out.
            ///
            /// O(1), as [`concat`](Self::concat).
            ///
            /// # Errors
            ///
            /// [`Alloc`](ConcatError::Alloc), [`Full`](ConcatError::Full).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let half = ", stringify!($Name), "::from(\"half\");")]
            /// assert_eq!(half.try_concat(&half)?, "halfhalf");
            /// # Ok::<(), ConcatError>(())
            /// ```
            #[inline]
            pub fn try_concat(&self, other: &Self) -> Result<Self, ConcatError> {
                self.0.concat(&other.0).map(Self)
            }

            /// Returns this text `times` times.
            ///
            /// Takes at most two nodes for each binary digit of `times`.
            ///
            /// # Panics
            ///
            /// As [`concat`](Self::concat).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let dash = ", stringify!($Name), "::from(\"-=\");")]
            /// assert_eq!(dash.repeat(5), "-=-=-=-=-=");
            /// assert_eq!(dash.repeat(1 << 60).try_len(), Ok(1 << 61));
            /// ```
            #[must_use]
            #[track_caller]
            pub fn repeat(&self, times: u64) -> Self {
                Self(ok(self.0.repeat(times)))
            }

            /// Appends `text`.
            ///
            /// O(n) of the text that is appended: takes a node for it and one that joins the two, or none if
            /// it fits into the last node of this text and no other text shares that.
            ///
            /// # Panics
            ///
            /// As [`concat`](Self::concat).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let mut text = ", stringify!($Name), "::new();")]
            /// text.push_str("one ");
            /// text.push_str("two");
            /// assert_eq!(text, "one two");
            /// ```
            #[track_caller]
            pub fn push_str(&mut self, text: &str) {
                self.try_push_str(text).unwrap_or_else(|error| fail(error));
            }

            /// Appends `text`, or returns an error and leaves this text as it was.
            ///
            /// O(n) of the text that is appended, as [`push_str`](Self::push_str).
            ///
            /// # Errors
            ///
            /// [`Alloc`](ConcatError::Alloc), [`Full`](ConcatError::Full),
            /// [`TooLong`](ConcatError::TooLong) if the text is longer than a block of memory can be.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let mut text = ", stringify!($Name), "::from(\"one \");")]
            /// text.try_push_str("two")?;
            /// assert_eq!(text, "one two");
            /// # Ok::<(), ConcatError>(())
            /// ```
            pub fn try_push_str(&mut self, text: &str) -> Result<(), ConcatError> {
                self.0.push_str(text)
            }

            /// Returns the text of a range of bytes, which shares all but the cut ends with the whole.
            ///
            #[doc = cut_cost!($Name)]
            /// No text of a leaf is copied but for up to 16 bytes, which take less than a slice. The rest
            /// keeps all of the leaf's text alive.
            ///
            /// # Panics
            ///
            /// If the range is not one of the text or cuts a character, as with a `str`; or if memory or ids
            /// run out.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::from(\"grün\").concat(\"kohl\");")]
            /// assert_eq!(text.substr(2..7), "ünko");
            /// assert_eq!(text.substr(5..), "kohl");
            /// ```
            #[must_use]
            #[track_caller]
            pub fn substr(&self, range: impl TextRange) -> Self {
                self.try_substr(range).unwrap_or_else(|error| panic!("{error}"))
            }

            /// Returns the text of a range of bytes, or an error.
            ///
            /// The cost is that of [`substr`](Self::substr).
            ///
            /// # Errors
            ///
            /// [`OutOfRange`](ConcatError::OutOfRange), [`NotCharBoundary`](ConcatError::NotCharBoundary),
            /// [`Full`](ConcatError::Full), [`Alloc`](ConcatError::Alloc); [`TooLong`](ConcatError::TooLong)
            /// if a part to be skipped has 2^128 bytes or more.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::from(\"grün\").concat(\"kohl\");")]
            /// assert_eq!(text.try_substr(2..7)?, "ünko");
            /// assert_eq!(text.try_substr(3..), Err(ConcatError::NotCharBoundary));
            /// # Ok::<(), ConcatError>(())
            /// ```
            pub fn try_substr(&self, range: impl TextRange) -> Result<Self, ConcatError> {
                self.0.substr(range.bounds()?).map(Self)
            }

            /// Returns the same text in at most 1.44 lg n levels for n leaves along it.
            ///
            /// The result is an AVL tree; a text that is one already is returned as it is. Takes O(m log n)
            /// time, space and new nodes for m nodes that can be reached, and O(m) where none of these is
            /// shared, as in a chain. The leaves are those of this text.
            ///
            /// # Panics
            ///
            /// If memory or ids run out, or the text has more than some 2^170 leaves along it.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let mut chain = ", stringify!($Name), "::new();")]
            /// for _ in 0..10_000 {
            ///     chain += "a link of a chain; ";
            /// }
            /// assert_eq!(chain.rebalance(), chain);
            /// ```
            #[must_use]
            #[track_caller]
            pub fn rebalance(&self) -> Self {
                Self(ok(self.0.rebalance()))
            }

            /// Returns the same text in at most 1.44 lg n levels for n leaves along it, or an error.
            ///
            /// The cost is that of [`rebalance`](Self::rebalance).
            ///
            /// # Errors
            ///
            /// [`Full`](ConcatError::Full), [`Alloc`](ConcatError::Alloc), [`TooLong`](ConcatError::TooLong)
            /// if the text has more than some 2^170 leaves along it.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::from(\"text\");")]
            /// assert_eq!(text.try_rebalance()?, "text");
            /// # Ok::<(), ConcatError>(())
            /// ```
            pub fn try_rebalance(&self) -> Result<Self, ConcatError> {
                self.0.rebalance().map(Self)
            }

            /// Returns whether both are the same node, as clones are: then their texts are equal.
            ///
            /// O(1).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::from(\"text\");")]
            #[doc = concat!("assert!(", stringify!($Name), "::ptr_eq(&text, &text.clone()));")]
            #[doc = concat!("assert!(!", stringify!($Name), "::ptr_eq(&text, &\"text\".into()));")]
            /// ```
            #[must_use]
            #[inline]
            pub fn ptr_eq(this: &Self, other: &Self) -> bool {
                this.0.id() == other.0.id()
            }

            /// Returns whether the text has no bytes.
            ///
            /// O(1): no node is made for an empty text.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
            ///
            #[doc = concat!("assert!(", stringify!($Name), "::from(\"\").is_empty());")]
            /// ```
            #[must_use]
            #[inline]
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            /// Returns the text, borrowed to be read: an arena imports it.
            ///
            /// O(1).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatArena, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let text: ", stringify!($Name), " = [\"an\", \"other\"].into_iter().collect();")]
            /// let mut arena = ConcatArena::new();
            /// let copy = arena.try_import(text.view())?;
            /// assert_eq!(arena.get(copy)?.to_text(100)?, "another");
            /// # Ok::<(), string_kit_concat::ConcatError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn view(&self) -> ConcatRef<'_, Self> {
                ConcatRef {
                    dag: self,
                    node: self.0.id(),
                }
            }
        }

        impl Clone for $Name {
            #[inline]
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl Default for $Name {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }

        impl Nodes for $Name {
            const MOST_KEPT: u64 = Handle::<$Form>::MOST_KEPT;

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

        impl $Name {
            /// Returns whether the texts are equal, byte by byte, if that takes no more than `limit` bytes.
            ///
            /// The cost is that of [`ConcatRef::eq_exact`].
            ///
            /// # Errors
            ///
            /// [`TooLong`](ConcatError::TooLong) if the first `limit` bytes of both are the same and one has
            /// more, [`Alloc`](ConcatError::Alloc).
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let one = ", stringify!($Name), "::from(\"na\").repeat(8);")]
            #[doc = concat!("let other = ", stringify!($Name), "::from(\"nana\").repeat(4);")]
            /// assert_eq!(one.eq_exact(&other, 16), Ok(true));
            /// assert_eq!(one.eq_exact(&other, 15), Err(ConcatError::TooLong));
            /// ```
            pub fn eq_exact(&self, other: &Self, limit: u128) -> Result<bool, ConcatError> {
                self.view().eq_exact(other.view(), limit)
            }
        }

        reads!($Name);
        compares!($Name);
        converts!($Name);
    };
}

/// Makes one method that reads the text by its view.
macro_rules! read {
    (
        $Name:ident, $method:ident($($arg:ident: $Arg:ty),*) -> $Result:ty,
        $doc:literal, $call:literal => $expected:literal
    ) => {
        #[doc = $doc]
        ///
        #[doc = concat!(
            "The cost and the errors are those of [`ConcatRef::", stringify!($method),
            "`](crate::ConcatRef::", stringify!($method), ")."
        )]
        ///
        /// ```
        #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
        ///
        #[doc = concat!("let text = ", stringify!($Name), "::from(\"a syllable\").repeat(2);")]
        #[doc = concat!("assert_eq!(text.", $call, ", ", $expected, ");")]
        /// # Ok::<(), string_kit_concat::ConcatError>(())
        /// ```
        pub fn $method(&self, $($arg: $Arg),*) -> $Result {
            self.view().$method($($arg),*)
        }
    };
}

/// Makes the methods that read the text, each by its view.
macro_rules! reads {
    ($Name:ident) => {
        impl $Name {
            read!($Name, try_len() -> Result<u64, ConcatError>,
                "Returns the length of the text in bytes.", "try_len()?" => "20");
            read!($Name, len_u128() -> Result<u128, ConcatError>,
                "Returns the length of the text in bytes, which can be more than `u64::MAX`.",
                "len_u128()?" => "20");
            read!($Name, byte_at(index: u128) -> Result<Option<u8>, ConcatError>,
                "Returns the byte at `index`, or `None` beyond the end.",
                "byte_at(10)?" => "Some(b'a')");
            read!($Name, chunks() -> Chunks<'_, Self>,
                "Returns the pieces of the text from its beginning, none of them empty.",
                "chunks().collect::<Vec<_>>()" => "[\"a syllable\", \"a syllable\"]");
            read!($Name, chunks_rev() -> ChunksRev<'_, Self>,
                "Returns the pieces of the text from its end, none of them empty.",
                "chunks_rev().next()" => "Some(\"a syllable\")");
            read!($Name, write_to(out: &mut (impl fmt::Write + ?Sized), limit: u128) -> Result<(), ConcatError>,
                "Writes the text in pieces, if it has no more than `limit` bytes.",
                "write_to(&mut String::new(), 20)" => "Ok(())");
            read!($Name, to_text(limit: usize) -> Result<String, ConcatError>,
                "Returns the text as a `String`, if it has no more than `limit` bytes.",
                "to_text(20)?" => "\"a syllablea syllable\"");
            read!($Name, flatten_into(out: &mut String, limit: usize) -> Result<(), ConcatError>,
                "Appends the text to a `String`, if it has no more than `limit` bytes.",
                "flatten_into(&mut String::new(), 20)" => "Ok(())");
            read!($Name, fingerprint() -> Result<Fingerprint, ConcatError>,
                "Returns a fingerprint: equal texts have equal ones, whatever their nodes.",
                "fingerprint()" => "text.clone().fingerprint()");
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
    };
}

/// Makes comparisons by text.
macro_rules! compares {
    ($Name:ident) => {
        /// By text, as [`ConcatRef`] is compared: by the first bytes, and then by fingerprints, in O(nodes).
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

        /// By text, as a `str` is ordered.
        ///
        /// # Panics
        ///
        /// If memory runs out.
        impl Ord for $Name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.view().cmp(&other.view())
            }
        }

        /// By text, and so the same for equal texts whatever their nodes; not the hash of a `str`.
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

/// Makes conversions, sums and collections.
macro_rules! converts {
    ($Name:ident) => {
        converts!($Name, &str, &String, String, Box<str>, Arc<str>, Cow<'_, str>);

        /// O(1), no allocation but for the node.
        impl From<char> for $Name {
            fn from(char: char) -> Self {
                Self::from(&*char.encode_utf8(&mut [0; 4]))
            }
        }

        /// O(1): one more handle.
        impl From<&$Name> for $Name {
            fn from(text: &$Name) -> Self {
                text.clone()
            }
        }

        /// O(nodes + bytes), as [`ConcatRef::to_text`] with the limit of memory.
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

            /// Returns a node of both texts, and takes over both handles: O(1), no count changes.
            #[inline]
            #[track_caller]
            fn add(self, other: Self) -> Self {
                Self(ok(self.0.join(other.0).map_err(|(_, _, error)| error)))
            }
        }

        impl Add<&Self> for $Name {
            type Output = Self;

            /// As [`concat`](Self::concat), with a node of two parts for short texts too.
            #[inline]
            #[track_caller]
            fn add(self, other: &Self) -> Self {
                self + other.clone()
            }
        }

        impl Add<&str> for $Name {
            type Output = Self;

            /// As [`push_str`](Self::push_str).
            #[inline]
            #[track_caller]
            fn add(mut self, text: &str) -> Self {
                self.push_str(text);
                self
            }
        }

        impl Add for &$Name {
            type Output = $Name;

            /// As [`concat`](Self::concat).
            #[inline]
            #[track_caller]
            fn add(self, other: Self) -> $Name {
                self.concat(other)
            }
        }

        impl Add<&str> for &$Name {
            type Output = $Name;

            /// As [`concat`](Self::concat).
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
                self.0.append(other.0).unwrap_or_else(|error| fail(error));
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
            $Name => builder.push(piece.0),
            &'a $Name => builder.push(piece.0.clone()),
        });

        /// O(n) in the texts, none of which is copied: a balanced tree of them.
        impl Sum for $Name {
            fn sum<I: Iterator<Item = Self>>(texts: I) -> Self {
                texts.collect()
            }
        }

        /// O(n) in the texts, none of which is copied: a balanced tree of them.
        impl<'a> Sum<&'a Self> for $Name {
            fn sum<I: Iterator<Item = &'a Self>>(texts: I) -> Self {
                texts.collect()
            }
        }
    };
    ($Name:ident, $($Text:ty),*) => {$(
        /// O(n): copies the text. Panics, or ends the program, where
        #[doc = concat!("[`try_copy`](", stringify!($Name), "::try_copy) returns an error.")]
        impl From<$Text> for $Name {
            #[track_caller]
            fn from(text: $Text) -> Self {
                ok(Self::try_copy(text.as_ref()))
            }
        }
    )*};
}

/// Makes `FromIterator` and `Extend` for each type of piece.
macro_rules! collects {
    ($Name:ident, |$builder:ident, $piece:ident| match piece {
        $($($Piece:ty),+ => $push:expr,)*
    }) => {$($(
        /// O(n) in the bytes that are copied and the texts that are shared: short pieces are gathered into
        /// leaves of some 256 bytes, and those into a balanced tree.
        impl<'a> FromIterator<$Piece> for $Name {
            #[track_caller]
            fn from_iter<I: IntoIterator<Item = $Piece>>(pieces: I) -> Self {
                let mut $builder = Builder::new();
                for $piece in pieces {
                    ok($push);
                }
                Self(ok($builder.finish()))
            }
        }

        /// As collected and then appended, with one node more.
        impl<'a> Extend<$Piece> for $Name {
            #[track_caller]
            fn extend<I: IntoIterator<Item = $Piece>>(&mut self, pieces: I) {
                let more: Self = pieces.into_iter().collect();
                match more.0.node().and_then(|node| node.short()) {
                    Some(few) => self.push_str(few),
                    None => *self += more,
                }
            }
        }
    )+)*};
}

concat_text! {
    /// A persistent text: a handle of a leaf, or of the concatenation of two others.
    ///
    /// `==`, the order and the hash go by the text: beyond the first bytes they compare fingerprints, and
    /// different texts of n bytes compare equal with probability at most n / 2^127 (see
    /// [`Fingerprint`](crate::Fingerprint)).
    ///
    /// [`concat`](Self::concat) takes the same time however long the texts are, and copies neither: it makes
    /// a node of 12 bytes, a count and the ids of two nodes, which it shares with its parts. A node keeps no
    /// length. A text of up to 8 bytes lies in its node, a longer one is one allocation more. A handle is an
    /// id of 4 bytes, and the empty text no node at all.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let mut text = ConcatStr::from("tick ");
    /// for _ in 0..100 {
    ///     text = text.concat(&text);
    /// }
    /// assert_eq!(text.len_u128()?, 5 << 100);
    /// assert_eq!(text.substr(..12), "tick tick ti");
    /// assert_eq!(size_of::<Option<ConcatStr>>(), 4);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    ///
    /// # Cost
    ///
    /// A method that depends on the *text* (length, a byte, equality, order, hash, a part) looks at each node
    /// that can be reached once, and remembers the shared ones: O(nodes), whatever the length. For a text
    /// that is cut often use a [`MeasuredConcatStr`], whose nodes keep lengths.
    ConcatStr, Plain, "8"
}

concat_text! {
    /// A persistent text whose nodes keep their length: a [`ConcatStr`] that is cut in O(depth).
    ///
    /// `==`, the order and the hash go by the text: beyond the first bytes they compare fingerprints, and
    /// different texts of n bytes compare equal with probability at most n / 2^127 (see
    /// [`Fingerprint`](crate::Fingerprint)).
    ///
    /// A concatenation takes 16 bytes, a text of up to 12 bytes lies in its node. [`substr`](Self::substr),
    /// [`byte_at`](Self::byte_at) and the length look at lengths and not at nodes, so that a history of
    /// versions, each made of the last by two cuts and a concatenation, takes O(depth) for each. Lengths of
    /// 4 GiB and more are not kept: parts of such a text are looked into as those of a `ConcatStr` are.
    ///
    /// ```
    /// use string_kit_concat::MeasuredConcatStr;
    ///
    /// let first = MeasuredConcatStr::from("a text, and its end");
    /// let second = first.substr(..6) + " that was edited" + &first.substr(6..);
    /// assert_eq!(second, "a text that was edited, and its end");
    /// assert_eq!(second.len(), 35);
    /// ```
    MeasuredConcatStr, Measured, "12"
}

impl MeasuredConcatStr {
    /// Returns the length of the text in bytes.
    ///
    /// O(1) below 4 GiB, O(nodes) from there.
    ///
    /// # Panics
    ///
    /// If there are more than `u64::MAX` bytes, or memory runs out;
    /// [`try_len`](Self::try_len) returns an error.
    ///
    /// ```
    /// use string_kit_concat::MeasuredConcatStr;
    ///
    /// assert_eq!(MeasuredConcatStr::from("na").repeat(8).len(), 16);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn len(&self) -> u64 {
        self.try_len().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Returns the result of an operation, or ends it as [`fail`] does.
#[inline]
#[track_caller]
fn ok<T>(result: Result<T, ConcatError>) -> T {
    result.unwrap_or_else(|error| fail(error))
}
