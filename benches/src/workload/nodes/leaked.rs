//! Nodes that are never freed.

use std::mem::{self, MaybeUninit};

use super::design::{Part, flatten};
use super::{Design, Origin};

/// A node for as long as the program runs.
#[derive(Clone, Copy)]
pub(crate) enum Leaked {
    Leaf(&'static [u8]),
    Concat(&'static Leaked, &'static Leaked),
}

impl Leaked {
    fn leaf(text: &str) -> Self {
        Self::Leaf(Box::leak(text.as_bytes().into()))
    }

    fn flatten(&'static self, length: usize) -> Vec<u8> {
        let part = |node: &'static Self| match *node {
            Self::Leaf(text) => Part::Leaf(text),
            Self::Concat(left, right) => Part::Concat(left, right),
        };
        flatten(self, part, length)
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Leaked>() == 24);

/// A leaked box for each node, of 24 bytes.
#[derive(Default)]
pub(crate) struct LeakedBox;

impl Design for LeakedBox {
    const NAME: &'static str = "&'static Node";
    const ORIGIN: Origin = Origin::Article;
    const FREES: bool = false;

    type Handle = &'static Leaked;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Box::leak(Box::new(Leaked::leaf(text)))
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        Box::leak(Box::new(Leaked::Concat(left, right)))
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        of.flatten(length)
    }
}

/// The nodes of a block: 1.5 MB, which are allocated so seldom that it does not show.
const BLOCK: usize = 1 << 16;

/// Nodes side by side in large blocks: 24 bytes each on every allocator.
#[derive(Default)]
pub(crate) struct LeakedArena {
    /// The rest of the newest block.
    room: &'static mut [MaybeUninit<Leaked>],
}

impl LeakedArena {
    fn place(&mut self, node: Leaked) -> &'static Leaked {
        if self.room.is_empty() {
            self.room = Box::leak(Box::new_uninit_slice(BLOCK));
        }
        let (first, rest) = mem::take(&mut self.room)
            .split_first_mut()
            .expect("a block has nodes");
        self.room = rest;
        first.write(node)
    }
}

impl Design for LeakedArena {
    const NAME: &'static str = "&'static Node in blocks";
    const ORIGIN: Origin = Origin::Article;
    const FREES: bool = false;

    type Handle = &'static Leaked;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        self.place(Leaked::leaf(text))
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        self.place(Leaked::Concat(left, right))
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        of.flatten(length)
    }
}
