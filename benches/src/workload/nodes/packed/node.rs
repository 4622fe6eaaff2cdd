//! A packed node, its bits, and its reference count.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::process;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering, fence};

use super::Room;
use crate::workload::nodes::design::Part;

/// Sixteen bytes, at an address whose lowest four bits are 0.
#[repr(C, align(16))]
pub(crate) struct Node {
    count: AtomicU32,
    /// Little-endian, the tag at the end.
    bits: [u8; 12],
}

const _: () = assert!(size_of::<Node>() == 16 && align_of::<Node>() == 16);

/// The bits of an address.
const ADDRESS: u32 = 48;
/// The bits of an address of a node that are kept.
const SHORT: u32 = ADDRESS - 4;
/// The bit that the tag begins at.
const TAG: u32 = 2 * SHORT;

/// The tag of a text elsewhere.
const OWNED: u8 = 64;
/// The tag of a text in the node, together with its length.
const INLINE: u8 = 128;
/// The longest text in a node.
const LONGEST: usize = 11;

/// The most handles of a node. The count would overflow only after as many again.
const MOST: u32 = u32::MAX / 2;

impl Node {
    fn of(bits: u128) -> Self {
        let [bits @ .., _, _, _, _] = bits.to_le_bytes();
        Self {
            count: AtomicU32::new(1),
            bits,
        }
    }

    fn leaf(text: &[u8]) -> Self {
        if text.len() <= LONGEST {
            let mut bits = [0; 12];
            bits[..text.len()].copy_from_slice(text);
            bits[LONGEST] = INLINE | u8::try_from(text.len()).expect("it is at most 11");
            return Self {
                count: AtomicU32::new(1),
                bits,
            };
        }
        assert!(text.len() >> 40 == 0, "a text has 2^40 bytes at most");
        let owned = NonNull::from(Box::leak(Box::<[u8]>::from(text)));
        let length = (text.len() as u128) << ADDRESS;
        Self::of(address(owned.cast::<u8>()) | length | u128::from(OWNED) << TAG)
    }

    #[inline]
    fn concat(left: NonNull<Self>, right: NonNull<Self>) -> Self {
        Self::of(address(left) >> 4 | (address(right) >> 4) << SHORT)
    }

    /// Returns a free node, with the next one on its left.
    pub(super) fn spare(next: Option<NonNull<Self>>) -> Self {
        Self::of(next.map_or(0, address) >> 4)
    }

    pub(super) fn next_spare(&self) -> Option<NonNull<Self>> {
        NonNull::new(pointer(self.bits() << 4))
    }

    fn bits(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.bits);
        u128::from_le_bytes(bits)
    }

    fn tag(&self) -> u8 {
        self.bits[LONGEST]
    }

    /// Returns the children of a concatenation.
    #[inline]
    fn children(&self) -> [NonNull<Self>; 2] {
        let bits = self.bits();
        let child = |short: u128| NonNull::new(pointer(short << 4)).expect("no node lies at 0");
        [child(bits), child(bits >> SHORT)]
    }

    /// Returns the text that this node owns and that lies elsewhere.
    fn owned(&self) -> NonNull<[u8]> {
        let bits = self.bits();
        let length = usize::try_from(bits >> ADDRESS & ((1 << 40) - 1)).expect("it was one");
        let text = ptr::slice_from_raw_parts_mut(pointer(bits), length);
        NonNull::new(text).expect("no text lies at 0")
    }
}

/// Returns an address that a pointer can be made of again.
fn address<T>(of: NonNull<T>) -> u128 {
    let address = of.as_ptr().expose_provenance();
    assert!(
        address.checked_shr(ADDRESS).unwrap_or(0) == 0,
        "an address has more than {ADDRESS} bits"
    );
    address as u128
}

/// Returns the pointer to the address in the lowest bits.
fn pointer<T>(bits: u128) -> *mut T {
    #[allow(clippy::cast_possible_truncation)] // The other bits are not the address's.
    let address = bits as u64 & ((1 << ADDRESS) - 1);
    ptr::with_exposed_provenance_mut(usize::try_from(address).expect("it was one"))
}

/// A handle of a node, for one thread only, as its room may be.
pub(crate) struct Counted<R: Room>(NonNull<Node>, PhantomData<R>);

impl<R: Room> Counted<R> {
    pub(super) fn leaf(text: &[u8]) -> Self {
        Self(R::place(Node::leaf(text)), PhantomData)
    }

    #[inline]
    pub(super) fn concat(left: &Self, right: &Self) -> Self {
        for child in [left, right] {
            // As `Arc` does: so many handles are leaked ones.
            if child.node().count.fetch_add(1, Ordering::Relaxed) > MOST {
                process::abort();
            }
        }
        Self(R::place(Node::concat(left.0, right.0)), PhantomData)
    }

    pub(super) fn node(&self) -> &Node {
        // SAFETY: this handle is counted, so that the node is there.
        unsafe { self.0.as_ref() }
    }
}

/// Returns the content of a node.
pub(super) fn part(node: &Node) -> Part<'_, &Node> {
    match node.tag() {
        0 => {
            let [left, right] = node.children();
            // SAFETY: the node has a handle of its child, and is there itself.
            let left = unsafe { left.as_ref() };
            // SAFETY: the node has a handle of this child too.
            let right = unsafe { right.as_ref() };
            Part::Concat(left, right)
        }
        OWNED => {
            // SAFETY: the node owns the text, which does not change.
            Part::Leaf(unsafe { node.owned().as_ref() })
        }
        tag => Part::Leaf(&node.bits[..usize::from(tag & !INLINE)]),
    }
}

impl<R: Room> Drop for Counted<R> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this handle is counted, and ends here.
        if unsafe { is_last(self.0) } {
            // SAFETY: the node has no handle any more, and is of this room.
            unsafe { destroy::<R>(self.0) };
        }
    }
}

/// Counts one handle fewer, and returns whether it was the last.
///
/// # Safety
///
/// The caller has a handle of the node, and must not use it again.
#[inline]
unsafe fn is_last(node: NonNull<Node>) -> bool {
    // SAFETY: the caller has a handle, so that the node is there.
    let node: &Node = unsafe { node.as_ref() };
    let is_last = node.count.fetch_sub(1, Ordering::Release) == 1;
    if is_last {
        // All uses of the node come before its end.
        fence(Ordering::Acquire);
    }
    is_last
}

/// Frees a node whose reference count reached zero, then its children whose counts do: no recursion,
/// and no allocation, since nodes that wait for their right side are a list through their left sides.
///
/// # Safety
///
/// The node has no handle, and is of this room.
#[inline(never)]
unsafe fn destroy<R: Room>(node: NonNull<Node>) {
    let mut waiting: Option<NonNull<Node>> = None;
    let mut next = Some(node);
    while let Some(mut dead) = next {
        // SAFETY: it has no handle: it is the caller's, or was a child with no other parent.
        let node = unsafe { dead.as_mut() };
        if node.tag() == 0 {
            let [left, right] = node.children();
            // SAFETY: this node has a handle of it, and ends.
            if unsafe { is_last(left) } {
                // The tag stays that of a concatenation: the right side is read again.
                let list = waiting.map_or(0, address) >> 4;
                *node = Node::of(list | (address(right) >> 4) << SHORT);
                waiting = Some(dead);
                next = Some(left);
                continue;
            }
            // SAFETY: it has no handle, and its children are dropped or in `right`.
            unsafe { R::free(dead) };
            // SAFETY: the node that ended had a handle of it.
            next = unsafe { is_last(right) }.then_some(right);
        } else {
            if node.tag() == OWNED {
                // SAFETY: it was leaked for this node, which ends.
                drop(unsafe { Box::from_raw(node.owned().as_ptr()) });
            }
            // SAFETY: it has no handle, and its text is dropped.
            unsafe { R::free(dead) };
            next = None;
        }
        while let (None, Some(parent)) = (next, waiting) {
            // SAFETY: it has no handle, and is not freed yet.
            let node = unsafe { parent.as_ref() };
            let right = NonNull::new(pointer(node.bits() >> SHORT << 4));
            let right = right.expect("no node lies at 0");
            waiting = node.next_spare();
            // SAFETY: it has no handle; its left side is dropped, its right one in `right`.
            unsafe { R::free(parent) };
            // SAFETY: the node that ended had a handle of it.
            next = unsafe { is_last(right) }.then_some(right);
        }
    }
}
