//! Freezing an arena: the order of its concatenations, and the columns that are written in that order.
//!
//! Symbols are numbers: the leaves have the first, in the order of the arena. A concatenation is ready when
//! both of its children have a symbol, and it is found when the symbol of the later child is taken in turn.
//! Those found there are sorted by the symbol of the other child and get the next symbols. So the pairs
//! (later child, other child) come sorted, and children come before their parents.
//!
//! Each concatenation waits in the list of one child: first the child with the later id, and then, if the
//! other child gets the later symbol, that one.
//!
//! PERF: every look at a node is a miss of the caches, and the looks that one concatenation needs wait for
//! each other. So 128 symbols are taken in turn together, and each step is done for all of them before the
//! next: the misses of a step overlap. For 20 million random nodes that takes a third of the time.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::bits::Packed;
use super::blocks::{Blocks, BlocksBuilder, Pair};
use super::form::digest_of;
use super::{FrozenConcat, FrozenIds, Leaves};
use crate::ConcatError;
use crate::arena::ConcatArena;
use crate::dag::{LEAF, NodeId, place};

impl ConcatArena {
    /// Returns all texts of the arena in the fewest bytes, immutable, and the ids that they have there.
    ///
    /// The arena stays as it is. O(n lg n) for n concatenations, and nearly O(n) if few share their later
    /// child. While it runs it takes 12 bytes a concatenation and 4 a leaf, 4 to 8 for each that waits its
    /// turn, and 12 to 24 for each of those whose later child is one of 128 that are taken together; the
    /// result is copied once. For a million random ones that is less than 24 bytes each beside the arena's 8.
    ///
    /// # Errors
    ///
    /// `Alloc`; nothing is changed then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let (frozen, ids) = arena.freeze()?;
    /// assert_eq!(frozen.get(ids.of(nana)?)?.to_text(10)?, "nana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn freeze(&self) -> Result<(FrozenConcat, FrozenIds), ConcatError> {
        let (blocks, ranks) = Order::of(self)?;
        let leaves = Leaves::new(self.leaf_text(), || self.leaf_ranges())?;
        let digest = digest_of(&leaves, &blocks);
        let ids = FrozenIds::new(self.brand, digest, leaves.count, blocks.count, ranks);
        let frozen = FrozenConcat {
            digest,
            leaves,
            blocks,
        };
        Ok((frozen, ids))
    }
}

/// The number of symbols that are taken in turn together.
const TOGETHER: u64 = 128;

/// The state of a concatenation. Each number is one more than the node or rank, 0 for none.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The first concatenation that waits for this one.
    waits: NodeId,
    /// The next concatenation that waits for the same child.
    next: NodeId,
    /// The number of concatenations that were frozen before this one.
    rank: NodeId,
}

/// A concatenation of which one child is taken in turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// The symbol of the child that it waited for, and then that of the later one.
    max: NodeId,
    /// The id of the other child, and then its symbol.
    min: NodeId,
    /// The id, and then with a bit below it that is set if the later child is the right one.
    node: NodeId,
}

/// An arena, and the symbols that its concatenations have so far.
struct Order<'a> {
    arena: &'a ConcatArena,
    /// The first concatenation that waits for each leaf, as in a [`Mark`].
    leaves: Vec<NodeId>,
    marks: Vec<Mark>,
    /// The concatenations that have a symbol and were not taken in turn.
    queue: VecDeque<NodeId>,
    found: Vec<Found>,
    blocks: BlocksBuilder,
    ranked: NodeId,
}

/// Returns a vector of `count` values that are zero.
fn zeroes<T: Clone + Default>(count: usize) -> Result<Vec<T>, ConcatError> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(count)?;
    vec.resize(count, T::default());
    Ok(vec)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "places in memory, and fewer than 2^32 symbols"
)]
impl<'a> Order<'a> {
    /// Gives every concatenation its symbol. Returns the blocks, and the ranks by the arena's ids.
    fn of(arena: &'a ConcatArena) -> Result<(Blocks, Packed), ConcatError> {
        let mut order = Order {
            arena,
            leaves: zeroes(arena.leaf_ranges().len())?,
            marks: zeroes(arena.nodes.len())?,
            queue: VecDeque::new(),
            found: Vec::new(),
            blocks: BlocksBuilder::default(),
            ranked: 0,
        };
        order.wait();
        order.rank()?;
        order.finish()
    }

    /// Returns the symbol of a node of the arena, if it has one.
    fn symbol(&self, id: NodeId) -> Option<NodeId> {
        if id & LEAF != 0 {
            return Some(id & !LEAF);
        }
        let rank = self.marks[place(id)].rank;
        (rank != 0).then(|| self.leaves.len() as NodeId + (rank - 1))
    }

    /// Puts each concatenation into the list of the child with the later id.
    fn wait(&mut self) {
        // Leaves before concatenations.
        let time = |id: NodeId| id ^ LEAF;
        for (node, [left, right]) in (0..).zip(self.arena.nodes.iter().copied()) {
            let left_is_later = time(left) >= time(right);
            self.wait_for(if left_is_later { left } else { right }, node);
        }
    }

    fn wait_for(&mut self, child: NodeId, node: NodeId) {
        let waits = if child & LEAF == 0 {
            &mut self.marks[place(child)].waits
        } else {
            &mut self.leaves[place(child)]
        };
        let next = mem::replace(waits, node + 1);
        self.marks[place(node)].next = next;
    }

    /// Takes all symbols in turn.
    fn rank(&mut self) -> Result<(), ConcatError> {
        let leaves = self.leaves.len() as u64;
        let mut symbol = 0;
        while symbol < leaves {
            let end = leaves.min(symbol + TOGETHER);
            self.gather(symbol..end, |order, at| {
                order.leaves[(symbol + at) as usize]
            })?;
            self.take(end)?;
            symbol = end;
        }
        while !self.queue.is_empty() {
            let count = (self.queue.len() as u64).min(TOGETHER);
            self.gather(symbol..symbol + count, |order, at| {
                order.marks[place(order.queue[at as usize])].waits
            })?;
            self.queue.drain(..count as usize);
            symbol += count;
            self.take(symbol)?;
        }
        debug_assert_eq!(place(self.ranked), self.marks.len());
        Ok(())
    }

    /// Finds all that wait for some symbols; the list of the one number `at` of them begins at `waits(at)`.
    fn gather(
        &mut self,
        symbols: Range<u64>,
        waits: impl Fn(&Self, u64) -> NodeId,
    ) -> Result<(), ConcatError> {
        self.found.clear();
        self.found.try_reserve(TOGETHER as usize)?;
        let found = |max, waits: NodeId| Found {
            max,
            min: 0,
            node: waits - 1,
        };
        for (at, symbol) in (0..).zip(symbols) {
            let first = waits(self, at);
            if first != 0 {
                self.found.push(found(symbol as NodeId, first));
            }
        }
        // The next ones of each list go behind the first ones of all lists.
        let mut at = 0;
        while let Some(&Found { max, node, .. }) = self.found.get(at) {
            let next = self.marks[place(node)].next;
            if next != 0 {
                self.found.try_reserve(1)?;
                self.found.push(found(max, next));
            }
            at += 1;
        }
        Ok(())
    }

    /// Gives the next symbols to those found that are ready; the others wait for their other child. The
    /// symbols before `taken` were taken in turn.
    fn take(&mut self, taken: u64) -> Result<(), ConcatError> {
        let mut found = mem::take(&mut self.found);
        for one in &mut found {
            let [left, right] = self.arena.nodes[place(one.node)];
            let was_left = self.symbol(left) == Some(one.max);
            one.min = if was_left { right } else { left };
            one.node = one.node << 1 | NodeId::from(!was_left);
        }
        found.retain_mut(|one| match self.symbol(one.min) {
            Some(symbol) if u64::from(symbol) < taken => {
                one.node ^= NodeId::from(symbol > one.max);
                (one.min, one.max) = (symbol.min(one.max), symbol.max(one.max));
                true
            }
            _ => {
                self.wait_for(one.min, one.node >> 1);
                false
            }
        });
        found.sort_unstable();
        self.queue.try_reserve(found.len())?;
        for one in &found {
            self.blocks.push(Pair {
                max: one.max.into(),
                min: one.min.into(),
                max_is_right: one.node & 1 == 1,
            })?;
            self.ranked += 1;
            let node = one.node >> 1;
            self.marks[place(node)].rank = self.ranked;
            self.queue.push_back(node);
        }
        self.found = found;
        Ok(())
    }

    fn finish(self) -> Result<(Blocks, Packed), ConcatError> {
        let ranked = u64::from(self.ranked);
        let blocks = self.blocks.finish(self.leaves.len() as u64 + ranked)?;
        let ranks = self.marks.iter().map(|mark| u64::from(mark.rank) - 1);
        let ranks = Packed::new(ranked, ranked, ranks)?;
        Ok((blocks, ranks))
    }
}
