//! Copying a text into a `String`: a shared part is expanded once, and then copied from where it was written.
//!
//! PERF: the speed as a part of `memcpy`'s, into the same warm buffer and into fresh ones, without lengths:
//!
//! | text of 64 MB | warm | fresh |
//! | --- | --- | --- |
//! | leaves of 1 byte as a Fibonacci word | 1.1 to 1.4 | 1.0 |
//! | a leaf of 64 bytes, doubled | 1.1 to 1.4 | 1.0 |
//! | the last node of a random DAG of 2 million, doubled ten times (7 MB) | 1.4 to 1.7 | 1.5 |
//! | the last 1,000 nodes of the random DAG in a row | 0.16 | 0.45 |
//!
//! The first three pass `memcpy` because they read bytes that are in the cache. The last has 130 thousand
//! nodes in random order, each a cache miss; with lengths 0.2 and 0.55.

use alloc::string::String;
use alloc::vec::Vec;

use super::len::{Span, Walk};
use super::output::Output;
use crate::dag::{Dag, NodeId, Part};
use crate::error::ConcatError;
use crate::memo::Memo;

/// The length in bytes from which on the place of a part is remembered, where lengths are kept.
const WORTH: u64 = 64;

/// The length in bytes beyond which a part is copied as its own parts.
///
/// PERF: copies of those are still in the cache; the beginning of a long text is not.
const BLOCK: u64 = 128 << 10;

/// Appends the text to `out`.
///
/// # Errors
///
/// `TooLong` before `out` grows, `Alloc`. `out` keeps its text.
pub(crate) fn flatten_into<D: Dag>(
    dag: &D,
    node: NodeId,
    out: &mut String,
    limit: usize,
) -> Result<(), ConcatError> {
    let mut walk = Walk::new(dag);
    let len = match dag.exact_len(node) {
        Some(len) => len,
        None => walk.len_within(node, limit as u64)?,
    };
    let len = usize::try_from(len).map_err(|_| ConcatError::TooLong)?;
    if len > limit {
        return Err(ConcatError::TooLong);
    }
    let mut flatten = Flatten {
        dag,
        out: Output::new(out, len)?,
        memo: walk.memo,
        todo: walk.todo,
    };
    flatten.run(node)?;
    flatten.out.finish();
    Ok(())
}

/// A walk that writes a text into a `String`.
struct Flatten<'a, D: Dag> {
    dag: &'a D,
    out: Output<'a>,
    /// The places where parts were written last, or will be written first.
    memo: Memo<Span<u64>>,
    todo: Vec<NodeId>,
}

impl<D: Dag> Flatten<'_, D> {
    fn run(&mut self, mut node: NodeId) -> Result<(), ConcatError> {
        loop {
            match self.dag.part(node) {
                Part::Leaf(text) => self.out.push(text),
                Part::Concat(left, right) => {
                    if !self.dag.may_recur(node) || !self.repeat(node, left, right)? {
                        self.todo.try_reserve(1)?;
                        self.todo.push(right);
                        node = left;
                        continue;
                    }
                }
            }
            match self.todo.pop() {
                Some(next) => node = next,
                None => return Ok(()),
            }
        }
    }

    /// Copies the text of a node that was written before. Returns false if it was not, or is to be expanded.
    #[inline]
    fn repeat(&mut self, node: NodeId, left: NodeId, right: NodeId) -> Result<bool, ConcatError> {
        let at = self.out.len() as u64;
        let Some(span) = self.memo.get_mut(node) else {
            if let Some(len) = self.dag.exact_len(node) {
                if len >= WORTH {
                    self.memo.get_or_insert(node, Span { place: at, len })?;
                }
                return Ok(len == 0);
            }
            return Ok(false);
        };
        let Span { place, len } = *span;
        if place == at {
            // The walk visits it for the first time, or it is empty.
            return Ok(len == 0);
        }
        span.place = at;
        if len > BLOCK && self.is_even(left, right) {
            return Ok(false);
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "both are below the length of `out`"
        )]
        self.out.repeat(place as usize, len as usize);
        Ok(true)
    }

    /// Returns whether both nodes are long, so that few such nodes make up a text.
    #[cold]
    fn is_even(&self, left: NodeId, right: NodeId) -> bool {
        [left, right].into_iter().all(|node| {
            let len = match self.dag.exact_len(node) {
                Some(len) => len,
                None => self.memo.get(node).map_or(0, |span| span.len),
            };
            len >= BLOCK / 8
        })
    }
}
