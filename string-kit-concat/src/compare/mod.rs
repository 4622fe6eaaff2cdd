//! Equality, order and hash of texts, whatever nodes they are made of.
//!
//! For texts of n nodes, of depth d, whose leaves are slices of b bytes in all (a byte counts once, however
//! many leaves overlap there) and the longest of which has m bytes:
//!
//! | operation | time | memory |
//! | --- | --- | --- |
//! | `==`, `fingerprint`, `Hash`; kept fingerprints | O(1) | none |
//! | `==`, `fingerprint`, `Hash`; else | O(n log n + b) | O(n) |
//! | `<`, `cmp` | O(n log n + b + (d + m) lg N) for N bytes of text | O(n) |
//! | `eq_exact` | O(d + limit) | O(d) |
//! | `== str` | O(d + bytes of the `str`) | O(d) |
//!
//! The log n is that of sorting the leaves of more than 256 bytes by their addresses; all else is linear. lg N
//! is at most 128. O(n) is some 60 bytes for each node if the ids are close to each other, and at most 320 bytes
//! if each has a page of the table of ids to itself.

mod leaves;
mod search;
#[cfg(test)]
mod tests;

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::dag::{ConcatRef, Dag, NodeId, Nodes, Part, is_same};
use crate::error::ConcatError;
use crate::fingerprint::{Fingerprint, Print};
use crate::read::Chunks;
use search::Measured;

impl<D: Dag> ConcatRef<'_, D> {
    /// Returns a fingerprint. Equal texts have equal fingerprints; different ones collide with the probability that
    /// [`Fingerprint`] states.
    ///
    /// O(1) if it is kept or the text is one leaf of a few bytes; else O(n log n) time and O(n) space for n nodes,
    /// and O(bytes) time for the bytes of the leaves. Those of leaves that overlap in one text count once.
    ///
    /// # Errors
    ///
    /// `Alloc`; `Full` if there are 2^31 leaves or concatenations.
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
    /// O(1) for the same node, and for texts whose kept lengths differ; else O(depth + bytes before the first that
    /// differs, but at most `limit`). Allocates as [`chunks`](Self::chunks) does. `==` compares fingerprints: it takes
    /// no limit, and errs with the probability that [`Fingerprint`] states.
    ///
    /// # Errors
    ///
    /// `TooLong` if the first `limit` bytes of both are the same and both have more, `Alloc`.
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
        if self.order_by_kept_len(other).is_some() {
            return Ok(false);
        }
        let order = stream(self, other, limit)?.ok_or(ConcatError::TooLong)?;
        Ok(order.is_eq())
    }

    fn print(self) -> Result<Print, ConcatError> {
        if let Some(print) = self.dag.kept_print(self.node) {
            return Ok(print);
        }
        if let Part::Leaf(text) = self.dag.part(self.node) {
            return Ok(Print::of(text));
        }
        let [print, _] = Measured::of(self, Whole("").text())?.prints();
        Ok(print)
    }

    /// Returns the order of the lengths, if both are kept and differ.
    fn order_by_kept_len<E: Dag>(self, other: ConcatRef<'_, E>) -> Option<Ordering> {
        let left = self.dag.exact_len(self.node)?;
        let order = left.cmp(&other.dag.exact_len(other.node)?);
        order.is_ne().then_some(order)
    }

    fn is_node<E: Dag>(self, other: ConcatRef<'_, E>) -> bool {
        is_same(self.dag, other.dag) && self.node == other.node
    }

    /// Returns the order of two texts or, for `equality_only`, any order that is `Equal` for equal texts alone.
    /// Up to `budget` bytes are compared before fingerprints are.
    fn compared<E: Dag>(
        self,
        other: ConcatRef<'_, E>,
        equality_only: bool,
        budget: usize,
    ) -> Result<Ordering, ConcatError> {
        if self.is_node(other) {
            return Ok(Ordering::Equal);
        }
        let kept = (
            self.dag.kept_print(self.node),
            other.dag.kept_print(other.node),
        );
        if let (Some(left), Some(right)) = kept
            && (left == right || equality_only)
        {
            return Ok(left.cmp(&right));
        }
        if equality_only && let Some(order) = self.order_by_kept_len(other) {
            return Ok(order);
        }
        if let Some(order) = stream(self, other, budget as u128)? {
            return Ok(order);
        }
        if equality_only && kept != (None, None) {
            return Ok(self.print()?.cmp(&other.print()?));
        }
        let measured = Measured::of(self, other)?;
        if equality_only {
            let [left, right] = measured.prints();
            return Ok(left.cmp(&right));
        }
        Ok(measured.order())
    }
}

/// Returns the order of two texts, or none if the first `budget` bytes of both are the same and both have more.
fn stream<D: Dag, E: Dag>(
    left: ConcatRef<'_, D>,
    right: ConcatRef<'_, E>,
    mut budget: u128,
) -> Result<Option<Ordering>, ConcatError> {
    let mut left = Chunks::new(left.dag, left.node);
    let mut right = Chunks::new(right.dag, right.node);
    let (mut a, mut b): (&[u8], &[u8]) = (&[], &[]);
    loop {
        if a.is_empty() {
            a = left.try_next()?.unwrap_or_default().as_bytes();
        }
        if b.is_empty() {
            b = right.try_next()?.unwrap_or_default().as_bytes();
        }
        if a.is_empty() || b.is_empty() {
            return Ok(Some(a.len().cmp(&b.len())));
        }
        let most = usize::try_from(budget).unwrap_or(usize::MAX);
        let common = a.len().min(b.len()).min(most);
        if common == 0 {
            return Ok(None);
        }
        let order = a[..common].cmp(&b[..common]);
        if order.is_ne() {
            return Ok(Some(order));
        }
        (a, b) = (&a[common..], &b[common..]);
        budget -= common as u128;
    }
}

/// A `str` as a DAG of one leaf.
struct Whole<'a>(&'a str);

impl Nodes for Whole<'_> {
    fn part(&self, _: NodeId) -> Part<'_> {
        Part::Leaf(self.0)
    }

    fn kept_len(&self, _: NodeId) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}

/// The bytes that are compared before fingerprints are: most texts differ in these or are shorter.
const FIRST: usize = 4096;

/// Returns a budget that covers all of a `str`, so that no fingerprint is compared.
fn budget_of(text: &str) -> usize {
    FIRST.saturating_add(text.len())
}

const NO_ROOM: &str = "there is room to compare two texts";

/// Compares texts: O(1) for the same node and for kept fingerprints; else by the first bytes and then, if these
/// are the same, by [`fingerprint`](ConcatRef::fingerprint), whose cost it has.
///
/// Two texts that differ compare equal with the probability of a collision that [`Fingerprint`] states;
/// [`eq_exact`](ConcatRef::eq_exact) compares the bytes.
///
/// # Panics
///
/// If memory runs out; [`fingerprint`](ConcatRef::fingerprint) returns an error.
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

/// Orders texts as `str` is ordered, by the first byte that differs. Beyond the first few thousand bytes a binary
/// search over the fingerprints of prefixes finds it.
///
/// O(n) space for n nodes, and O(n log n + (depth + longest leaf) lg N) time for N bytes of text, beside the bytes
/// of the leaves. The order errs with at most 400 times the probability of a collision that [`Fingerprint`]
/// states. It is right for texts of less than 2^128 bytes: longer ones are in the order of their first 2^128 - 1
/// bytes, and in that of their fingerprints if these are the same.
///
/// # Panics
///
/// If memory runs out.
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

/// Hashes the [`Fingerprint`], at the cost of [`fingerprint`](ConcatRef::fingerprint). The hash differs from that of
/// the `str`, and from process to process.
///
/// # Panics
///
/// If memory runs out.
impl<D: Dag> Hash for ConcatRef<'_, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fingerprint = self.fingerprint();
        fingerprint
            .expect("there is room to hash a text")
            .hash(state);
    }
}

/// Compares the bytes, in O(bytes of the `str` + depth).
///
/// # Panics
///
/// If memory runs out.
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
