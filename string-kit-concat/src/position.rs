//! Places in a text as the protocol of language servers has them: a line, and a UTF-16 code unit.

use core::iter;

use memchr::memchr_iter;

use crate::metric::Metric;
use crate::slice::ConcatSlice;

/// The ends of lines that positions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnds {
    /// LF and CR LF, as everywhere else in this crate.
    Lf,
    /// LF, CR LF, and CR alone, as in the protocol of language servers.
    LfOrCr,
}

impl ConcatSlice<'_> {
    /// Returns the byte at a UTF-16 code unit of a line, both numbered from 0 on. A place behind a
    /// line is the end of its text, a place behind the last line the end of the text, and a place
    /// within a surrogate pair its beginning.
    ///
    /// O(log n + bytes of the line). With [`LineEnds::LfOrCr`], O(n + r log n) in a text with
    /// carriage returns, if r of them stand alone.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, LineEnds};
    ///
    /// let text = ConcatStr::from("one\r𝄞 two\r\nthree");
    /// assert_eq!(text.byte_of_position(1, 3, LineEnds::LfOrCr), 9);
    /// assert_eq!(text.byte_of_position(1, 99, LineEnds::LfOrCr), 12);
    /// assert_eq!(text.byte_of_position(1, 3, LineEnds::Lf), 17);
    /// ```
    #[must_use]
    pub fn byte_of_position(self, line: usize, utf16: usize, ends: LineEnds) -> usize {
        let Some(start) = self.start_of_line(line, ends) else {
            return self.len();
        };
        let text = self.text_of_line(start, ends);
        start + text.byte_of_utf16(utf16).unwrap_or(text.len())
    }

    /// Returns the line of a byte, and the UTF-16 code unit in it, both numbered from 0 on. A byte
    /// within a character is taken for its beginning, one within the end of a line for the end of
    /// its text, and one behind the text for its end.
    ///
    /// As long as [`byte_of_position`](Self::byte_of_position).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, LineEnds};
    ///
    /// let text = ConcatStr::from("one\r𝄞 two\r\nthree");
    /// assert_eq!(text.position_of_byte(9, LineEnds::LfOrCr), (1, 3));
    /// assert_eq!(text.position_of_byte(9, LineEnds::Lf), (0, 7));
    /// ```
    #[must_use]
    pub fn position_of_byte(self, at: usize, ends: LineEnds) -> (usize, usize) {
        let mut at = at.min(self.len());
        while !self.is_char_boundary(at) {
            at -= 1;
        }
        let returns = self.lone_returns(ends).take_while(|&place| place < at);
        let line = self.line_of_byte(at) + returns.count();
        let start = self.start_of_line(line, ends).unwrap_or_default();
        let text = self.text_of_line(start, ends);
        (line, text.utf16_of_byte(text.len().min(at - start)))
    }

    fn start_of_line(self, line: usize, ends: LineEnds) -> Option<usize> {
        let mut before = 0;
        for at in self.lone_returns(ends) {
            let next = self.line_of_byte(at) + before + 1;
            if next == line {
                return Some(at + 1);
            } else if next > line {
                break;
            }
            before += 1;
        }
        self.byte_of_line(line - before)
    }

    fn text_of_line(self, start: usize, ends: LineEnds) -> Self {
        let rest = self.part(start, self.len());
        let line = rest.lines().next().unwrap_or(rest);
        match ends {
            LineEnds::Lf => line,
            LineEnds::LfOrCr => line.split('\r').next().unwrap_or(line),
        }
    }

    /// Returns the places of carriage returns that end a line by themselves.
    fn lone_returns(self, ends: LineEnds) -> impl Iterator<Item = usize> {
        let has_some =
            ends == LineEnds::LfOrCr && self.units_before(self.len(), Metric::Returns) > 0;
        let mut chunks = self.chunk_indices().filter(move |_| has_some).peekable();
        let places = iter::from_fn(move || {
            let (start, chunk) = chunks.next()?;
            let behind = chunks.peek().and_then(|next| next.1.bytes().next());
            let bytes = chunk.as_bytes();
            let next = move |at: usize| bytes.get(at + 1).copied().or(behind);
            let lone = memchr_iter(b'\r', bytes).filter(move |&at| next(at) != Some(b'\n'));
            Some(lone.map(move |at| start + at))
        });
        places.flatten()
    }
}
