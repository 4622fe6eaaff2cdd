//! Searching a text for another.

use alloc::string::String;

use crate::slice::ConcatSlice;

/// The bytes that are searched at a time: at first, and at most.
const WINDOW: (usize, usize) = (256, 64 * 1024);

/// Returns the byte at which a text first occurs.
///
/// Pieces are copied to a window that grows, since an occurrence may begin in one and end in
/// another.
pub(crate) fn first(text: ConcatSlice<'_>, needle: &str) -> Option<usize> {
    if needle.len() > text.len() {
        return None;
    }
    if let Some(piece) = text.piece_at(0)
        && let Some(at) = piece.text.find(needle)
    {
        return Some(at);
    }
    if needle.is_empty() {
        return Some(0);
    }
    let (mut window, mut from) = (String::new(), 0);
    let mut size = WINDOW.0.max(2 * needle.len());
    let mut chunks = text.chunks();
    loop {
        let more = chunks.by_ref().try_for_each(|chunk| {
            window.push_str(chunk);
            if window.len() < size { Ok(()) } else { Err(()) }
        });
        if let Some(at) = window.find(needle) {
            return Some(from + at);
        }
        if more.is_ok() {
            return None;
        }
        // The end of the window stays: an occurrence may begin there.
        let keep = window.floor_char_boundary(window.len() - (needle.len() - 1));
        window.drain(..keep);
        from += keep;
        size = (2 * size).min(WINDOW.1.max(4 * needle.len()));
    }
}

/// Returns the byte at which a text last occurs.
pub(crate) fn last(text: ConcatSlice<'_>, needle: &str) -> Option<usize> {
    if needle.is_empty() {
        return Some(text.len());
    }
    let mut size = WINDOW.0.max(2 * needle.len());
    let mut to = text.len();
    while to >= needle.len() {
        let mut from = to.saturating_sub(size);
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let window = text.part(from, to);
        let mut copy = String::with_capacity(window.len());
        copy.extend(window.chunks());
        if let Some(at) = copy.rfind(needle) {
            return Some(from + at);
        }
        if from == 0 {
            return None;
        }
        // The beginning of the window stays: an occurrence may end there.
        let keep = copy.ceil_char_boundary(needle.len() - 1);
        to = from + keep;
        size = (2 * size).min(WINDOW.1.max(4 * needle.len()));
    }
    None
}

/// Returns the rest of a text that begins with another, or none.
pub(crate) fn prefix<'a>(text: ConcatSlice<'a>, mut prefix: &str) -> Option<ConcatSlice<'a>> {
    let rest = text.get(prefix.len()..)?;
    for chunk in text.part(0, prefix.len()).chunks() {
        prefix = prefix.strip_prefix(chunk)?;
    }
    Some(rest)
}

/// Returns the rest of a text that ends with another, or none.
pub(crate) fn suffix<'a>(text: ConcatSlice<'a>, mut suffix: &str) -> Option<ConcatSlice<'a>> {
    let at = text.len().checked_sub(suffix.len())?;
    let rest = text.get(..at)?;
    for chunk in text.part(at, text.len()).chunks().rev() {
        suffix = suffix.strip_suffix(chunk)?;
    }
    Some(rest)
}
