//! `FrozenConcat`: concatenations of lg n bits and a little more, immutable.

mod bits;
mod blocks;
mod form;
mod id;
mod order;
#[cfg(test)]
mod tests;

use alloc::string::String;
use core::fmt;
use core::hint::select_unpredictable;
use core::ops::Range;

use super::ConcatError;
use crate::dag::{ConcatRef, NodeId, Nodes, Part};
use bits::Packed;
use blocks::Blocks;

pub use form::{LoadError, LoadFault};
pub use id::{FrozenId, FrozenIds};

/// A [`ConcatArena`](super::ConcatArena) in the fewest bytes: immutable, `Send` and `Sync`, saved as it
/// lies in memory.
///
/// A concatenation takes about lg(n + L) + 2.3 bits, n concatenations and L leaves given: 3.3 bytes of 20
/// million random ones. A leaf takes its place and its length in as many bits as the text and the longest
/// leaf have. A text is read leaf by leaf at half the speed of the arena's.
///
/// It keeps neither lengths nor fingerprints, even if the arena did: `try_len`, `byte_at` and `==` take
/// O(nodes). To cut or to rebalance a text, [import](super::ConcatArena::import) it into an arena.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let mut text = arena.leaf("na");
/// for _ in 0..1000 {
///     text = arena.concat(text, text);
/// }
/// let (frozen, ids) = arena.freeze()?;
/// drop(arena);
/// assert!(frozen.get(ids.of(text)?).is_ok());
/// assert!(frozen.heap_size() < 2000);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
///
/// INVARIANT: the children of a concatenation have lesser symbols than itself: there is no cycle.
pub struct FrozenConcat {
    /// The digest of the contents, by which ids are told from those of other contents.
    digest: u64,
    /// The leaves have the symbols from 0 on.
    leaves: Leaves,
    /// The concatenations have the symbols after those.
    blocks: Blocks,
}

impl FrozenConcat {
    /// Returns the text of an id. O(1).
    ///
    /// # Errors
    ///
    /// `Foreign` for an id of other contents, as far as [`FrozenId`] tells them apart.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let leaf = arena.leaf("na");
    /// let (frozen, ids) = arena.freeze()?;
    /// let (other, _) = ConcatArena::new().freeze()?;
    /// assert!(frozen.get(ids.of(leaf)?).is_ok());
    /// assert_eq!(other.get(ids.of(leaf)?).unwrap_err(), ConcatError::Foreign);
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn get(&self, id: FrozenId) -> Result<ConcatRef<'_, Self>, ConcatError> {
        id.symbol(self.digest)
            .filter(|&symbol| u64::from(symbol) < self.leaves.count + self.blocks.count)
            .map(|node| ConcatRef { dag: self, node })
            .ok_or(ConcatError::Foreign)
    }

    /// Returns the number of concatenations. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!(arena.freeze()?.0.concatenations(), 1);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "they lie in memory")]
    pub fn concatenations(&self) -> usize {
        self.blocks.count as usize
    }

    /// Returns the number of leaves, with the empty one if there is one. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// assert_eq!(arena.freeze()?.0.leaves(), 0);
    /// arena.leaf("na");
    /// assert!(arena.freeze()?.0.leaves() > 0);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "they lie in memory")]
    pub fn leaves(&self) -> usize {
        self.leaves.count as usize
    }

    /// Returns the number of bytes of the text whose ranges the leaves are. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!(arena.freeze()?.0.leaf_bytes(), 2);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn leaf_bytes(&self) -> usize {
        self.leaves.text.len()
    }

    /// Returns the number of bytes asked of the allocator. O(1).
    ///
    /// ```
    /// # use string_kit_concat::ConcatArena;
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("na");
    /// for _ in 0..1000 {
    ///     text = arena.concat(text, text);
    /// }
    /// let (frozen, _) = arena.freeze()?;
    /// assert!(frozen.heap_size() < 2000);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.leaves.heap_size() + self.blocks.heap_size()
    }
}

impl Nodes for FrozenConcat {
    #[inline]
    fn part(&self, node: NodeId) -> Part<'_> {
        let symbol = u64::from(node);
        if symbol < self.leaves.count {
            return Part::Leaf(self.leaves.get(symbol));
        }
        let pair = self.blocks.pair(symbol - self.leaves.count);
        #[expect(clippy::cast_possible_truncation, reason = "they are less than `node`")]
        let (min, max) = (pair.min as NodeId, pair.max as NodeId);
        // Neither side can be predicted.
        let left = select_unpredictable(pair.max_is_right, min, max);
        let right = select_unpredictable(pair.max_is_right, max, min);
        Part::Concat(left, right)
    }
}

impl fmt::Debug for FrozenConcat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrozenConcat")
            .field("leaves", &self.leaves.count)
            .field("concatenations", &self.blocks.count)
            .finish_non_exhaustive()
    }
}

/// The leaves: ranges of one text, which may overlap, in two columns.
///
/// INVARIANT: each is a range of the text's characters.
#[derive(Debug)]
struct Leaves {
    count: u64,
    starts: Packed,
    lens: Packed,
    greatest_len: u64,
    text: String,
}

impl Leaves {
    /// Copies a text and takes ranges of it.
    fn new<R>(text: &str, ranges: impl Fn() -> R) -> Result<Self, ConcatError>
    where
        R: ExactSizeIterator<Item = Range<u64>>,
    {
        let len = |range: Range<u64>| range.end - range.start;
        let count = ranges().len() as u64;
        let greatest_len = ranges().map(len).max().unwrap_or(0);
        let starts = ranges().map(|range| range.start);
        let mut owned = String::new();
        owned.try_reserve_exact(text.len())?;
        owned.push_str(text);
        Ok(Self {
            count,
            starts: Packed::new(count, text.len() as u64, starts)?,
            lens: Packed::new(count, greatest_len, ranges().map(len))?,
            greatest_len,
            text: owned,
        })
    }

    /// Returns the text of a leaf.
    #[inline]
    fn get(&self, leaf: u64) -> &str {
        let (start, len) = (self.starts.get(leaf), self.lens.get(leaf));
        #[expect(clippy::cast_possible_truncation, reason = "they are places in memory")]
        let (start, len) = (start as usize, len as usize);
        &self.text[start..start + len]
    }

    /// Returns whether all are ranges of the text's characters, and the longest has `greatest_len` bytes.
    fn are_ranges(&self) -> bool {
        let mut greatest_len = 0;
        for leaf in 0..self.count {
            let (start, len) = (self.starts.get(leaf), self.lens.get(leaf));
            let Some(end) = start.checked_add(len) else {
                return false;
            };
            let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else {
                return false;
            };
            if self.text.get(start..end).is_none() {
                return false;
            }
            greatest_len = len.max(greatest_len);
        }
        greatest_len == self.greatest_len
    }

    fn heap_size(&self) -> usize {
        self.starts.heap_size() + self.lens.heap_size() + self.text.capacity()
    }
}
