//! A `ConcatStr` from many pieces: appended one by one, or gathered into a balanced tree.

use alloc::string::String;
use alloc::vec::Vec;

use super::make;
use super::node::NodeRef;
use super::{ConcatStr, fail};
use crate::ConcatError;
use crate::width::Width;

/// Pieces are gathered into leaves of about so many bytes.
///
/// Of 64 bytes and more a leaf's own costs (a node, a length, what the allocator adds) are less than
/// half of its text, and copying it out goes at the speed of memory.
const LEAF: usize = 256;

impl<W: Width> ConcatStr<W> {
    /// Appends a text.
    ///
    /// O(n) of the text that is appended: takes a node for it and one that joins the two, or
    /// none if it fits into the last node of this text and nobody else has that.
    ///
    /// # Panics
    ///
    /// As [`concat`](Self::concat).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let mut text: ConcatStr = ConcatStr::new();
    /// text.push_str("one ");
    /// text.push_str("two");
    /// assert_eq!(text, "one two");
    /// ```
    #[track_caller]
    pub fn push_str(&mut self, text: &str) {
        self.try_push_str(text)
            .unwrap_or_else(|error| fail::<W>(error));
    }

    /// Appends a text, and reports what stands against it. This text is unchanged then.
    ///
    /// O(n) of the text that is appended, as [`push_str`](Self::push_str).
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc) if no memory is left, [`Full`](ConcatError::Full) if no id is,
    /// [`TooLong`](ConcatError::TooLong) if the text is longer than a block of memory can be.
    ///
    /// ```
    /// use string_kit_concat::{ConcatError, ConcatStr};
    ///
    /// let mut text: ConcatStr = "one ".into();
    /// text.try_push_str("two")?;
    /// assert_eq!(text, "one two");
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn try_push_str(&mut self, text: &str) -> Result<(), ConcatError> {
        if text.len() <= NodeRef::<W>::SHORT && make::extend::<W>(self, text) {
            return Ok(());
        }
        // Made before this text is taken: an error leaves that where it is.
        let text = Self::try_copy(text)?;
        self.append(text)
    }

    /// Appends a text whose handle becomes the node's. This text is unchanged on an error.
    pub(super) fn append(&mut self, other: Self) -> Result<(), ConcatError> {
        let (whole, done) = match core::mem::take(self).join(other) {
            Ok(whole) => (whole, Ok(())),
            Err((this, _, error)) => (this, Err(error)),
        };
        *self = whole;
        done
    }

    /// Appends one piece after the other to a text of its own, until it is as long as a leaf.
    fn gather(pieces: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let mut forest = Forest::default();
        let mut leaf = String::new();
        for piece in pieces {
            let piece = piece.as_ref();
            if leaf.len() + piece.len() > LEAF {
                forest.push(Self::from(&*leaf));
                leaf.clear();
            }
            if piece.len() > LEAF {
                forest.push(Self::from(piece));
            } else {
                leaf.push_str(piece);
            }
        }
        forest.push(Self::from(leaf));
        forest.join()
    }
}

/// Texts whose trees are being made one, each of twice as many leaves as the next: the digits of a
/// binary number that counts the leaves.
struct Forest<W: Width> {
    trees: Vec<ConcatStr<W>>,
    leaves: usize,
}

impl<W: Width> Default for Forest<W> {
    fn default() -> Self {
        Self {
            trees: Vec::new(),
            leaves: 0,
        }
    }
}

impl<W: Width> Forest<W> {
    fn push(&mut self, mut leaf: ConcatStr<W>) {
        if leaf.is_new() {
            return;
        }
        for _ in 0..self.leaves.trailing_ones() {
            leaf = self.trees.pop().unwrap_or_default() + leaf;
        }
        self.trees.push(leaf);
        self.leaves += 1;
    }

    fn join(self) -> ConcatStr<W> {
        let smaller_first = self.trees.into_iter().rev();
        smaller_first
            .reduce(|right, left| left + right)
            .unwrap_or_default()
    }
}

/// O(n) in the bytes: small pieces are gathered into leaves of some 256 bytes, and those into a balanced
/// tree.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text: ConcatStr = ["no ", "matter ", "how"].into_iter().collect();
/// assert_eq!(text, "no matter how");
/// ```
impl<W: Width, S: AsRef<str>> FromIterator<S> for ConcatStr<W> {
    fn from_iter<I: IntoIterator<Item = S>>(pieces: I) -> Self {
        Self::gather(pieces)
    }
}

/// O(n) in the bytes that are appended, as it is to collect them; and a node.
impl<W: Width, S: AsRef<str>> Extend<S> for ConcatStr<W> {
    fn extend<I: IntoIterator<Item = S>>(&mut self, pieces: I) {
        let more = Self::gather(pieces);
        match more.node().and_then(NodeRef::short) {
            Some(few) => self.push_str(few),
            None => *self += &more,
        }
    }
}

/// O(n) in the texts, none of which is copied: a balanced tree of them.
impl<W: Width> FromIterator<Self> for ConcatStr<W> {
    fn from_iter<I: IntoIterator<Item = Self>>(texts: I) -> Self {
        let mut forest = Forest::default();
        texts.into_iter().for_each(|text| forest.push(text));
        forest.join()
    }
}

/// O(n) in the texts, none of which is copied.
impl<W: Width> Extend<Self> for ConcatStr<W> {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, texts: I) {
        *self += &texts.into_iter().collect::<Self>();
    }
}
