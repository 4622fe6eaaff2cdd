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
use crate::width::private::Forms;
use crate::width::{Index, Width};

/// How many symbols are taken in turn together.
const TOGETHER: u64 = 128;

/// What is known of a concatenation. All are one more than the number, 0 for none.
#[derive(Clone, Copy)]
struct Mark<I> {
    /// The first that waits for this one.
    waits: I,
    /// The next that waits for the same one.
    next: I,
    /// How many were frozen before this one.
    rank: I,
}

/// A concatenation that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen<I> {
    /// The symbol of the child that it waited for, and then that of the later one.
    max: I,
    /// The id of the other child, and then its symbol.
    min: I,
    /// The id, with a bit below it that is set if the later child is the right one.
    node: I,
}

/// The arena, and how far it is numbered.
pub(super) struct Order<'a, W: Width> {
    arena: &'a ConcatArena<W>,
    /// The first that waits for each leaf.
    leaves: Vec<<W as Forms>::Index>,
    marks: Vec<Mark<<W as Forms>::Index>>,
    /// Those that have a symbol and were not taken in turn.
    queue: VecDeque<<W as Forms>::Index>,
    seen: Vec<Seen<<W as Forms>::Index>>,
    blocks: BlocksBuilder,
    ranked: u64,
}

fn index<W: Width>(number: u64) -> <W as Forms>::Index {
    <W as Forms>::Index::from_number(number).expect("a number of the arena's nodes")
}

#[expect(clippy::cast_possible_truncation, reason = "a place in memory")]
impl<'a, W: Width> Order<'a, W> {
    /// Gives every concatenation its symbol: the blocks, and the ranks by the arena's ids.
    pub(super) fn of(arena: &'a ConcatArena<W>) -> Result<(Blocks, Packed), ConcatError> {
        let none = index::<W>(0);
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
        let (left, right) = W::load(self.arena.nodes[node as usize]);
        (left.number(), right.number())
    }

    /// The symbol of an id of the arena's, if it has one.
    fn symbol(&self, id: u64) -> Option<u64> {
        if id & W::LEAF != 0 {
            return Some(id & !W::LEAF);
        }
        let rank = self.marks[id as usize].rank.number();
        (rank != 0).then(|| self.leaf_count() + rank - 1)
    }

    /// Puts each concatenation into the list of the child with the later id.
    fn wait(&mut self) {
        // Leaves before concatenations.
        let time = |id: u64| id ^ W::LEAF;
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
        let waits = if child & W::LEAF == 0 {
            &mut self.marks[child as usize].waits
        } else {
            &mut self.leaves[(child & !W::LEAF) as usize]
        };
        let next = mem::replace(waits, index::<W>(node + 1));
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
                let node = order.queue[at as usize].number();
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
        waits: impl Fn(&Self, u64) -> <W as Forms>::Index,
        numbers: Range<u64>,
    ) -> Result<(), ConcatError> {
        self.seen.clear();
        self.seen.try_reserve(TOGETHER as usize)?;
        for (symbol, number) in (symbol..).zip(numbers) {
            let first = waits(self, number);
            if first.number() != 0 {
                self.seen.push(Seen {
                    max: index::<W>(symbol),
                    min: first,
                    node: index::<W>(first.number() - 1),
                });
            }
        }
        // Each list's next ones go behind those of all lists that were seen.
        let mut at = 0;
        while at < self.seen.len() {
            let Seen { max, node, .. } = self.seen[at];
            let next = self.marks[node.number() as usize].next;
            if next.number() != 0 {
                self.seen.try_reserve(1)?;
                let node = index::<W>(next.number() - 1);
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
            let node = one.node.number();
            let (left, right) = self.children(node);
            let was_left = self.symbol(left) == Some(one.max.number());
            let other = if was_left { right } else { left };
            one.min = index::<W>(other);
            one.node = index::<W>(node << 1 | u64::from(!was_left));
        }
        seen.retain_mut(|one| {
            let (other, first) = (one.min.number(), one.max.number());
            match self.symbol(other) {
                Some(symbol) if symbol < symbols.end => {
                    one.min = index::<W>(symbol.min(first));
                    one.max = index::<W>(symbol.max(first));
                    one.node = index::<W>(one.node.number() ^ u64::from(symbol > first));
                    true
                }
                _ => {
                    self.wait_for(other, one.node.number() >> 1);
                    false
                }
            }
        });
        seen.sort_unstable();
        self.queue.try_reserve(seen.len())?;
        for one in &seen {
            let node = one.node.number() >> 1;
            self.blocks.push(Pair {
                max: one.max.number(),
                min: one.min.number(),
                max_is_right: one.node.number() & 1 == 1,
            })?;
            self.ranked += 1;
            self.marks[node as usize].rank = index::<W>(self.ranked);
            self.queue.push_back(index::<W>(node));
        }
        self.seen = seen;
        Ok(())
    }

    fn finish(self) -> Result<(Blocks, Packed), ConcatError> {
        let greatest = self.leaf_count() + self.ranked;
        let blocks = self.blocks.finish(greatest)?;
        let ranks = self.marks.iter().map(|mark| mark.rank.number() - 1);
        let ranks = Packed::new(self.ranked, self.ranked, ranks)?;
        Ok((blocks, ranks))
    }
}
