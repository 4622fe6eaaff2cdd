//! Equality of two texts, with no chance of an error and without their bytes.
//!
//! Texts that are short, or differ soon, are compared as bytes. Others are compared by *recompression*:
//! the DAGs are one grammar, in which each node has a rule, and all rules are rewritten step by step,
//! until the texts are few letters of an alphabet that both have. A step makes runs of each letter that
//! is repeated, cuts the text into phrases, and makes each phrase a new letter. A phrase begins at each
//! run whose letter comes before both its neighbours in some order of the letters:
//!
//! ```text
//! text       c a a a d b c a c ...       order a < b < c < d
//! runs       c a^3 d b c a c ...
//! phrases    c | a^3 d | b c | a c ...
//! letters    P   Q       R     S
//! ```
//!
//! Equal texts stay equal, for where a phrase begins depends on the text alone; and others stay different,
//! since a letter stands for one phrase. What depends on text beyond the edge of a node cannot be known
//! in its rule: all before the first phrase that is known to begin there, and from the last one on, is
//! taken out of the rule and put down where the rule is used:
//!
//! ```text
//! X -> c a d b c b       X -> P                P is the phrase a d
//! Y -> c X X         =>  Y -> c c X b c b c X b c b, and then its own phrases
//! ```
//!
//! In a random order a phrase has three runs on average: texts take O(log bytes) steps. A rule has some four
//! symbols between two steps, whatever it had in the beginning, and goes when its text has no whole phrase
//! more.
//!
//! Sources: A. Jeż, "Faster fully compressed pattern matching by recompression", ACM Transactions on
//! Algorithms 11(3), 2015, and "Recompression: a simple and powerful technique for word equations",
//! Journal of the ACM 63(1), 2016, for the steps on a grammar and the letters that leave their rules; he
//! replaces blocks and pairs in turns, which takes more passes. K. Mehlhorn,
//! R. Sundar, C. Uhrig, "Maintaining dynamic sequences under equality tests in polylogarithmic time",
//! Algorithmica 17, 1997, for phrases that depend on the text alone.

mod grammar;
mod step;

use core::cmp::Ordering;

use super::compare::stream;
use super::dag::{Dag, IndexOf, is_same};
use super::error::ConcatError;
use super::fingerprint::salt;
use super::memo::Memo;
use super::mix::mix;
use super::read::len_u128;
use super::view::ConcatRef;
use super::width::Index;
use grammar::Symbol::{Letter, Rule};
use grammar::{Grammar, Symbol};

/// So many bytes are compared as such before anything else is done.
const SHORT: u128 = 64 << 10;

/// A rule takes as long as the comparison of so many bytes.
///
/// PERF: 7 us a rule, all steps together, for 250 thousand rules, and 18 us for 2.5 million, where each
/// look at another rule is a miss of the cache; a byte takes 0.1 to 10 ns, by how long the leaves are.
const BYTES_OF_RULE: u128 = 1 << 10;

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
    let texts = (
        ConcatRef { dag, node },
        ConcatRef {
            dag: other_dag,
            node: other,
        },
    );
    // What is compared beyond the budget only makes a difference show sooner.
    let begin_alike = |budget| -> Result<bool, ConcatError> {
        Ok(stream(texts.0, texts.1, budget)?.is_none_or(Ordering::is_eq))
    };
    if !begin_alike(len.min(SHORT))? {
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
        return begin_alike(len);
    }
    match (text, other) {
        (Some(text), Some(other)) => eq_rules(grammar, [text, other]),
        _ => Ok(text == other),
    }
}

/// Whether two texts of the same length are the same.
///
/// INVARIANT: no rule names one of the two, for then it has a longer text, or is itself the other.
fn eq_rules(mut grammar: Grammar, texts: [Symbol; 2]) -> Result<bool, ConcatError> {
    let [Rule(a), Rule(b)] = texts else {
        return Ok(texts[0] == texts[1]);
    };
    let mut texts = [a, b];
    let salt = salt();
    for step in 0.. {
        let [a, b] = texts.map(|text| grammar.rule(text as usize));
        if a.clone().eq(b.clone()) {
            return Ok(true);
        }
        // Letters that are not the same, after or before what is the same.
        let front = a.clone().zip(b.clone()).find(|(a, b)| a != b);
        let back = a.rev().zip(b.rev()).find(|(a, b)| a != b);
        if [front, back]
            .iter()
            .any(|pair| matches!(pair, Some((Letter(_), Letter(_)))))
        {
            return Ok(false);
        }
        texts = grammar.rewrite(mix(salt ^ step), texts)?;
    }
    unreachable!("each text comes to a letter")
}

#[cfg(test)]
mod tests;
