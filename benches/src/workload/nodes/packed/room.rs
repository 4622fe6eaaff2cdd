//! Where packed nodes lie: each in a block of the allocator's, or one beside the other in blocks of
//! their own.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use super::node::Node;

/// Gives out room for nodes.
pub(crate) trait Room {
    /// What the design is called with it.
    const NAME: &'static str;

    /// Puts a node somewhere.
    fn place(node: Node) -> NonNull<Node>;

    /// Takes the room of a node back.
    ///
    /// # Safety
    ///
    /// The node is from `place` of the same room and thread, and nobody has it any more.
    unsafe fn give_back(node: NonNull<Node>);
}

/// A block of the allocator's for each: of 16 bytes, which glibc rounds up to 32.
pub(crate) struct Malloc;

impl Room for Malloc {
    const NAME: &'static str = "packed_malloc";

    fn place(node: Node) -> NonNull<Node> {
        Box::leak(Box::new(node)).into()
    }

    unsafe fn give_back(node: NonNull<Node>) {
        // SAFETY: by the caller's promise it is a box that was leaked, and nobody else has it.
        drop(unsafe { Box::from_raw(node.as_ptr()) });
    }
}

/// Blocks of many nodes, for one thread: what comes back is given out again, the blocks stay.
pub(crate) struct Slab;

/// How many nodes a block has: 1 MB, which are asked of the allocator so seldom that it does not show.
const BLOCK: usize = 1 << 16;

/// What is to be given out.
#[derive(Default)]
struct Free {
    /// Nodes that came back, the next in each: see [`Node::spare`].
    spare: Option<NonNull<Node>>,
    /// What is left of the newest block.
    fresh: &'static mut [MaybeUninit<Node>],
}

thread_local! {
    static FREE: Cell<Free> = const {
        Cell::new(Free { spare: None, fresh: &mut [] })
    };
}

impl Room for Slab {
    const NAME: &'static str = "packed_slab";

    #[inline]
    fn place(node: Node) -> NonNull<Node> {
        FREE.with(|cell| {
            let mut free = cell.take();
            let place = if let Some(spare) = free.spare {
                // SAFETY: what is spare was given back: it is a node's, whole, and nobody's.
                let next = unsafe { spare.as_ref() };
                free.spare = next.next_spare();
                // SAFETY: the same; the borrow of the line above has ended.
                unsafe { spare.write(node) };
                spare
            } else {
                if free.fresh.is_empty() {
                    free.fresh = Box::leak(Box::new_uninit_slice(BLOCK));
                }
                let (first, rest) = free.fresh.split_first_mut().expect("a block has nodes");
                free.fresh = rest;
                first.write(node).into()
            };
            cell.set(free);
            place
        })
    }

    #[inline]
    unsafe fn give_back(node: NonNull<Node>) {
        FREE.with(|cell| {
            let mut free = cell.take();
            // SAFETY: by the caller's promise it is a node of a block, and nobody has it.
            unsafe { node.write(Node::spare(free.spare)) };
            free.spare = Some(node);
            cell.set(free);
        });
    }
}
