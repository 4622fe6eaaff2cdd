//! The iterators.

use core::convert::Infallible;
use core::iter::{FlatMap, FusedIterator};
use core::str;

use memchr::{memchr, memrchr};

use crate::node::Ref;
use crate::slice::{ConcatSlice, Piece};

/// Returns the pieces of a text, as `str`s: see [`ConcatStr::chunks`](crate::ConcatStr::chunks).
#[derive(Clone, Debug, Default)]
pub struct Chunks<'a> {
    rest: ConcatSlice<'a>,
    /// The next nodes of the tree, the first one last: at most as many as the ring has.
    ///
    /// PERF: a step from the root takes O(log n). With the last eight nodes beside the path to the
    /// piece before, most steps take two.
    ring: [Option<Ref<'a>>; RING],
    /// The place in the ring behind the last node, and the number of nodes.
    top: usize,
    waiting: usize,
    /// The bytes of these nodes and those after them that belong to the text.
    run: usize,
}

const RING: usize = 8;

impl<'a> Chunks<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            rest: text,
            ..Self::default()
        }
    }

    pub(crate) fn rest(&self) -> ConcatSlice<'a> {
        self.rest
    }

    /// Returns the next piece. Its start is a byte of what was left before.
    #[inline]
    pub(crate) fn next_piece(&mut self) -> Option<Piece<'a>> {
        let (rest, left) = (self.rest, self.rest.len());
        if left == 0 {
            return None;
        }
        let piece = if self.waiting > 0 {
            self.waiting -= 1;
            self.top -= 1;
            let mut node = self.ring[self.top % RING]?;
            while !node.is_leaf() {
                let (left, right) = node.children();
                right.prefetch();
                self.push(right);
                node = left;
            }
            Piece::of_leaf(node, 0, self.run.min(left))
        } else {
            self.top = RING;
            rest.piece_on_path(0, &mut |node| self.push(node))?
        };
        self.run = piece.run;
        if piece.run == 0 {
            self.waiting = 0;
        }
        self.rest = rest.part(piece.text.len(), left);
        Some(piece)
    }

    #[inline]
    fn push(&mut self, node: Ref<'a>) {
        self.ring[self.top % RING] = Some(node);
        self.top += 1;
        self.waiting = RING.min(self.waiting + 1);
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        Some(self.next_piece()?.text)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.rest.is_empty()), Some(self.rest.len()))
    }
}

impl DoubleEndedIterator for Chunks<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let piece = self.rest.piece_at(self.rest.len().checked_sub(1)?)?;
        self.rest = self.rest.part(0, piece.start);
        Some(piece.text)
    }
}

impl FusedIterator for Chunks<'_> {}

/// Returns the characters of a text: see [`ConcatStr::chars`](crate::ConcatStr::chars).
pub type Chars<'a> = FlatMap<Chunks<'a>, str::Chars<'a>, fn(&'a str) -> str::Chars<'a>>;

/// Returns the bytes of a text: see [`ConcatStr::bytes`](crate::ConcatStr::bytes).
pub type Bytes<'a> = FlatMap<Chunks<'a>, str::Bytes<'a>, fn(&'a str) -> str::Bytes<'a>>;

/// Defines an iterator over items and where they begin: its documentation, its items, and how they
/// and their bytes are found.
macro_rules! indexed {
    ($(#[$doc:meta])* $Name:ident: $Item:ty, $Items:ty, $items:expr, $bytes_of:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $Name<'a> {
            rest: $Items,
            from: usize,
            to: usize,
        }

        impl<'a> $Name<'a> {
            pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
                Self {
                    rest: $items(text),
                    from: 0,
                    to: text.len(),
                }
            }
        }

        impl<'a> Iterator for $Name<'a> {
            type Item = (usize, $Item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let item = self.rest.next()?;
                let at = self.from;
                self.from += $bytes_of(item);
                Some((at, item))
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.rest.size_hint()
            }
        }

        impl DoubleEndedIterator for $Name<'_> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let item = self.rest.next_back()?;
                self.to -= $bytes_of(item);
                Some((self.to, item))
            }
        }

        impl FusedIterator for $Name<'_> {}
    };
}

indexed! {
    /// Returns the pieces of a text with where they begin: see
    /// [`ConcatStr::chunk_indices`](crate::ConcatStr::chunk_indices).
    ChunkIndices: &'a str, Chunks<'a>, ConcatSlice::chunks, str::len
}

indexed! {
    /// Returns the characters of a text with where they begin: see
    /// [`ConcatStr::char_indices`](crate::ConcatStr::char_indices).
    CharIndices: char, Chars<'a>, ConcatSlice::chars, char::len_utf8
}

/// Returns the lines of a text without their ends: see
/// [`ConcatStr::lines`](crate::ConcatStr::lines). A line from the end takes O(log n + its bytes).
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The rest of a piece, as a slice and as text, and the pieces behind it.
    piece: ConcatSlice<'a>,
    text: &'a str,
    chunks: Chunks<'a>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            piece: ConcatSlice::default(),
            text: "",
            chunks: text.chunks(),
        }
    }

    fn rest(&self) -> ConcatSlice<'a> {
        self.chunks.rest().with_before(self.text.len())
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = ConcatSlice<'a>;

    fn next(&mut self) -> Option<ConcatSlice<'a>> {
        if self.text.is_empty() {
            let piece = self.chunks.next_piece()?;
            (self.piece, self.text) = (piece.slice(), piece.text);
        }
        let before = self.chunks.rest();
        let (text, piece) = (self.text, self.piece);
        // Most lines lie in one piece.
        if let Some(at) = memchr(b'\n', text.as_bytes()) {
            let end = at - usize::from(text.as_bytes()[..at].ends_with(b"\r"));
            self.text = &text[at + 1..];
            self.piece = piece.part(at + 1, text.len());
            return Some(piece.part(0, end));
        }
        let mut len = text.len();
        self.text = "";
        while let Some(next) = self.chunks.next_piece() {
            if let Some(at) = memchr(b'\n', next.text.as_bytes()) {
                self.text = &next.text[at + 1..];
                self.piece = next.slice().part(at + 1, next.text.len());
                let line = before.with_before(text.len()).part(0, len + at);
                let has_return = match next.text[..at].bytes().next_back() {
                    Some(last) => last == b'\r',
                    None => line.ends_with('\r'),
                };
                return Some(line.part(0, len + at - usize::from(has_return)));
            }
            len += next.text.len();
        }
        Some(before.with_before(text.len()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest().len();
        (usize::from(len > 0), Some(len))
    }
}

impl DoubleEndedIterator for Lines<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rest = self.rest();
        let last = rest.byte_at(rest.len().checked_sub(1)?);
        let end = rest.len() - usize::from(last == Some(b'\n'));
        let start = last_line(rest.part(0, end));
        *self = Self::new(rest.part(0, start));
        let line = rest.part(start, end);
        let has_return = end < rest.len() && line.ends_with("\r");
        Some(rest.part(start, end - usize::from(has_return)))
    }
}

/// Returns the byte behind the last line feed of a text.
///
/// PERF: a piece from the end takes O(log n), as each begins at the root. Parts of doubled lengths
/// are read with one path each.
fn last_line(text: ConcatSlice<'_>) -> usize {
    let (mut end, mut len) = (text.len(), 64);
    while end > 0 {
        let mut start = end.saturating_sub(len);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let (mut at, mut line) = (start, None);
        let Ok(()) = text.part(start, end).try_visit::<Infallible>(&mut |piece| {
            let feed = memrchr(b'\n', piece.as_bytes());
            line = feed.map(|feed| at + feed + 1).or(line);
            at += piece.len();
            Ok(())
        });
        if let Some(line) = line {
            return line;
        }
        (end, len) = (start, 2 * len);
    }
    0
}

impl FusedIterator for Lines<'_> {}
