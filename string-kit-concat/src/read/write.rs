//! Writing a text into a writer, and into a `Formatter` with its width and precision.

use alloc::string::String;
use core::fmt::{self, Write};

use super::chunks::Chunks;
use super::len::len_within;
use crate::dag::{Dag, NodeId};
use crate::error::ConcatError;

/// The most characters that `Debug` shows.
const SHOWN: usize = 1000;

/// Calls a function with the pieces of a text, if it has no more than `limit` bytes.
///
/// # Errors
///
/// `TooLong` before the first call, `Alloc`, those of the function.
pub(crate) fn write<D: Dag, E: From<ConcatError>>(
    dag: &D,
    node: NodeId,
    limit: u128,
    mut each: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    len_within(dag, node, limit)?;
    let mut chunks = Chunks::new(dag, node);
    while let Some(chunk) = chunks.try_next()? {
        each(chunk)?;
    }
    Ok(())
}

/// Calls a function with the pieces of the first `most` characters, and returns their number.
fn first_chars<D: Dag>(
    dag: &D,
    node: NodeId,
    most: usize,
    mut each: impl FnMut(&str) -> fmt::Result,
) -> Result<usize, fmt::Error> {
    let mut left = most;
    let mut chunks = Chunks::new(dag, node);
    while left > 0
        && let Some(chunk) = chunks.try_next().map_err(|_| fmt::Error)?
    {
        let end = if let Some((end, _)) = chunk.char_indices().nth(left) {
            left = 0;
            end
        } else {
            left -= chunk.chars().count();
            chunk.len()
        };
        each(&chunk[..end])?;
    }
    Ok(most - left)
}

/// Checks that the text is no longer than a text in memory can be.
///
/// # Errors
///
/// `TooLong`, `Alloc`.
fn fits_memory<D: Dag>(dag: &D, node: NodeId) -> Result<(), ConcatError> {
    len_within(dag, node, isize::MAX.unsigned_abs() as u128).map(drop)
}

/// Writes the text as a `str` is written; returns an error for a text that is longer than a `str` can be.
pub(crate) fn display<D: Dag>(dag: &D, node: NodeId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if f.precision().is_none() {
        fits_memory(dag, node).map_err(|_| fmt::Error)?;
    }
    let most = f.precision().unwrap_or(usize::MAX);
    let width = f.width().unwrap_or(0);
    let missing = width - first_chars(dag, node, most.min(width), |_| Ok(()))?;
    let before = match f.align() {
        None | Some(fmt::Alignment::Left) => 0,
        Some(fmt::Alignment::Right) => missing,
        Some(fmt::Alignment::Center) => missing / 2,
    };
    let fill = f.fill();
    for _ in 0..before {
        f.write_char(fill)?;
    }
    first_chars(dag, node, most, |chunk| f.write_str(chunk))?;
    for _ in before..missing {
        f.write_char(fill)?;
    }
    Ok(())
}

/// Writes the first characters as `Debug` of a `str` does, and `..` if there are more.
pub(crate) fn debug<D: Dag>(dag: &D, node: NodeId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = String::new();
    let shown = first_chars(dag, node, SHOWN + 1, |chunk| {
        text.try_reserve(chunk.len()).map_err(|_| fmt::Error)?;
        text.push_str(chunk);
        Ok(())
    })?;
    if shown > SHOWN {
        text.pop();
    }
    fmt::Debug::fmt(&text, f)?;
    if shown > SHOWN {
        f.write_str("..")?;
    }
    Ok(())
}
