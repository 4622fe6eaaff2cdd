//! Nodes that nobody counts and nobody gives back, one after the other in large blocks.

use std::mem::{self, MaybeUninit};

use super::leaked::Leaked;
use super::{Design, Kind};

/// How many nodes a block has: 1.5 MB, which are asked of the allocator so seldom that it does not show.
const BLOCK: usize = 1 << 16;

/// 24 bytes a node on every allocator.
#[derive(Default)]
pub(crate) struct LeakedArena {
    /// What is left of the newest block.
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
    const NAME: &'static str = "leaked_arena";
    const KIND: Kind = Kind::WriteUp;
    const GIVES_BACK: bool = false;

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
