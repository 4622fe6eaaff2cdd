//! Reading from the beginning: characters, lines, and the first place of a string.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::{fmt, mem, str};

use super::chunks::Chunks;
use crate::dag::{Dag, NodeId};
use crate::error::ConcatError;

/// An iterator over the characters of a text.
///
/// It holds what [`Chunks`] holds. A step takes O(1) on average over a text of which no node is empty, and
/// panics where [`Chunks::next`] does.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("grün").concat("kohl");
/// assert_eq!(text.chars().nth(2), Some('ü'));
/// assert_eq!(text.chars().count(), 8);
/// ```
pub struct Chars<'a, D: Dag> {
    chunks: Chunks<'a, D>,
    /// The characters of the last piece that are still to come.
    chunk: str::Chars<'a>,
}

impl<'a, D: Dag> Chars<'a, D> {
    pub(crate) fn new(dag: &'a D, node: NodeId) -> Self {
        Self {
            chunks: Chunks::new(dag, node),
            chunk: "".chars(),
        }
    }
}

impl<D: Dag> Iterator for Chars<'_, D> {
    type Item = char;

    /// # Panics
    ///
    /// If memory for the ids of the nodes to come runs out.
    #[inline]
    fn next(&mut self) -> Option<char> {
        loop {
            if let Some(char) = self.chunk.next() {
                return Some(char);
            }
            self.chunk = self.chunks.next()?.chars();
        }
    }
}

impl<D: Dag> FusedIterator for Chars<'_, D> {}

impl<D: Dag> Clone for Chars<'_, D> {
    fn clone(&self) -> Self {
        Self {
            chunks: self.chunks.clone(),
            chunk: self.chunk.clone(),
        }
    }
}

impl<D: Dag> fmt::Debug for Chars<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chars")
            .field("chunk", &self.chunk.as_str())
            .field("chunks", &self.chunks)
            .finish()
    }
}

/// An iterator over the lines of a text, as those of [`str::lines`], each of a limited length.
///
/// A line within one leaf is borrowed, and another one is copied: at any time one line of at most the limit.
/// After an error the iterator ends.
///
/// ```
/// use string_kit_concat::{ConcatError, ConcatStr};
///
/// let text = ConcatStr::from("one line\nand ano").concat("ther line\r\n");
/// let lines = text.lines(100).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(lines, ["one line", "and another line"]);
///
/// let mut lines = text.lines(10);
/// assert_eq!(lines.next().transpose()?.as_deref(), Some("one line"));
/// assert_eq!(lines.next(), Some(Err(ConcatError::TooLong)));
/// assert_eq!(lines.next(), None);
/// # Ok::<(), ConcatError>(())
/// ```
pub struct Lines<'a, D: Dag> {
    /// None after an error.
    chunks: Option<Chunks<'a, D>>,
    /// The rest of the last piece.
    rest: &'a str,
    limit: usize,
}

impl<'a, D: Dag> Lines<'a, D> {
    pub(crate) const fn new(dag: &'a D, node: NodeId, limit: usize) -> Self {
        Self {
            chunks: Some(Chunks::new(dag, node)),
            rest: "",
            limit,
        }
    }

    fn try_next(&mut self) -> Result<Option<Cow<'a, str>>, ConcatError> {
        let Some(chunks) = &mut self.chunks else {
            return Ok(None);
        };
        let mut line = None;
        loop {
            if self.rest.is_empty() {
                let Some(chunk) = chunks.try_next()? else {
                    return Ok(line);
                };
                self.rest = chunk;
            }
            let (part, rest) = match self.rest.split_once('\n') {
                Some((part, rest)) => (part, Some(rest)),
                None => (mem::take(&mut self.rest), None),
            };
            let len = line.as_deref().map_or(0, str::len);
            if part.len() > self.limit - len {
                return Err(ConcatError::TooLong);
            }
            let mut whole = joined(line, part)?;
            if let Some(rest) = rest {
                self.rest = rest;
                if whole.ends_with('\r') {
                    let end = whole.len() - 1;
                    match &mut whole {
                        Cow::Borrowed(line) => *line = &line[..end],
                        Cow::Owned(line) => line.truncate(end),
                    }
                }
                return Ok(Some(whole));
            }
            line = Some(whole);
        }
    }
}

/// Returns a line with a part appended: borrowed if one of the two is empty.
fn joined<'a>(line: Option<Cow<'a, str>>, part: &'a str) -> Result<Cow<'a, str>, ConcatError> {
    let mut text = match line {
        None | Some(Cow::Borrowed("")) => return Ok(Cow::Borrowed(part)),
        Some(line) if part.is_empty() => return Ok(line),
        Some(Cow::Borrowed(line)) => {
            let mut text = String::new();
            text.try_reserve(line.len() + part.len())?;
            text.push_str(line);
            text
        }
        Some(Cow::Owned(line)) => line,
    };
    text.try_reserve(part.len())?;
    text.push_str(part);
    Ok(Cow::Owned(text))
}

impl<'a, D: Dag> Iterator for Lines<'a, D> {
    type Item = Result<Cow<'a, str>, ConcatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.try_next();
        if line.is_err() {
            self.chunks = None;
        }
        line.transpose()
    }
}

impl<D: Dag> FusedIterator for Lines<'_, D> {}

impl<D: Dag> Clone for Lines<'_, D> {
    fn clone(&self) -> Self {
        Self {
            chunks: self.chunks.clone(),
            ..*self
        }
    }
}

impl<D: Dag> fmt::Debug for Lines<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("rest", &self.rest)
            .field("chunks", &self.chunks)
            .field("limit", &self.limit)
            .finish()
    }
}

/// Returns the place of the first match of a string that ends within the first `limit` bytes.
///
/// # Errors
///
/// `TooLong` if there is none, and the text has more bytes; `Alloc`.
pub(crate) fn find<D: Dag>(
    dag: &D,
    node: NodeId,
    needle: &str,
    limit: u128,
) -> Result<Option<u128>, ConcatError> {
    let needle = needle.as_bytes();
    // The algorithm of Knuth, Morris and Pratt: for each beginning of the needle, the length of the longest
    // shorter beginning that it ends with. A byte of the text is looked at once, and none is kept.
    let mut borders = Vec::new();
    borders.try_reserve_exact(needle.len())?;
    let mut matched = 0;
    for place in 0..needle.len() {
        if place > 0 {
            matched = step(needle, &borders, matched, needle[place]);
        }
        borders.push(matched);
    }
    let (mut matched, mut before) = (0, 0);
    let mut chunks = Chunks::new(dag, node);
    while matched < needle.len() {
        let Some(chunk) = chunks.try_next()? else {
            return Ok(None);
        };
        let room = usize::try_from(limit - before).unwrap_or(usize::MAX);
        for (place, &byte) in chunk.as_bytes().iter().take(room).enumerate() {
            matched = step(needle, &borders, matched, byte);
            if matched == needle.len() {
                return Ok(Some(before + place as u128 + 1 - matched as u128));
            }
        }
        if chunk.len() > room {
            return Err(ConcatError::TooLong);
        }
        before += chunk.len() as u128;
    }
    Ok(Some(0))
}

/// Returns how many bytes of the needle match after one more byte of the text.
#[inline]
fn step(needle: &[u8], borders: &[usize], mut matched: usize, byte: u8) -> usize {
    while needle[matched] != byte {
        if matched == 0 {
            return 0;
        }
        matched = borders[matched - 1];
    }
    matched + 1
}
