//! Frees nodes: those whose reference count reached zero, then their children whose counts do.
//!
//! It takes no memory and a fixed part of the stack, however deep the nodes are, and is done before the call
//! returns. There are two ways:
//!
//! - *A chain*: while one child of a node dies, it is the next node.
//! - *A ring*: if both children die, the handles that dead nodes have of their children wait in a ring of 16,
//!   and the memory of each child is prefetched as it enters. A dead node whose children do not fit into the
//!   ring waits in a list. The list goes through the nodes' first words, which
//!   held the kind and the reference count.
#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::form::Form;
use super::node::{CONCAT, Node, NodeRef, OWNED, SLICE, leave};
use super::text::{Owned, Slice};
use crate::dag::NodeId;
use crate::slab::{Putter, Slot};

/// The id of no node.
const NONE: NodeId = 0;

// The link of a dead node takes the place of its whole first word, the kind included. The last node of a list is
// read again as a concatenation, which it is.
const _: () = assert!(NONE == CONCAT);

/// The number of handles that wait.
const RING: usize = 16;

/// Gives up a handle, and frees the nodes that have no more handles then.
///
/// # Safety
///
/// The caller has the handle.
#[inline]
pub(super) unsafe fn release<F: Form>(id: NodeId) {
    // SAFETY: the caller has a handle.
    let node = unsafe { NodeRef::<F>::of(id) };
    // SAFETY: as the caller promises.
    if unsafe { leave(node, node.handles()) } {
        // SAFETY: that was the last.
        Putter::with(|putter| unsafe { free_chain::<F>(putter, id) });
    }
}

/// Frees a node, and the dead nodes below it.
///
/// # Safety
///
/// Nobody has a handle of the node.
#[inline(never)]
unsafe fn free_chain<F: Form>(putter: &mut Putter<'_, Node<F>>, mut dead: NodeId) {
    while dead != NONE {
        // SAFETY: it is not freed before it is put back.
        let node = unsafe { NodeRef::<F>::of(dead) };
        if node.kind() != CONCAT {
            // SAFETY: nobody has a handle of the node.
            return unsafe { free_leaf::<F>(putter, dead) };
        }
        let (left, right) = node.children();
        // SAFETY: the node has a handle of each.
        let parts = [left, right].map(|part| unsafe { NodeRef::<F>::of(part) });
        // PERF: both counts are on their way from memory before either is changed.
        let seen = parts.map(NodeRef::handles);
        // SAFETY: the dead node's handle is given up.
        let left_dies = unsafe { leave(parts[0], seen[0]) };
        // SAFETY: its other handle is given up. If both are one node, it was seen to have another.
        let right_dies = unsafe { leave(parts[1], seen[1]) };
        // SAFETY: it is not used any more.
        unsafe { putter.put(dead.into(), node.slot()) };
        dead = match (left_dies, right_dies) {
            (false, false) => return,
            (true, false) => left,
            (false, true) => right,
            (true, true) if parts[0].kind() != CONCAT => {
                // SAFETY: nobody has a handle of the leaf.
                unsafe { free_leaf::<F>(putter, left) };
                right
            }
            (true, true) if parts[1].kind() != CONCAT => {
                // SAFETY: nobody has a handle of the leaf.
                unsafe { free_leaf::<F>(putter, right) };
                left
            }
            // SAFETY: nobody has a handle of either, and both are concatenations.
            (true, true) => unsafe { free_ring::<F>(putter, [left, right]) },
        };
    }
}

/// Frees two concatenations, and the dead nodes below them; returns a dead node that is left, or [`NONE`].
///
/// # Safety
///
/// Nobody has a handle of either, and they are two.
#[inline(never)]
unsafe fn free_ring<F: Form>(putter: &mut Putter<'_, Node<F>>, dead: [NodeId; 2]) -> NodeId {
    let mut ring = Ring::new();
    let mut list = NONE;
    for id in dead {
        // SAFETY: it is not freed before it is put back.
        let node = unsafe { NodeRef::<F>::of(id) };
        // SAFETY: nobody has a handle of the node.
        list = unsafe { push_dead(list, id, node) };
    }
    loop {
        while list != NONE && ring.len <= RING - 2 {
            let id = list;
            // SAFETY: it is not freed before it is put back.
            let node = unsafe { NodeRef::<F>::of(id) };
            // SAFETY: the node is this function's alone, and was linked.
            let next = unsafe { Slot::link(node.slot()) };
            if ring.len == 0 && next == NONE {
                return id;
            }
            list = next;
            let (left, right) = node.children();
            // SAFETY: it is not used any more.
            unsafe { putter.put(id.into(), node.slot()) };
            // SAFETY: the dead node's handles wait.
            unsafe { ring.push::<F>(left) };
            // SAFETY: the dead node's handles wait.
            unsafe { ring.push::<F>(right) };
        }
        let Some(id) = ring.pop() else {
            return NONE;
        };
        // SAFETY: the handle waited.
        let node = unsafe { NodeRef::<F>::of(id) };
        // SAFETY: the handle waited, and is given up.
        if unsafe { leave(node, node.handles()) } {
            if node.kind() == CONCAT {
                // SAFETY: nobody has a handle of the node.
                list = unsafe { push_dead(list, id, node) };
            } else {
                // SAFETY: nobody has a handle of the leaf.
                unsafe { free_leaf::<F>(putter, id) };
            }
        }
    }
}

/// Links a dead node in front of a list of them, and returns it as the first.
///
/// # Safety
///
/// Nobody has a handle of the node.
#[inline]
unsafe fn push_dead<F: Form>(list: NodeId, id: NodeId, node: NodeRef<'_, F>) -> NodeId {
    // SAFETY: the node is the caller's alone: without handles, no other thread reads its first word.
    unsafe { Slot::set_link(node.slot(), list) };
    id
}

/// The ids of nodes of which a handle waits to be given up, from the oldest on.
struct Ring {
    ids: [NodeId; RING],
    first: usize,
    len: usize,
}

impl Ring {
    #[inline]
    fn new() -> Self {
        Self {
            ids: [0; RING],
            first: 0,
            len: 0,
        }
    }

    /// Adds a handle's id, for which there is room, and prefetches its node.
    ///
    /// # Safety
    ///
    /// The caller has the handle.
    #[inline]
    unsafe fn push<F: Form>(&mut self, id: NodeId) {
        // SAFETY: the caller has a handle.
        prefetch(unsafe { NodeRef::<F>::of(id) }.slot());
        self.ids[(self.first + self.len) % RING] = id;
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<NodeId> {
        if self.len == 0 {
            return None;
        }
        let id = self.ids[self.first];
        self.first = (self.first + 1) % RING;
        self.len -= 1;
        Some(id)
    }
}

/// Asks the processor to load what lies there.
#[inline]
fn prefetch<T>(at: NonNull<T>) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the processor has the instruction, which changes nothing and takes every address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.as_ptr().cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse", not(miri))))]
    let _ = at;
}

/// Frees a leaf, and the owner of its text if it was the last slice of it.
///
/// # Safety
///
/// Nobody has a handle of the leaf.
unsafe fn free_leaf<F: Form>(putter: &mut Putter<'_, Node<F>>, dead: NodeId) {
    // SAFETY: it is not freed before it is put back.
    let node = unsafe { NodeRef::<F>::of(dead) };
    match node.kind() {
        OWNED => {
            // SAFETY: the payload of this kind is such a pointer.
            let owned = unsafe { Owned::from_raw(node.pointer()) };
            // SAFETY: nobody has the node, so nobody has the text.
            unsafe { owned.free() };
        }
        SLICE => {
            // SAFETY: the payload of this kind is such a pointer.
            let owner = unsafe { Slice::peek(node.pointer()) }.owner;
            // SAFETY: nobody has the node, so nobody has the slice.
            unsafe { Slice::free(node.pointer()) };
            // SAFETY: the slice had a handle of it.
            let whole = unsafe { NodeRef::<F>::of(owner) };
            // SAFETY: that is given up.
            if unsafe { leave(whole, whole.handles()) } {
                // SAFETY: that was the last. An owner is no slice: this goes no deeper.
                unsafe { free_leaf::<F>(putter, owner) };
            }
        }
        _ => {}
    }
    // SAFETY: it is not used any more.
    unsafe { putter.put(dead.into(), node.slot()) };
}

#[cfg(all(test, not(loom)))]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::NodeRef;
    use crate::ConcatStr;

    /// Returns numbers below `end` that look like random ones.
    fn draws(seed: u64) -> impl FnMut(usize) -> usize {
        let mut state = seed;
        move |end| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % end
        }
    }

    /// Texts with parts at random among the last `among` ones, some of which are chains.
    fn texts(among: usize, draw: &mut impl FnMut(usize) -> usize) -> Vec<(ConcatStr, String)> {
        let mut texts: Vec<(ConcatStr, String)> = ["", "short", "a text of its own, not in a node"]
            .map(|text| (text.into(), text.into()))
            .into();
        while texts.len() < 150 {
            let mut from = || texts.len() - 1 - draw(among.min(texts.len()));
            let [left, right] = [&texts[from()], &texts[from()]];
            let model = left.1.clone() + &right.1;
            let text = left.0.concat(&right.0);
            texts.push(if model.len() < 500 {
                (text, model)
            } else {
                let part = "begins again, with a leaf of its own";
                (part.into(), part.into())
            });
        }
        texts
    }

    #[test]
    fn parts_outlive_the_texts_that_are_dropped() {
        for seed in 0..if cfg!(miri) { 2 } else { 10 } {
            let mut draw = draws(seed);
            let among = 1 + draw(40);
            let mut texts = texts(among, &mut draw);
            while !texts.is_empty() {
                let at = draw(texts.len());
                let whole = texts.swap_remove(at);
                drop(whole);
                if texts.len() % 50 == 1 {
                    for (text, model) in &texts {
                        assert_eq!(text, model);
                    }
                }
            }
        }
    }

    #[test]
    fn a_root_frees_all_that_nobody_else_has() {
        for depth in 1..if cfg!(miri) { 6 } else { 12 } {
            let leaf: ConcatStr = "a text that is shared by all".into();
            let mut row: Vec<ConcatStr> = (0..1 << depth)
                .map(|_| leaf.concat("of its own, and long"))
                .collect();
            while row.len() > 1 {
                row = row.chunks(2).map(|two| two[0].concat(&two[1])).collect();
            }
            assert_eq!(
                leaf.0.0.node().map(NodeRef::handles),
                Some(1 + (1 << depth))
            );
            drop(row);
            assert_eq!(leaf.0.0.node().map(NodeRef::handles), Some(1));
        }
    }
}
