//! Equality of two texts, with no chance of an error and without their bytes.
//!
//! Texts that are short, or differ soon, are compared as bytes. Others are compared by *recompression*:
//! the DAGs are one grammar, in which each node has a rule, and all rules are rewritten together until
//! each text is a single letter of an alphabet that both have. Two steps take turns:
//!
//! ```text
//! blocks   a a a b b a c   ->   A B a' c'       each maximal block of a letter is a letter
//! pairs    A B a' c'       ->   P Q             half of the letters are "left": each left letter and the
//!                                               right letter after it are a letter
//! ```
//!
//! Equal texts stay equal and others stay different, since a new letter stands for one block or pair, and
//! each for one letter. A step wants what it replaces to stand within a rule. Where it is parted by the
//! edge of a node, the letters at the edge are first taken out of the node's rule, and put down where the
//! node is used:
//!
//! ```text
//! X -> a b c b        X -> b c b
//! Y -> c a X X    =>  Y -> c a a X a X         the block that began in front of X is whole
//! ```
//!
//! A step shortens texts by about a quarter, so that they take O(log bytes) steps; a step takes time in
//! proportion to the rules, which have a constant number of letters each on average.
//!
//! Source: A. Jeż, "Faster fully compressed pattern matching by recompression", ACM Transactions on
//! Algorithms 11(3), 2015, and "Recompression: a simple and powerful technique for word equations",
//! Journal of the ACM 63(1), 2016. Here the letters that are left are drawn by a fixed hash rather than
//! chosen, and letters are taken out only of the nodes where an edge parts something.

mod grammar;
mod step;

use super::dag::{Dag, IndexOf};
use super::error::ConcatError;
use super::memo::Memo;
use super::read::{Chunks, len_u128};
use super::width::Index;
use grammar::{Grammar, Symbol, edge};
use step::Step;

/// So many bytes are compared as such before anything else is done.
const SHORT: u128 = 64 << 10;

/// A rule takes as long as the comparison of so many bytes.
///
/// PERF: some 1 to 2 us a rule, all steps together, against 10 to 20 ns for a leaf of a few bytes.
const BYTES_OF_RULE: u128 = 64;

/// Whether the texts of two nodes are the same.
///
/// # Errors
///
/// `TooLong` if both have more than `u128::MAX` bytes, `Full` if they have more than 2^31 nodes or bytes
/// of leaves, `Alloc`.
pub(super) fn eq_exact<D: Dag, E: Dag>(
    (dag, node): (&D, IndexOf<D>),
    (other_dag, other): (&E, IndexOf<E>),
) -> Result<bool, ConcatError> {
    let same_dag = is_same(dag, other_dag);
    if same_dag && node.number() == other.number() {
        return Ok(true);
    }
    let len = match (len_u128(dag, node), len_u128(other_dag, other)) {
        (Ok(a), Ok(b)) if a == b => a,
        // One of them cannot be counted, and the other can.
        (Ok(_), Ok(_) | Err(ConcatError::TooLong)) | (Err(ConcatError::TooLong), Ok(_)) => {
            return Ok(false);
        }
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let chunks = || (Chunks::new(dag, node), Chunks::new(other_dag, other));
    if !begin_alike(chunks(), len.min(SHORT))? {
        return Ok(false);
    }
    if len <= SHORT {
        return Ok(true);
    }
    let mut grammar = Grammar::new();
    let mut known = Memo::new();
    let text = grammar.add(dag, node, &mut known)?;
    if !same_dag {
        known = Memo::new();
    }
    let other = grammar.add(other_dag, other, &mut known)?;
    drop(known);
    if len / BYTES_OF_RULE <= grammar.len() as u128 {
        return begin_alike(chunks(), len);
    }
    match (text, other) {
        (Some(text), Some(other)) => eq_rules(grammar, [text, other]),
        _ => Ok(text == other),
    }
}

/// Whether two texts of the same length are the same.
///
/// INVARIANT: no rule names one of the two, for then it has a longer text, or is itself the other.
fn eq_rules(mut grammar: Grammar, mut texts: [Symbol; 2]) -> Result<bool, ConcatError> {
    let steps = (0..).flat_map(|seed| [Step::Blocks, Step::Pairs(seed)]);
    for step in steps {
        let [a, b] = texts;
        let edges = grammar.edges()?;
        let differ = |side| edge(a, &edges, side) != edge(b, &edges, side);
        if a == b || differ(0) || differ(1) {
            return Ok(a == b);
        }
        if let (Symbol::Letter(_), _) | (_, Symbol::Letter(_)) = (a, b) {
            return Ok(false);
        }
        texts = grammar.rewrite(step, &edges, texts)?;
    }
    unreachable!("each text comes to a letter")
}

/// Whether two DAGs are the same one, so that their ids mean the same.
///
/// The types may differ, as far as is known here. No two that are alive have a size and a place in common,
/// but for those of no size, of which there is one for each width of ids.
fn is_same<D: Dag, E: Dag>(dag: &D, other: &E) -> bool {
    core::ptr::addr_eq(dag, other)
        && size_of::<D>() == size_of::<E>()
        && size_of::<IndexOf<D>>() == size_of::<IndexOf<E>>()
}

/// Whether the first `len` bytes are the same, in texts that have so many.
fn begin_alike<D: Dag, E: Dag>(
    (mut these, mut those): (Chunks<'_, D>, Chunks<'_, E>),
    mut len: u128,
) -> Result<bool, ConcatError> {
    let (mut a, mut b): (&[u8], &[u8]) = (&[], &[]);
    while len > 0 {
        if a.is_empty() {
            a = these.try_next()?.unwrap_or_default().as_bytes();
        }
        if b.is_empty() {
            b = those.try_next()?.unwrap_or_default().as_bytes();
        }
        let both = a.len().min(b.len());
        let (a_head, a_tail) = a.split_at(both);
        let (b_head, b_tail) = b.split_at(both);
        if a_head != b_head || both == 0 {
            // NOTE: what is compared beyond `len` only makes a difference show sooner.
            return Ok(false);
        }
        len = len.saturating_sub(both as u128);
        (a, b) = (a_tail, b_tail);
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
