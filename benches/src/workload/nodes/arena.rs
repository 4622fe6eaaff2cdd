//! Nodes that are not freed one by one: leaked ones, and those of an arena, which have 8 bytes, the
//! least that a concatenation can be with ids of 32 bits.
//!
//! ```text
//! concatenation  left            right
//! leaf           1 | start:31    length
//! ```

use std::mem::{self, MaybeUninit};

use super::Design;
use super::design::{Part, flatten};

/// The bit of a node's first word that marks a leaf.
const LEAF: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ArenaId(u32);

/// All nodes, and the texts of all leaves.
#[derive(Default)]
pub(crate) struct Arena {
    nodes: Vec<[u32; 2]>,
    texts: Vec<u8>,
}

impl Arena {
    fn push(&mut self, node: [u32; 2]) -> ArenaId {
        let id = narrow(self.nodes.len());
        self.nodes.push(node);
        ArenaId(id)
    }
}

fn narrow(number: usize) -> u32 {
    let narrow = u32::try_from(number).ok().filter(|number| *number < LEAF);
    narrow.expect("there are fewer than 2 billion nodes and bytes of leaves")
}

impl Design for Arena {
    const NAME: &'static str = "[u32; 2] in an arena";

    type Handle = ArenaId;

    fn leaf(&mut self, text: &str) -> ArenaId {
        let start = narrow(self.texts.len());
        self.texts.extend_from_slice(text.as_bytes());
        self.push([LEAF | start, narrow(text.len())])
    }

    fn concat(&mut self, left: &ArenaId, right: &ArenaId) -> ArenaId {
        self.push([left.0, right.0])
    }

    fn flatten(&self, string: &ArenaId, length: usize) -> Vec<u8> {
        let part = |id: u32| match self.nodes[id as usize] {
            [start, len] if start & LEAF != 0 => {
                let start = (start & !LEAF) as usize;
                Part::Leaf(&self.texts[start..start + len as usize])
            }
            [left, right] => Part::Concat(left, right),
        };
        flatten(string.0, part, length)
    }
}

/// A node for as long as the program runs.
#[derive(Clone, Copy)]
pub(crate) enum LeakedNode {
    Leaf(&'static [u8]),
    Concat(&'static Self, &'static Self),
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<LeakedNode>() == 24);

/// Nodes that are allocated `BLOCK` at a time.
#[derive(Default)]
pub(crate) struct Leaked<const BLOCK: usize> {
    /// The rest of the newest block.
    room: &'static mut [MaybeUninit<LeakedNode>],
}

/// A leaked box for each node.
pub(crate) type LeakedBox = Leaked<1>;

/// Nodes side by side, 24 bytes each on every allocator, in blocks of 1.5 MB, which are allocated
/// so seldom that it does not show.
pub(crate) type LeakedArena = Leaked<{ 1 << 16 }>;

impl<const BLOCK: usize> Leaked<BLOCK> {
    fn place(&mut self, node: LeakedNode) -> &'static LeakedNode {
        if BLOCK == 1 {
            return Box::leak(Box::new(node));
        }
        if self.room.is_empty() {
            self.room = Box::leak(Box::new_uninit_slice(BLOCK));
        }
        let room = mem::take(&mut self.room).split_first_mut();
        let (first, free) = room.expect("a block has nodes");
        self.room = free;
        first.write(node)
    }
}

impl<const BLOCK: usize> Design for Leaked<BLOCK> {
    const NAME: &'static str = if BLOCK == 1 {
        "&'static Node"
    } else {
        "&'static Node in blocks"
    };
    const FREES: bool = false;

    type Handle = &'static LeakedNode;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        self.place(LeakedNode::Leaf(Box::leak(text.as_bytes().into())))
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        self.place(LeakedNode::Concat(left, right))
    }

    fn flatten(&self, string: &Self::Handle, length: usize) -> Vec<u8> {
        let part = |node: Self::Handle| match *node {
            LeakedNode::Leaf(text) => Part::Leaf(text),
            LeakedNode::Concat(left, right) => Part::Concat(left, right),
        };
        flatten(*string, part, length)
    }
}
