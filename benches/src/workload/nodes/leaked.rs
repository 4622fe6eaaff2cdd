//! Nodes that are never freed.

use std::mem::{self, MaybeUninit};

use super::Design;
use super::design::{Part, flatten};

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
        let (first, rest) = room.expect("a block has nodes");
        self.room = rest;
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
