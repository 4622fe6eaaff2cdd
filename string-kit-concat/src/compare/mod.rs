//! Equality, order and hash by text: never by the shape of the tree, and never by expansion.

mod grammar;
mod stream;
#[cfg(test)]
mod tests;

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use alloc::vec::Vec;

use super::ConcatError;
use super::fingerprint::{Fingerprint, Print};
use super::fold::{Fold, fold, try_push};
use super::pages::Pages;
use crate::dag::{ConcatRef, Dag, NodeId, Nodes, Part, is_same};
use grammar::Grammar;
pub(super) use stream::stream;

impl<D: Dag> ConcatRef<'_, D> {
    /// Returns a fingerprint: equal for equal texts, and different for others but for the probability of a
    /// collision that [`Fingerprint`] states.
    ///
    /// Takes O(1) if it is kept, and else O(nodes) time and space and O(bytes of leaves) time.
    ///
    /// # Errors
    ///
    /// `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new().with_fingerprints();
    /// let mut text = arena.leaf("a");
    /// for _ in 0..200 {
    ///     text = arena.concat(text, text);
    /// }
    /// let [left, right] = [arena.append(text, "b"), arena.append(text, "c")];
    /// assert_ne!(arena.get(left)?.fingerprint()?, arena.get(right)?.fingerprint()?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn fingerprint(&self) -> Result<Fingerprint, ConcatError> {
        self.print().map(Fingerprint::from)
    }

    /// Returns whether the texts are equal, byte by byte, if that takes no more than `limit` bytes.
    ///
    /// O(1) for the same node, and for texts whose kept lengths differ; else O(bytes before the first that
    /// differs). Allocates as [`chunks`](Self::chunks) does. `==` compares fingerprints, takes O(nodes) and errs
    /// with the probability that [`Fingerprint`] states.
    ///
    /// # Errors
    ///
    /// `TooLong` if the first `limit` bytes of both are the same and one has more, `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatError, ConcatStr};
    ///
    /// let (one, other) = (ConcatStr::from("na").repeat(8), ConcatStr::from("nana").repeat(4));
    /// assert_eq!(one.eq_exact(&other, 16), Ok(true));
    /// assert_eq!(one.eq_exact(&other, 15), Err(ConcatError::TooLong));
    /// ```
    pub fn eq_exact<E: Dag>(
        self,
        other: ConcatRef<'_, E>,
        limit: u128,
    ) -> Result<bool, ConcatError> {
        if self.is_node(other) {
            return Ok(true);
        }
        let lens = (
            self.dag.exact_len(self.node),
            other.dag.exact_len(other.node),
        );
        if let (Some(left), Some(right)) = lens
            && left != right
        {
            return Ok(false);
        }
        let order = stream(self, other, limit)?.ok_or(ConcatError::TooLong)?;
        Ok(order.is_eq())
    }

    fn print(self) -> Result<Print, ConcatError> {
        if let Some(print) = self.dag.kept_print(self.node) {
            return Ok(print);
        }
        let mut prints = Prints(Vec::new());
        let place = fold(self, &mut Pages::new(), &mut prints)?;
        Ok(prints.0[place])
    }

    fn is_node<E: Dag>(self, other: ConcatRef<'_, E>) -> bool {
        is_same(self.dag, other.dag) && self.node == other.node
    }

    /// The order of two texts, or any order that is `Equal` for equal ones alone. Up to `budget` bytes
    /// are looked at before fingerprints are.
    fn compared<E: Dag>(
        self,
        other: ConcatRef<'_, E>,
        equality_only: bool,
        budget: usize,
    ) -> Result<Ordering, ConcatError> {
        if self.is_node(other) {
            return Ok(Ordering::Equal);
        }
        let kept = self.dag.kept_print(self.node);
        if let (Some(left), Some(right)) = (kept, other.dag.kept_print(other.node))
            && (left == right || equality_only)
        {
            return Ok(left.cmp(&right));
        }
        if equality_only
            && let Some(left) = self.dag.exact_len(self.node)
            && let Some(right) = other.dag.exact_len(other.node)
            && left != right
        {
            return Ok(left.cmp(&right));
        }
        if let Some(order) = stream(self, other, budget as u128)? {
            return Ok(order);
        }
        if !equality_only && let Some(order) = Grammar::order(self, other)? {
            return Ok(order);
        }
        // Equality, or what cannot be ordered by a byte as it is beyond what can be counted.
        Ok(self.print()?.cmp(&other.print()?))
    }
}

/// Fingerprints by their places in a list: a memo of places takes a quarter.
struct Prints(Vec<Print>);

impl Prints {
    fn push(&mut self, print: Print) -> Result<usize, ConcatError> {
        try_push(&mut self.0, print)?;
        Ok(self.0.len() - 1)
    }
}

impl<'a, D: Nodes> Fold<'a, D> for Prints {
    type Value = usize;

    fn leaf(&mut self, _: NodeId, text: &'a str) -> Result<usize, ConcatError> {
        self.push(Print::of(text))
    }

    fn concat(&mut self, left: usize, right: usize) -> Result<usize, ConcatError> {
        self.push(self.0[left].then(self.0[right]))
    }
}

/// One text as a DAG.
struct Whole<'a>(&'a str);

impl Nodes for Whole<'_> {
    fn part(&self, _: u32) -> Part<'_> {
        Part::Leaf(self.0)
    }

    fn kept_len(&self, _: u32) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}

/// Most texts that differ do so in their first bytes, and most that are equal are short.
const FIRST: usize = 4096;

/// A `str` can be gone through from end to end, with no chance of error.
fn budget_of(text: &str) -> usize {
    FIRST.saturating_add(text.len())
}

const NO_ROOM: &str = "there is room to compare two texts";

/// By text: equal at once where both are one node, in O(1) where both keep fingerprints, by the first
/// bytes where these differ, and else by fingerprints in O(nodes) time and space.
///
/// Two texts that differ compare equal with the probability of a collision that [`Fingerprint`] states;
/// [`eq_exact`](ConcatRef::eq_exact) compares the bytes.
///
/// # Panics
///
/// If there is no room to compare; [`fingerprint`](ConcatRef::fingerprint) reports that.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let (mut left, mut right) = (arena.leaf("ab"), arena.leaf("ba"));
/// for _ in 0..60 {
///     left = arena.concat(left, left);
///     right = arena.concat(right, right);
/// }
/// let [a, b] = [arena.leaf("a"), arena.leaf("b")];
/// let [left, right] = [arena.concat(left, a), arena.concat(a, right)];
/// assert_eq!(arena.get(left)?, arena.get(right)?);
/// assert_ne!(arena.get(a)?, arena.get(b)?);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
impl<D: Dag, E: Dag> PartialEq<ConcatRef<'_, E>> for ConcatRef<'_, D> {
    fn eq(&self, other: &ConcatRef<'_, E>) -> bool {
        self.compared(*other, true, FIRST).expect(NO_ROOM).is_eq()
    }
}

impl<D: Dag> Eq for ConcatRef<'_, D> {}

/// By text, as `str` is ordered: by the first byte that differs, which is found by fingerprints, in
/// O(nodes) time and space, where it is beyond the first few thousand.
///
/// The order is right for texts of less than 2^128 bytes. Longer ones are in the order of their first
/// 2^128 - 1 bytes, and in that of their fingerprints if these are the same.
///
/// # Panics
///
/// If there is no room to compare.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let [ab, abc] = [arena.leaf("ab"), arena.leaf("abc")];
/// assert!(arena.get(ab)? < arena.get(abc)?);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
impl<D: Dag, E: Dag> PartialOrd<ConcatRef<'_, E>> for ConcatRef<'_, D> {
    fn partial_cmp(&self, other: &ConcatRef<'_, E>) -> Option<Ordering> {
        Some(self.compared(*other, false, FIRST).expect(NO_ROOM))
    }
}

impl<D: Dag> Ord for ConcatRef<'_, D> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.compared(*other, false, FIRST).expect(NO_ROOM)
    }
}

/// By text: of the [`Fingerprint`], and so another than that of the `str`, and another in each process.
///
/// # Panics
///
/// If there is no room to find it.
impl<D: Dag> Hash for ConcatRef<'_, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fingerprint = self.fingerprint();
        fingerprint
            .expect("there is room to hash a text")
            .hash(state);
    }
}

/// By text, exactly: in O(bytes of the `str` + depth).
///
/// # Panics
///
/// If there is no room to compare.
impl<D: Dag> PartialEq<str> for ConcatRef<'_, D> {
    fn eq(&self, other: &str) -> bool {
        let order = self.compared(Whole(other).text(), true, budget_of(other));
        order.expect(NO_ROOM).is_eq()
    }
}

impl<D: Dag> PartialEq<&str> for ConcatRef<'_, D> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<D: Dag> PartialOrd<str> for ConcatRef<'_, D> {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        let order = self.compared(Whole(other).text(), false, budget_of(other));
        Some(order.expect(NO_ROOM))
    }
}

impl Whole<'_> {
    fn text(&self) -> ConcatRef<'_, Self> {
        ConcatRef { dag: self, node: 0 }
    }
}
