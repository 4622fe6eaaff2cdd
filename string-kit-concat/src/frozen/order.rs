//! The order that the concatenations of an arena are frozen in.
//!
//! Symbols are numbers: the leaves have the first, as the arena has them. A concatenation is ready when
//! both of its children have a symbol, and is seen when that of the later child is taken in turn; all
//! that are seen there are sorted by their other child's and get the next symbols. So the pairs (later
//! child, other child) come sorted, and children come before their parents.
//!
//! Each concatenation waits in the list of one child: that with the later id at first, and, if the other
//! turns out to have the later symbol, then of that one.
//!
//! PERF: every look at a node is a miss of the caches, and the looks that one concatenation needs wait for
//! each other. So 128 symbols are taken in turn together, and each step is done for all of them before the
//! next: the misses of a step overlap. For 20 million random nodes that takes a third of the time.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::blocks::{Blocks, BlocksBuilder};
use super::packed::Packed;
use super::shape::Pair;
use crate::ConcatError;
use crate::arena::ConcatArena;
use crate::dag::{LEAF, NodeId};

/// How many symbols are taken in turn together.
const TOGETHER: u64 = 128;

/// What is known of a concatenation. All are one more than the number, 0 for none.
#[derive(Clone, Copy)]
struct Mark {
    /// The first that waits for this one.
    waits: NodeId,
    /// The next that waits for the same one.
    next: NodeId,
    /// How many were frozen before this one.
    rank: NodeId,
}

/// A concatenation that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    /// The symbol of the child that it waited for, and then that of the later one.
    max: NodeId,
    /// The id of the other child, and then its symbol.
    min: NodeId,
    /// The id, with a bit below it that is set if the later child is the right one.
    node: NodeId,
}

/// The arena, and how far it is numbered.
pub(super) struct Order<'a> {
    arena: &'a ConcatArena,
    /// The first that waits for each leaf.
    leaves: Vec<NodeId>,
    marks: Vec<Mark>,
    /// Those that have a symbol and were not taken in turn.
    queue: VecDeque<NodeId>,
    seen: Vec<Seen>,
    blocks: BlocksBuilder,
    ranked: u64,
}

/// Returns a number of a node, or one more, as a mark keeps it.
fn index(number: u64) -> NodeId {
    NodeId::try_from(number).expect("the number of a node of the arena")
}

/// The bit of leaves, in numbers.
const LEAVES: u64 = LEAF as u64;

#[expect(clippy::cast_possible_truncation, reason = "a place in memory")]
impl<'a> Order<'a> {
    /// Gives every concatenation its symbol: the blocks, and the ranks by the arena's ids.
    pub(super) fn of(arena: &'a ConcatArena) -> Result<(Blocks, Packed), ConcatError> {
        let none = index(0);
        let mut leaves = Vec::new();
        let count = arena.leaf_ranges().len();
        leaves.try_reserve_exact(count)?;
        leaves.resize(count, none);
        let mut marks = Vec::new();
        marks.try_reserve_exact(arena.nodes.len())?;
        let unmarked = Mark {
            waits: none,
            next: none,
            rank: none,
        };
        marks.resize(arena.nodes.len(), unmarked);
        let mut order = Order {
            arena,
            leaves,
            marks,
            queue: VecDeque::new(),
            seen: Vec::new(),
            blocks: BlocksBuilder::default(),
            ranked: 0,
        };
        order.wait();
        order.rank()?;
        order.finish()
    }

    fn leaf_count(&self) -> u64 {
        self.leaves.len() as u64
    }

    fn children(&self, node: u64) -> (u64, u64) {
        let [left, right] = self.arena.nodes[node as usize];
        (left.into(), right.into())
    }

    /// The symbol of an id of the arena's, if it has one.
    fn symbol(&self, id: u64) -> Option<u64> {
        if id & LEAVES != 0 {
            return Some(id & !LEAVES);
        }
        let rank = self.marks[id as usize].rank;
        (rank != 0).then(|| self.leaf_count() + u64::from(rank) - 1)
    }

    /// Puts each concatenation into the list of the child with the later id.
    fn wait(&mut self) {
        // Leaves before concatenations.
        let time = |id: u64| id ^ LEAVES;
        for node in 0..self.marks.len() as u64 {
            let (left, right) = self.children(node);
            let child = if time(left) >= time(right) {
                left
            } else {
                right
            };
            self.wait_for(child, node);
        }
    }

    fn wait_for(&mut self, child: u64, node: u64) {
        let waits = if child & LEAVES == 0 {
            &mut self.marks[child as usize].waits
        } else {
            &mut self.leaves[(child & !LEAVES) as usize]
        };
        let next = mem::replace(waits, index(node + 1));
        self.marks[node as usize].next = next;
    }

    /// Takes all symbols in turn.
    fn rank(&mut self) -> Result<(), ConcatError> {
        let mut symbol = 0;
        while symbol < self.leaf_count() {
            let end = self.leaf_count().min(symbol + TOGETHER);
            self.gather(symbol, |order, at| order.leaves[at as usize], symbol..end)?;
            self.take(symbol..end)?;
            symbol = end;
        }
        while !self.queue.is_empty() {
            let count = (self.queue.len() as u64).min(TOGETHER);
            let waits = |order: &Self, at| {
                let node = order.queue[at as usize];
                order.marks[node as usize].waits
            };
            self.gather(symbol, waits, 0..count)?;
            self.queue.drain(..count as usize);
            self.take(symbol..symbol + count)?;
            symbol += count;
        }
        debug_assert_eq!(self.ranked, self.marks.len() as u64);
        Ok(())
    }

    /// Sees all that wait for the symbols from `symbol` on, whose lists are `waits` of these numbers.
    fn gather(
        &mut self,
        symbol: u64,
        waits: impl Fn(&Self, u64) -> NodeId,
        numbers: Range<u64>,
    ) -> Result<(), ConcatError> {
        self.seen.clear();
        self.seen.try_reserve(TOGETHER as usize)?;
        for (symbol, number) in (symbol..).zip(numbers) {
            let first = waits(self, number);
            if first != 0 {
                self.seen.push(Seen {
                    max: index(symbol),
                    min: first,
                    node: first - 1,
                });
            }
        }
        // Each list's next ones go behind those of all lists that were seen.
        let mut at = 0;
        while at < self.seen.len() {
            let Seen { max, node, .. } = self.seen[at];
            let next = self.marks[node as usize].next;
            if next != 0 {
                self.seen.try_reserve(1)?;
                let node = next - 1;
                self.seen.push(Seen {
                    max,
                    min: next,
                    node,
                });
            }
            at += 1;
        }
        Ok(())
    }

    /// Gives the next symbols to those of the seen that are ready; the others wait for their other child.
    fn take(&mut self, symbols: Range<u64>) -> Result<(), ConcatError> {
        let mut seen = mem::take(&mut self.seen);
        for one in &mut seen {
            let node = u64::from(one.node);
            let (left, right) = self.children(node);
            let was_left = self.symbol(left) == Some(one.max.into());
            let other = if was_left { right } else { left };
            one.min = index(other);
            one.node = index(node << 1 | u64::from(!was_left));
        }
        seen.retain_mut(|one| {
            let (other, first) = (u64::from(one.min), u64::from(one.max));
            match self.symbol(other) {
                Some(symbol) if symbol < symbols.end => {
                    one.min = index(symbol.min(first));
                    one.max = index(symbol.max(first));
                    one.node ^= u32::from(symbol > first);
                    true
                }
                _ => {
                    self.wait_for(other, u64::from(one.node >> 1));
                    false
                }
            }
        });
        seen.sort_unstable();
        self.queue.try_reserve(seen.len())?;
        for one in &seen {
            let node = one.node >> 1;
            self.blocks.push(Pair {
                max: one.max.into(),
                min: one.min.into(),
                max_is_right: one.node & 1 == 1,
            })?;
            self.ranked += 1;
            self.marks[node as usize].rank = index(self.ranked);
            self.queue.push_back(node);
        }
        self.seen = seen;
        Ok(())
    }

    fn finish(self) -> Result<(Blocks, Packed), ConcatError> {
        let greatest = self.leaf_count() + self.ranked;
        let blocks = self.blocks.finish(greatest)?;
        let ranks = self.marks.iter().map(|mark| u64::from(mark.rank) - 1);
        let ranks = Packed::new(self.ranked, self.ranked, ranks)?;
        Ok((blocks, ranks))
    }
}
