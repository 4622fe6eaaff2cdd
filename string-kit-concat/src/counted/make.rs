//! The functions that make nodes, and the one that extends a node in place.
#![allow(unsafe_code)]

use core::ptr;
use core::sync::atomic::Ordering;

use super::form::{Form, concat_payload};
use super::node::{CONCAT, Node, NodeRef, OWNED, SHORT, SLICE, capped};
use super::text::{Owned, Slice};
use crate::ConcatError;
use crate::dag::NodeId;
use crate::slab::{Putter, take};

/// Makes a concatenation, of which the caller has the only handle.
///
/// Counts no handles of its parts: the caller gives its own to the node.
///
/// # Errors
///
/// `Full`, `Alloc`.
#[inline]
pub(super) fn concat<F: Form>(
    left: NodeRef<'_, F>,
    right: NodeRef<'_, F>,
    [left_id, right_id]: [NodeId; 2],
) -> Result<NodeId, ConcatError> {
    let len = || left.kept().saturating_add(right.kept());
    new::<F, _>(CONCAT, || Ok(concat_payload::<F>(left_id, right_id, len)))
}

/// Makes a node of a text.
///
/// # Errors
///
/// `Full`, `Alloc`, `TooLong`.
pub(super) fn leaf<F: Form>(text: &str) -> Result<NodeId, ConcatError> {
    if text.len() <= NodeRef::<F>::SHORT {
        return short::<F>([text, ""]);
    }
    let id = new::<F, _>(OWNED, || Ok(Owned::copied(text)?.into_raw()))?;
    keep_len::<F>(id, text.len());
    Ok(id)
}

/// Makes a node of two texts that fit into it together.
///
/// # Errors
///
/// `Full`, `Alloc`.
pub(super) fn short<F: Form>([left, right]: [&str; 2]) -> Result<NodeId, ConcatError> {
    let len = left.len() + right.len();
    let mut bytes = [0_u8; 12];
    bytes[..left.len()].copy_from_slice(left.as_bytes());
    bytes[left.len()..len].copy_from_slice(right.as_bytes());
    let mut payload = F::Payload::default();
    for (word, bytes) in payload.as_mut().iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_ne_bytes(*bytes);
    }
    new::<F, _>(short_kind(len), || Ok(payload))
}

/// Makes a node of a part of another node's text. On success the caller gives it a handle of the text's owner.
///
/// # Errors
///
/// `Full`, `Alloc`.
pub(super) fn slice<F: Form>(slice: Slice) -> Result<NodeId, ConcatError> {
    let id = new::<F, _>(SLICE, || slice.into_raw())?;
    keep_len::<F>(id, slice.len);
    Ok(id)
}

/// Appends a text in place to the last leaf of a node, if that is short, has room, and has no other handle.
/// Returns whether it did.
///
/// # Safety
///
/// The caller borrows its handle of the node for a change.
pub(super) unsafe fn extend<F: Form>(root: NodeRef<'_, F>, text: &str) -> bool {
    if root.is_shared() {
        return false;
    }
    let mut node = root;
    let is_concat = root.kind() == CONCAT;
    if is_concat {
        let (_, right) = root.children();
        // SAFETY: the root has a handle of it, and lives as long as the caller's.
        node = unsafe { NodeRef::of(right) };
    }
    let Some(old) = node.short() else {
        return false;
    };
    let (start, len) = (old.len(), old.len() + text.len());
    if node.is_shared() || len > NodeRef::<F>::SHORT {
        return false;
    }
    // SAFETY: the new end lies within the payload.
    let end = unsafe { node.payload::<u8>().add(start) };
    // SAFETY: there is room for the text. Nobody else has a handle of the node, and the caller's is borrowed
    // for a change: so nobody reads it, and the text is not a part of it.
    unsafe { ptr::copy_nonoverlapping(text.as_ptr(), end.as_ptr(), text.len()) };
    let word = short_kind(len) | 1;
    node.word().store(word, Ordering::Relaxed);
    if is_concat && F::MEASURED {
        let longer = root.kept().saturating_add(capped(text.len()));
        // SAFETY: nobody else has a handle of the root, and the caller's is borrowed for a change.
        unsafe { root.length().write(longer) };
    }
    true
}

/// Writes the length of a new leaf that is not short.
#[inline]
fn keep_len<F: Form>(id: NodeId, len: usize) {
    if F::MEASURED {
        // SAFETY: the caller has the only handle of the node, which is new.
        let node = unsafe { NodeRef::<F>::of(id) };
        // SAFETY: nobody else has the node.
        unsafe { node.length().write(capped(len)) };
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it fits into a node")]
fn short_kind(len: usize) -> u32 {
    SHORT + ((len as u32) << 28)
}

/// Makes a node of this kind and payload, of which the caller has the only handle.
#[inline]
fn new<F: Form, P>(
    kind: u32,
    payload: impl FnOnce() -> Result<P, ConcatError>,
) -> Result<NodeId, ConcatError> {
    const { assert!(size_of::<P>() <= size_of::<F::Payload>()) };
    let (id, at) = take::<Node<F>>()?;
    let payload = match payload() {
        Ok(payload) => payload,
        Err(error) => {
            // SAFETY: the slot was taken just now.
            Putter::with(|putter| unsafe { putter.put(id, at) });
            return Err(error);
        }
    };
    // SAFETY: the word is the first of the node, which is this function's alone.
    unsafe { at.cast().write(kind | 1) };
    // SAFETY: the payload lies behind the word.
    let behind = unsafe { at.cast::<u32>().add(1) };
    // SAFETY: there is room for it, and it need not be aligned.
    unsafe { behind.cast().write_unaligned(payload) };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the slab's ids have 32 bits"
    )]
    let id = id as NodeId;
    Ok(id)
}
