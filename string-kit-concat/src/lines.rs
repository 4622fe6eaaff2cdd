//! Lines and characters by number. No node stores their counts, so these functions read the text.
//!
//! PERF: a count of lines and one of characters would make an inner node 24 bytes instead of 16:
//! each version of an editing trace would take a third more.

use crate::slice::ConcatSlice;
use crate::visit::visit;

/// Returns the number of line feeds before a byte.
///
/// # Panics
///
/// If the byte is beyond the end.
#[track_caller]
pub(crate) fn count(text: ConcatSlice<'_>, before: usize) -> usize {
    assert!(
        before <= text.len(),
        "the byte is beyond the end of the text"
    );
    let mut lines = 0;
    let Some(node) = text.node() else { return 0 };
    // A byte within a character is none of a boundary: the piece that has it is read whole, and cut
    // as bytes.
    let end = text.piece_at(before).map_or(before, |(_, start)| start);
    visit(node, text.start(), text.start() + end, &mut |piece| {
        lines += feeds(piece.as_bytes());
    });
    if let Some((piece, start)) = text.piece_at(before) {
        lines += feeds(&piece.as_bytes()[..before - start]);
    }
    lines
}

fn feeds(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte == b'\n')).sum()
}

/// Returns the byte at which a line begins.
pub(crate) fn start_of(text: ConcatSlice<'_>, line: usize) -> Option<usize> {
    let mut left = line;
    if left == 0 {
        return Some(0);
    }
    for (start, chunk) in text.chunk_indices() {
        let here = feeds(chunk.as_bytes());
        if left <= here {
            let (at, _) = chunk.match_indices('\n').nth(left - 1)?;
            return Some(start + at + 1);
        }
        left -= here;
    }
    None
}

/// Returns the number of characters.
pub(crate) fn chars_in(text: ConcatSlice<'_>) -> usize {
    if is_ascii(text) {
        return text.len();
    }
    let mut chars = 0;
    if let Some(node) = text.node() {
        visit(node, text.start(), text.end(), &mut |piece| {
            chars += piece.chars().count();
        });
    }
    chars
}

/// Returns the byte at which a character begins.
pub(crate) fn char_start(text: ConcatSlice<'_>, index: usize) -> Option<usize> {
    if is_ascii(text) {
        return (index <= text.len()).then_some(index);
    }
    let mut left = index;
    for (start, chunk) in text.chunk_indices() {
        let here = chunk.chars().count();
        if left < here {
            let (at, _) = chunk.char_indices().nth(left)?;
            return Some(start + at);
        }
        left -= here;
    }
    (left == 0).then_some(text.len())
}

fn is_ascii(text: ConcatSlice<'_>) -> bool {
    text.node().is_none_or(crate::node::Ref::is_ascii)
}
