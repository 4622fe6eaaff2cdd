//! Nodes of 16 bytes with a reference count: two addresses of 48 bits without their lowest four, which
//! are 0, a tag, and the count.
//!
//! ```text
//! byte     0      4                                                     15
//!          | count | left, 44 bits | right, 44 bits             | tag: 0 |
//!          | count | text of up to 11 bytes              | tag: 128 + length |
//!          | count | address, 48 bits | length, 40 bits         | tag: 64 |
//! ```
//!
//! The article tried it, crashed with it and gave it up. Here, an address of more than 48 bits panics.
#![allow(unsafe_code)]

mod node;

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use super::design::flatten;
use super::{Design, Origin};
use node::{Counted, Node};

/// The design, with a room for its nodes.
pub(crate) struct Packed<R>(PhantomData<R>);

impl<R> Default for Packed<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Room> Design for Packed<R> {
    const NAME: &'static str = R::NAME;
    const ORIGIN: Origin = Origin::Article;

    type Handle = Counted<R>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Counted::leaf(text.as_bytes())
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        Counted::concat(left, right)
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        flatten(of.node(), node::part, length)
    }
}

/// A place for nodes.
pub(crate) trait Room {
    /// The name of the design with it.
    const NAME: &'static str;

    /// Puts a node somewhere.
    fn place(node: Node) -> NonNull<Node>;

    /// Frees a node.
    ///
    /// # Safety
    ///
    /// The node is from `place` of the same room and thread, and has no handle.
    unsafe fn free(node: NonNull<Node>);
}

/// A box for each node: 16 bytes, which glibc rounds up to 32.
pub(crate) struct Malloc;

impl Room for Malloc {
    const NAME: &'static str = "packed Node";

    fn place(node: Node) -> NonNull<Node> {
        Box::leak(Box::new(node)).into()
    }

    unsafe fn free(node: NonNull<Node>) {
        // SAFETY: by the caller's promise it is a leaked box, and has no other handle.
        drop(unsafe { Box::from_raw(node.as_ptr()) });
    }
}

/// Blocks of many nodes, for one thread: freed nodes are used again, the blocks stay.
pub(crate) struct Slab;

/// The nodes of a block: 1 MB, which are allocated so seldom that it does not show.
const BLOCK: usize = 1 << 16;

/// The free nodes of a thread.
#[derive(Default)]
struct Free {
    /// A list of freed nodes, see [`Node::spare`].
    spare: Option<NonNull<Node>>,
    /// The rest of the newest block.
    fresh: &'static mut [MaybeUninit<Node>],
}

thread_local! {
    static FREE: Cell<Free> = const {
        Cell::new(Free { spare: None, fresh: &mut [] })
    };
}

impl Room for Slab {
    const NAME: &'static str = "packed Node in blocks";

    #[inline]
    fn place(node: Node) -> NonNull<Node> {
        FREE.with(|cell| {
            let mut list = cell.take();
            let place = if let Some(spare) = list.spare {
                // SAFETY: a spare node was freed: it is a whole node, and has no handle.
                let next = unsafe { spare.as_ref() };
                list.spare = next.next_spare();
                // SAFETY: the same; the borrow of the line above has ended.
                unsafe { spare.write(node) };
                spare
            } else {
                if list.fresh.is_empty() {
                    list.fresh = Box::leak(Box::new_uninit_slice(BLOCK));
                }
                let (first, rest) = list.fresh.split_first_mut().expect("a block has nodes");
                list.fresh = rest;
                first.write(node).into()
            };
            cell.set(list);
            place
        })
    }

    #[inline]
    unsafe fn free(node: NonNull<Node>) {
        FREE.with(|cell| {
            let mut list = cell.take();
            // SAFETY: by the caller's promise it is a node of a block, and has no handle.
            unsafe { node.write(Node::spare(list.spare)) };
            list.spare = Some(node);
            cell.set(list);
        });
    }
}
