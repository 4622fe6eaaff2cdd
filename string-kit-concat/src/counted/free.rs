//! How nodes are freed: one of which nobody has a handle, and of its parts those of which nobody has one
//! then.
//!
//! It takes no memory and no stack, however deep they are: if both parts of a node are to be freed, the
//! right one *waits*. The node is put back later, and until then its ids are those of the next node of
//! which a part waits, and of that part.
#![allow(unsafe_code)]

use super::form::Form;
use super::node::{CONCAT, Node, NodeRef, OWNED, SLICE, leave};
use super::text::{Owned, Slice};
use crate::dag::NodeId;
use crate::slab::Putter;

/// The id of no node.
const NONE: NodeId = 0;

/// Gives up a handle, and frees what nobody has a handle of any more.
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
        Putter::with(|putter| unsafe { free::<F>(putter, id) });
    }
}

/// # Safety
///
/// Nobody has a handle of the node.
#[inline(never)]
unsafe fn free<F: Form>(putter: &mut Putter<'_, Node<F>>, mut dead: NodeId) {
    let mut waiting = NONE;
    loop {
        // SAFETY: it is not freed before it is put back.
        let node = unsafe { NodeRef::<F>::of(dead) };
        if node.kind() == CONCAT {
            let (left, right) = node.children();
            // SAFETY: the node has a handle of each.
            let parts = [left, right].map(|part| unsafe { NodeRef::<F>::of(part) });
            // PERF: both counts are on their way from memory before either is changed.
            let seen = parts.map(NodeRef::handles);
            // SAFETY: the node's handle is given up.
            let left_too = unsafe { leave(parts[0], seen[0]) };
            // SAFETY: the node's other handle is given up. If both are one node, it was seen to have another.
            let right_too = unsafe { leave(parts[1], seen[1]) };
            if left_too && right_too {
                // SAFETY: the node is this function's alone, and its payload is two ids.
                unsafe { node.payload().write([waiting, right]) };
                waiting = dead;
                dead = left;
                continue;
            }
            // SAFETY: it is not used any more.
            unsafe { putter.put(dead.into(), node.slot()) };
            if left_too {
                dead = left;
                continue;
            }
            if right_too {
                dead = right;
                continue;
            }
        } else {
            // SAFETY: nobody has a handle of the node.
            unsafe { free_leaf::<F>(putter, dead) };
        }
        if waiting == NONE {
            return;
        }
        // SAFETY: it is not freed before it is put back.
        let node = unsafe { NodeRef::<F>::of(waiting) };
        let (next, right) = node.children();
        // SAFETY: it is not used any more.
        unsafe { putter.put(waiting.into(), node.slot()) };
        waiting = next;
        dead = right;
    }
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
