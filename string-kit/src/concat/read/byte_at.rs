//! A byte of a text by its place.

use super::len::{End, Walk};
use crate::concat::dag::{Dag, IndexOf, Part};
use crate::concat::error::ConcatError;

/// The byte at `index`, if the text is so long.
///
/// # Errors
///
/// `Alloc`.
pub(in crate::concat) fn byte_at<D: Dag>(
    dag: &D,
    mut node: IndexOf<D>,
    mut index: u128,
) -> Result<Option<u8>, ConcatError> {
    // Where the lengths are kept they say the way. `u64::MAX` says it for all bytes before that many.
    loop {
        match dag.part(node) {
            Part::Leaf(text) => return Ok(byte_of(text, index)),
            Part::Concat(left, right) => match dag.kept_len(left) {
                Some(len) if index < len.into() => node = left,
                Some(len) if len < u64::MAX => {
                    index -= u128::from(len);
                    node = right;
                }
                _ => break,
            },
        }
    }
    let (text, index) = match u64::try_from(index) {
        // A walk that counts in 64 bits takes half the memory.
        Ok(index) => match Walk::new(dag).to(node, index)? {
            End::Within(text, start) => (text, u128::from(index - start)),
            End::Whole(_) => return Ok(None),
        },
        Err(_) => match Walk::new(dag).to(node, index)? {
            End::Within(text, start) => (text, index - start),
            End::Whole(_) => return Ok(None),
        },
    };
    Ok(byte_of(text, index))
}

fn byte_of(text: &str, index: u128) -> Option<u8> {
    text.as_bytes().get(usize::try_from(index).ok()?).copied()
}
