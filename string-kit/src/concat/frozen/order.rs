//! The order that the concatenations of an arena are frozen in.
//!
//! Symbols are numbers: the leaves have the first, as the arena has them. A concatenation is ready when
//! both of its children have a symbol, and is seen when that of the later child is taken in turn; all
//! that are seen there are sorted by their other child's and get the next symbols. So the pairs (later
//! child, other child) come sorted, and children come before their parents.
//!
//! Each concatenation waits in the list of one child: that with the later id at first, and, if the other
//! turns out to have the later symbol, then of that one.

use alloc::vec::Vec;

use super::blocks::{Blocks, BlocksBuilder, Pair};
use super::packed::Packed;
use crate::concat::ConcatError;
use crate::concat::arena::ConcatArena;
use crate::concat::width::private::Forms;
use crate::concat::width::{Index, Width};

/// What is known of a concatenation. All are one more than the number, 0 for none.
#[derive(Clone, Copy)]
struct Mark<I> {
    /// The first that waits for this one.
    waits: I,
    /// The next that waits for the same one; the next in the queue once it has a symbol.
    next: I,
    /// How many were frozen before this one.
    rank: I,
}

/// A concatenation that is ready, and the symbol of its other child.
///
/// The id with a bit below it, set if the later child is the right one.
type Ready<I> = (I, I);

/// The arena, and how far it is numbered.
pub(super) struct Order<'a, W: Width> {
    arena: &'a ConcatArena<W>,
    leaves: Vec<<W as Forms>::Index>,
    marks: Vec<Mark<<W as Forms>::Index>>,
    ready: Vec<Ready<<W as Forms>::Index>>,
    blocks: BlocksBuilder,
    /// The ends of the queue.
    first: <W as Forms>::Index,
    last: <W as Forms>::Index,
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
        leaves.try_reserve_exact(arena.ends.len())?;
        leaves.resize(arena.ends.len(), none);
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
            ready: Vec::new(),
            blocks: BlocksBuilder::default(),
            first: none,
            last: none,
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
        let next = core::mem::replace(waits, index::<W>(node + 1));
        self.marks[node as usize].next = next;
    }

    /// Takes all symbols in turn.
    fn rank(&mut self) -> Result<(), ConcatError> {
        for leaf in 0..self.leaf_count() {
            self.take(leaf | W::LEAF, leaf, self.leaves[leaf as usize])?;
        }
        let mut at = self.first.number();
        let mut symbol = self.leaf_count();
        while at != 0 {
            self.take(at - 1, symbol, self.marks[at as usize - 1].waits)?;
            at = self.marks[at as usize - 1].next.number();
            symbol += 1;
        }
        debug_assert_eq!(self.ranked, self.marks.len() as u64);
        Ok(())
    }

    /// Gives symbols to those in the list from `waits` on whose later child is `id`, which has `symbol`.
    fn take(
        &mut self,
        id: u64,
        symbol: u64,
        waits: <W as Forms>::Index,
    ) -> Result<(), ConcatError> {
        self.ready.clear();
        let mut waits = waits.number();
        while waits != 0 {
            let node = waits - 1;
            waits = self.marks[node as usize].next.number();
            let (left, right) = self.children(node);
            let (other, right_is_later) = if left == id { (right, 0) } else { (left, 1) };
            match self.symbol(other) {
                Some(other) if other <= symbol => {
                    self.ready.try_reserve(1)?;
                    let node = index::<W>(node << 1 | right_is_later);
                    self.ready.push((index::<W>(other), node));
                }
                _ => self.wait_for(other, node),
            }
        }
        let mut ready = core::mem::take(&mut self.ready);
        ready.sort_unstable();
        let done = ready.iter().try_for_each(|&(other, node)| {
            let pair = Pair {
                max: symbol,
                min: other.number(),
                max_is_right: node.number() & 1 == 1,
            };
            self.blocks.push(pair)?;
            self.queue(node.number() >> 1);
            Ok(())
        });
        self.ready = ready;
        done
    }

    /// Gives the node the next symbol.
    fn queue(&mut self, node: u64) {
        self.ranked += 1;
        let mark = &mut self.marks[node as usize];
        mark.rank = index::<W>(self.ranked);
        mark.next = index::<W>(0);
        match self.last.number() {
            0 => self.first = index::<W>(node + 1),
            last => self.marks[last as usize - 1].next = index::<W>(node + 1),
        }
        self.last = index::<W>(node + 1);
    }

    fn finish(self) -> Result<(Blocks, Packed), ConcatError> {
        let greatest = self.leaf_count() + self.ranked;
        let blocks = self.blocks.finish(greatest)?;
        let ranks = self.marks.iter().map(|mark| mark.rank.number() - 1);
        let ranks = Packed::new(self.ranked, self.ranked, ranks)?;
        Ok((blocks, ranks))
    }
}
