//! How nodes are made.
#![allow(unsafe_code)]

use core::ptr;
use core::sync::atomic::Ordering;

use super::ConcatStr;
use super::node::{CONCAT, Node, NodeRef, OWNED, SHORT, SLICE};
use super::text::{Owned, Slice};
use crate::ConcatError;
use crate::slab::{Putter, take};
use crate::width::Width;

/// A new concatenation, of which the caller has the only handle.
///
/// Counts no handles of its parts: those are the caller's, who gives them to it.
///
/// # Errors
///
/// `Full`, `Alloc`.
#[inline]
pub(super) fn concat<W: Width>(left: u64, right: u64) -> Result<u64, ConcatError> {
    new::<W, _>(CONCAT, || Ok(W::pack(left, right)))
}

/// A new node of a text.
///
/// # Errors
///
/// `Full`, `Alloc`, `TooLong`.
pub(super) fn leaf<W: Width>(text: &str) -> Result<u64, ConcatError> {
    if text.len() <= NodeRef::<W>::SHORT {
        return short::<W>([text, ""]);
    }
    new::<W, _>(OWNED, || Ok(Owned::copied(text)?.into_raw()))
}

/// A new node of two texts that fit into it together.
///
/// # Errors
///
/// `Full`, `Alloc`.
pub(super) fn short<W: Width>([left, right]: [&str; 2]) -> Result<u64, ConcatError> {
    let mut payload = W::Bytes::default();
    let bytes = payload.as_mut();
    let len = left.len() + right.len();
    bytes[..left.len()].copy_from_slice(left.as_bytes());
    bytes[left.len()..len].copy_from_slice(right.as_bytes());
    new::<W, _>(short_kind(len), || Ok(payload))
}

/// Appends a text to the last node of a handle's, in place; says whether that could be done: whether the
/// node is a short one with room, that nobody else can see.
pub(super) fn extend<W: Width>(handle: &mut ConcatStr<W>, text: &str) -> bool {
    let Some(mut node) = handle.node() else {
        return false;
    };
    if node.is_shared() {
        return false;
    }
    if node.kind() == CONCAT {
        let (_, right) = node.children();
        // SAFETY: the handle's node has a handle of it, and lives as long as that.
        node = unsafe { NodeRef::of(right) };
    }
    let Some(old) = node.short() else {
        return false;
    };
    let (start, len) = (old.len(), old.len() + text.len());
    if node.is_shared() || len > NodeRef::<W>::SHORT {
        return false;
    }
    // SAFETY: the new end lies within the payload.
    let end = unsafe { node.payload::<u8>().add(start) };
    // SAFETY: there is room for the text. Nobody else has a handle of the node, and this one is borrowed
    // for a change: so nobody reads it, and the text is not a part of it.
    unsafe { ptr::copy_nonoverlapping(text.as_ptr(), end.as_ptr(), text.len()) };
    let word = short_kind(len) | 1;
    node.word().store(word, Ordering::Relaxed);
    true
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it fits into a node")]
fn short_kind(len: usize) -> u32 {
    SHORT + ((len as u32) << 28)
}

/// A new node of a part of another's text, of whose owner the caller gives it a handle if it comes to be.
///
/// # Errors
///
/// `Full`, `Alloc`.
pub(super) fn slice<W: Width>(slice: Slice) -> Result<u64, ConcatError> {
    new::<W, _>(SLICE, || slice.into_raw())
}

/// A new node of this kind and payload, of which the caller has the only handle.
#[inline]
fn new<W: Width, P>(
    kind: u32,
    payload: impl FnOnce() -> Result<P, ConcatError>,
) -> Result<u64, ConcatError> {
    const { assert!(size_of::<P>() <= size_of::<W::Words>()) };
    let (id, at) = take::<Node<W>>()?;
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
    Ok(id)
}
