//! A place in a text that moves piece by piece.

use crate::slice::ConcatSlice;

/// A piece of a text, and its place: moves to the next or the previous piece, or to any byte. Each
/// move takes O(log n).
///
/// Crates that search or parse can read a text with it without a copy:
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("a long ").concat(&ConcatStr::from("text").repeat(200));
/// let mut cursor = text.cursor();
/// let mut bytes = cursor.chunk().len();
/// while cursor.move_next() {
///     bytes += cursor.chunk().len();
/// }
/// assert_eq!(bytes, cursor.total_bytes());
/// assert!(cursor.move_back());
/// cursor.seek(3);
/// assert_eq!(cursor.offset(), 0);
/// assert!(cursor.bytes_from(3).starts_with(b"ong "));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    text: ConcatSlice<'a>,
    chunk: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    #[track_caller]
    pub(crate) fn new(text: ConcatSlice<'a>, at: usize) -> Self {
        let mut cursor = Self {
            text,
            chunk: "",
            offset: 0,
        };
        cursor.seek(at);
        cursor
    }

    /// Returns the piece, which is empty at the end only.
    #[must_use]
    pub fn chunk(&self) -> &'a str {
        self.chunk
    }

    /// Returns the byte of the text at which the piece begins.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of bytes of the text.
    #[must_use]
    pub fn total_bytes(&self) -> usize {
        self.text.len()
    }

    /// Moves to the next piece and returns true. On the last piece and at the end, stays and
    /// returns false.
    pub fn move_next(&mut self) -> bool {
        let next = self.offset + self.chunk.len();
        next < self.text.len() && self.go(next)
    }

    /// Moves to the previous piece and returns true. On the first piece, stays and returns false.
    pub fn move_back(&mut self) -> bool {
        self.offset > 0 && self.go(self.offset - 1)
    }

    /// Moves to the piece that contains a byte, or to the end.
    ///
    /// # Panics
    ///
    /// If the byte is beyond the end.
    #[track_caller]
    pub fn seek(&mut self, at: usize) {
        assert!(
            at <= self.text.len(),
            "the byte is beyond the end of the text"
        );
        if !self.go(at) {
            (self.chunk, self.offset) = ("", at);
        }
    }

    /// Moves to the piece that contains a byte, and returns its bytes from there on: none at the
    /// end and beyond it.
    ///
    /// A parser that reads a text in pieces, such as tree-sitter's, calls a function like this.
    pub fn bytes_from(&mut self, at: usize) -> &'a [u8] {
        let here = self.offset..self.offset + self.chunk.len();
        if here.contains(&at) || self.go(at) {
            return &self.chunk.as_bytes()[at - self.offset..];
        }
        &[]
    }

    fn go(&mut self, at: usize) -> bool {
        let Some(piece) = self.text.piece_at(at) else {
            return false;
        };
        (self.chunk, self.offset) = (piece.text, piece.start);
        true
    }
}
