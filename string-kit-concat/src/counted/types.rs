//! `ConcatStr` and `MeasuredConcatStr`: the same methods over handles of two forms.

use alloc::string::String;
use core::fmt;
#[cfg(feature = "std")]
use std::io;

use super::form::{Measured, Plain};
use super::handle::{Handle, fail, ok};
use crate::cut::TextRange;
use crate::dag::ConcatRef;
use crate::{Chars, Chunks, ChunksRev, ConcatError, Fingerprint, Lines};

/// Returns the cost of a cut, as documentation.
macro_rules! cut_cost {
    (ConcatStr) => {
        "Takes O(depth) nodes, and O(nodes) time and space to find lengths: \
         [`MeasuredConcatStr`](crate::MeasuredConcatStr) keeps them, and takes O(depth)."
    };
    (MeasuredConcatStr) => {
        "Takes O(depth) nodes and time, and O(nodes) where parts of 4 GiB and more are looked into."
    };
}

/// Defines a type and its methods.
macro_rules! concat_text {
    ($(#[doc = $doc:expr])* $Name:ident, $Nodes:ident, $Form:ty, $bytes:literal) => {
        $(#[doc = $doc])*
        pub struct $Name(pub(super) $Nodes);

        #[doc = concat!("The nodes that a view of a [`", stringify!($Name), "`] reads.")]
        ///
        /// Use it to name the type of a view. Other crates cannot get a value of it.
        ///
        /// INVARIANT: no value and no reference of this type leaves the crate, since its methods trust the ids
        /// that they are asked for. The reference in a view is private.
        ///
        /// ```
        #[doc = concat!("use string_kit_concat::{ConcatRef, ", stringify!($Name), ", ", stringify!($Nodes), "};")]
        ///
        #[doc = concat!("fn is_dashed(text: ConcatRef<'_, ", stringify!($Nodes), ">) -> bool {")]
        ///     text.chars().all(|char| char == '-')
        /// }
        ///
        #[doc = concat!("assert!(is_dashed(", stringify!($Name), "::from(\"--\").view()));")]
        /// ```
        pub struct $Nodes(pub(super) Handle<$Form>);

        const _: () = assert!(size_of::<Option<$Name>>() == 4);

        impl $Name {
            #[inline]
            pub(super) const fn of(handle: Handle<$Form>) -> Self {
                Self($Nodes(handle))
            }

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
                Self::of(Handle::new())
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
                Handle::copy(text).map(Self::of)
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
                Self::of(ok(self.0.0.concat(&other.into().0.0)))
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
                self.0.0.concat(&other.0.0).map(Self::of)
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
                Self::of(ok(self.0.0.repeat(times)))
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
                self.0.0.push_str(text)
            }

            /// Returns the text of a range of bytes, which shares all but the cut ends with the whole.
            ///
            #[doc = cut_cost!($Name)]
            /// A part of a leaf of up to 16 bytes is copied (8 with 32-bit pointers). A longer one is a slice, which
            /// keeps the whole leaf's text alive.
            ///
            /// # Panics
            ///
            /// If the range is not one of the text or cuts a character, as with a `str`; or if ids run
            /// out. If memory does, the program ends as it does for a `String`.
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
                ok(self.try_substr(range))
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
                self.0.0.substr(range.bounds()?).map(Self::of)
            }

            /// Returns the same text in at most 1.44 lg n levels for n leaves, a shared one counted at each occurrence.
            ///
            /// The result is an AVL tree; a text that is one already is returned as it is. Takes O(m log n)
            /// time, space and new nodes for m nodes that can be reached, and O(m) where none of these is
            /// shared, as in a chain. The leaves are those of this text.
            ///
            /// # Panics
            ///
            /// If ids run out, or the text has more than some 2^170 leaves. If memory does, the program ends as it
            /// does for a `String`.
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
                Self::of(ok(self.0.0.rebalance()))
            }

            /// Returns the same text in at most 1.44 lg n levels for n leaves, or an error.
            ///
            /// The cost is that of [`rebalance`](Self::rebalance).
            ///
            /// # Errors
            ///
            /// [`Full`](ConcatError::Full), [`Alloc`](ConcatError::Alloc), [`TooLong`](ConcatError::TooLong)
            /// if the text has more than some 2^170 leaves.
            ///
            /// ```
            #[doc = concat!("use string_kit_concat::{ConcatError, ", stringify!($Name), "};")]
            ///
            #[doc = concat!("let text = ", stringify!($Name), "::from(\"text\");")]
            /// assert_eq!(text.try_rebalance()?, "text");
            /// # Ok::<(), ConcatError>(())
            /// ```
            pub fn try_rebalance(&self) -> Result<Self, ConcatError> {
                self.0.0.rebalance().map(Self::of)
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
                this.0.0.id() == other.0.0.id()
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
                self.0.0.is_empty()
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
            pub fn view(&self) -> ConcatRef<'_, $Nodes> {
                ConcatRef {
                    dag: &self.0,
                    node: self.0.0.id(),
                }
            }
        }

        impl $Name {
            /// Returns whether the texts are equal, byte by byte, if that takes no more than `limit` bytes.
            ///
            /// The cost is that of [`ConcatRef::eq_exact`].
            ///
            /// # Errors
            ///
            /// [`TooLong`](ConcatError::TooLong) if the first `limit` bytes of both are the same and both have
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

        reads!($Name, $Nodes);
    };
}

/// Defines a method that calls that of the view.
macro_rules! read {
    (
        $(#[$attribute:meta])*
        $Name:ident, $method:ident($($arg:ident: $Arg:ty),*) -> $Result:ty,
        $doc:literal, $call:literal => $expected:literal
    ) => {
        #[doc = $doc]
        ///
        #[doc = concat!("The cost is that of ", view!($method))]
        $(#[$attribute])*
        ///
        /// ```
        #[doc = concat!("use string_kit_concat::", stringify!($Name), ";")]
        ///
        #[doc = concat!("let text = ", stringify!($Name), "::from(\"a syllable\").repeat(2);")]
        #[doc = concat!("assert_eq!(text.", $call, ", ", $expected, ");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn $method(&self, $($arg: $Arg),*) -> $Result {
            self.view().$method($($arg),*)
        }
    };
}

/// Defines a method that calls that of the view, and returns its errors.
macro_rules! try_read {
    ($(#[$attribute:meta])* $Name:ident, $method:ident $($rest:tt)*) => {
        read! {
            #[doc = concat!("\n# Errors\n\nThose of ", view!($method))]
            $(#[$attribute])*
            $Name, $method $($rest)*
        }
    };
}

/// Returns a link to a method of the view, as documentation.
macro_rules! view {
    ($method:ident) => {
        concat!(
            "[`ConcatRef::",
            stringify!($method),
            "`](crate::ConcatRef::",
            stringify!($method),
            ")."
        )
    };
}

/// Defines the methods that read the text.
macro_rules! reads {
    ($Name:ident, $Nodes:ident) => {
        impl $Name {
            try_read!($Name, try_len() -> Result<u64, ConcatError>,
                "Returns the length of the text in bytes.", "try_len()?" => "20");
            try_read!($Name, len_u128() -> Result<u128, ConcatError>,
                "Returns the length of the text in bytes, which can be more than `u64::MAX`.",
                "len_u128()?" => "20");
            try_read!($Name, byte_at(index: impl TryInto<u128>) -> Result<Option<u8>, ConcatError>,
                "Returns the byte at `index`, any integer, or `None` where the text has none.",
                "byte_at(10)?" => "Some(b'a')");
            read!($Name, chunks() -> Chunks<'_, $Nodes>,
                "Returns an iterator over the pieces of the text from its beginning, none of them empty.",
                "chunks().collect::<Vec<_>>()" => "[\"a syllable\", \"a syllable\"]");
            read!($Name, chunks_rev() -> ChunksRev<'_, $Nodes>,
                "Returns an iterator over the pieces of the text from its end, none of them empty.",
                "chunks_rev().next()" => "Some(\"a syllable\")");
            read!($Name, chars() -> Chars<'_, $Nodes>,
                "Returns an iterator over the characters of the text.",
                "chars().nth(2)" => "Some('s')");
            read!($Name, lines(limit: usize) -> Lines<'_, $Nodes>,
                "Returns an iterator over the lines of the text, each of at most `limit` bytes.",
                "lines(20).next().transpose()?.as_deref()" => "Some(\"a syllablea syllable\")");
            try_read!($Name, find(needle: &str, limit: u128) -> Result<Option<u128>, ConcatError>,
                "Returns the place in bytes of the first `needle`, if it ends within the first `limit` bytes.",
                "find(\"lea\", 20)?" => "Some(8)");
            try_read!(#[cfg(feature = "std")]
                $Name, write_to(out: &mut (impl io::Write + ?Sized), limit: u128) -> io::Result<()>,
                "Writes the text in pieces into an [`io::Write`], if it has no more than `limit` bytes.",
                "write_to(&mut std::io::sink(), 20)?" => "()");
            try_read!($Name, write_fmt_to(out: &mut (impl fmt::Write + ?Sized), limit: u128) -> Result<(), ConcatError>,
                "Writes the text in pieces into a [`fmt::Write`], if it has no more than `limit` bytes.",
                "write_fmt_to(&mut String::new(), 20)" => "Ok(())");
            try_read!($Name, to_text(limit: usize) -> Result<String, ConcatError>,
                "Returns the text as a `String`, if it has no more than `limit` bytes.",
                "to_text(20)?" => "\"a syllablea syllable\"");
            try_read!($Name, flatten_into(out: &mut String, limit: usize) -> Result<(), ConcatError>,
                "Appends the text to a `String`, if it has no more than `limit` bytes.",
                "flatten_into(&mut String::new(), 20)" => "Ok(())");
            try_read!($Name, fingerprint() -> Result<Fingerprint, ConcatError>,
                "Returns a fingerprint of the text. Equal texts have equal fingerprints.",
                "fingerprint()" => "text.clone().fingerprint()");
        }
    };
}

concat_text! {
    /// A persistent text: a handle of a leaf, or of the concatenation of two others.
    ///
    /// `==`, the order and the hash go by the text: beyond the first bytes they compare fingerprints, and
    /// different texts of n bytes compare equal with probability at most n / 2^127 (see
    /// [`Fingerprint`](crate::Fingerprint)).
    ///
    /// [`concat`](Self::concat) takes the same time however long the texts are, and copies neither: it makes
    /// a node of 12 bytes: a reference count and the ids of both parts, which it shares. A node keeps no
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
    ConcatStr, ConcatStrNodes, Plain, "8"
}

concat_text! {
    /// A persistent text whose nodes keep their length: a [`ConcatStr`] that is cut in O(depth).
    ///
    /// `==`, the order and the hash go by the text: beyond the first bytes they compare fingerprints, and
    /// different texts of n bytes compare equal with probability at most n / 2^127 (see
    /// [`Fingerprint`](crate::Fingerprint)).
    ///
    /// A concatenation takes 16 bytes, a text of up to 12 bytes lies in its node. [`substr`](Self::substr),
    /// [`byte_at`](Self::byte_at) and the length take O(depth), and so does each version of a history that two
    /// cuts and a concatenation make from the last one. Lengths of 4 GiB and more are not kept: operations walk
    /// the nodes of such parts, as in a `ConcatStr`.
    ///
    /// ```
    /// use string_kit_concat::MeasuredConcatStr;
    ///
    /// let first = MeasuredConcatStr::from("a text, and its end");
    /// let second = first.substr(..6) + " that was edited" + &first.substr(6..);
    /// assert_eq!(second, "a text that was edited, and its end");
    /// assert_eq!(second.len(), 35);
    /// ```
    MeasuredConcatStr, MeasuredConcatStrNodes, Measured, "12"
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
