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

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::process;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering, fence};

use super::Design;
use super::design::{Part, flatten};

/// Sixteen bytes, at an address whose lowest four bits are 0.
#[repr(C, align(16))]
struct Node {
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
            let mut node = Self::of(0);
            node.bits[..text.len()].copy_from_slice(text);
            node.bits[LONGEST] = INLINE | u8::try_from(text.len()).expect("it is at most 11");
            return node;
        }
        assert!(text.len() >> 40 == 0, "a text has 2^40 bytes at most");
        let owned = NonNull::from(Box::leak(Box::<[u8]>::from(text)));
        let length = (text.len() as u128) << ADDRESS;
        Self::of(address(owned.cast::<u8>()) | length | u128::from(OWNED) << TAG)
    }

    /// Returns a concatenation, or a node that is free or waits, with the next such node on its left.
    #[inline]
    fn pair(left: Option<NonNull<Self>>, right: Option<NonNull<Self>>) -> Self {
        let short = |side: Option<NonNull<Self>>| side.map_or(0, address) >> 4;
        Self::of(short(left) | short(right) << SHORT)
    }

    /// Returns both sides of a pair.
    #[inline]
    fn sides(&self) -> [Option<NonNull<Self>>; 2] {
        let bits = self.bits();
        [bits, bits >> SHORT].map(|short| NonNull::new(pointer(short << 4)))
    }

    /// Returns the children of a concatenation.
    #[inline]
    fn children(&self) -> [NonNull<Self>; 2] {
        self.sides().map(|side| side.expect("no node lies at 0"))
    }

    fn bits(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.bits);
        u128::from_le_bytes(bits)
    }

    fn tag(&self) -> u8 {
        self.bits[LONGEST]
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

/// The design, with a box for each node, or with slabs.
#[derive(Default)]
pub(crate) struct Packed<const SLAB: bool>;

/// A box for each node: 16 bytes, which glibc rounds up to 32.
pub(crate) type PackedBox = Packed<false>;

/// Slabs of many nodes, for one thread: freed nodes are used again, the slabs stay.
pub(crate) type PackedSlab = Packed<true>;

impl<const SLAB: bool> Design for Packed<SLAB> {
    const NAME: &'static str = if SLAB {
        "packed Node in blocks"
    } else {
        "packed Node"
    };

    type Handle = Counted<SLAB>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Counted(place::<SLAB>(Node::leaf(text.as_bytes())))
    }

    #[inline]
    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        for child in [left, right] {
            // As `Arc` does: so many handles are leaked ones.
            if child.node().count.fetch_add(1, Ordering::Relaxed) > MOST {
                process::abort();
            }
        }
        Counted(place::<SLAB>(Node::pair(Some(left.0), Some(right.0))))
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        flatten(of.node(), part, length)
    }
}

/// The most handles of a node. The count would overflow only after as many again.
const MOST: u32 = u32::MAX / 2;

/// The nodes of a slab: 1 MB, which are allocated so seldom that it does not show.
const NODES: usize = 1 << 16;

/// The free nodes of a thread.
#[derive(Default)]
struct Free {
    /// A list of freed nodes, each with the next one on its left.
    spare: Option<NonNull<Node>>,
    /// The rest of the newest slab.
    fresh: &'static mut [MaybeUninit<Node>],
}

thread_local! {
    static FREE: Cell<Free> = const {
        Cell::new(Free { spare: None, fresh: &mut [] })
    };
}

/// Puts a node into a box or a slab.
#[inline]
fn place<const SLAB: bool>(node: Node) -> NonNull<Node> {
    if !SLAB {
        return Box::leak(Box::new(node)).into();
    }
    FREE.with(|cell| {
        let mut list = cell.take();
        let place = if let Some(spare) = list.spare {
            // SAFETY: a spare node was freed: it is a whole node, and has no handle.
            let next = unsafe { spare.as_ref() };
            [list.spare, _] = next.sides();
            // SAFETY: the same; the borrow of the line above has ended.
            unsafe { spare.write(node) };
            spare
        } else {
            if list.fresh.is_empty() {
                list.fresh = Box::leak(Box::new_uninit_slice(NODES));
            }
            let (first, rest) = list.fresh.split_first_mut().expect("a slab has nodes");
            list.fresh = rest;
            first.write(node).into()
        };
        cell.set(list);
        place
    })
}

/// Frees a node.
///
/// # Safety
///
/// The node is from `place::<SLAB>` of this thread, and has no handle.
#[inline]
unsafe fn free<const SLAB: bool>(node: NonNull<Node>) {
    if !SLAB {
        // SAFETY: by the caller's promise it is a leaked box, and has no other handle.
        drop(unsafe { Box::from_raw(node.as_ptr()) });
        return;
    }
    FREE.with(|cell| {
        let mut list = cell.take();
        // SAFETY: by the caller's promise it is a node of a slab, and has no handle.
        unsafe { node.write(Node::pair(list.spare, None)) };
        list.spare = Some(node);
        cell.set(list);
    });
}

/// A handle of a node, for one thread only, as its slab is.
pub(crate) struct Counted<const SLAB: bool>(NonNull<Node>);

impl<const SLAB: bool> Counted<SLAB> {
    fn node(&self) -> &Node {
        // SAFETY: this handle is counted, so that the node is there.
        unsafe { self.0.as_ref() }
    }
}

impl<const SLAB: bool> Drop for Counted<SLAB> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this handle is counted, and ends here.
        if unsafe { is_last(self.0) } {
            // SAFETY: the node has no handle any more, and is from `place::<SLAB>`.
            unsafe { destroy::<SLAB>(self.0) };
        }
    }
}

fn part(node: &Node) -> Part<'_, &Node> {
    match node.tag() {
        0 => {
            // SAFETY: the node has a handle of each child, and is there itself.
            let [left, right] = node.children().map(|child| unsafe { child.as_ref() });
            Part::Concat(left, right)
        }
        // SAFETY: the node owns the text, which does not change.
        OWNED => Part::Leaf(unsafe { node.owned().as_ref() }),
        tag => Part::Leaf(&node.bits[..usize::from(tag & !INLINE)]),
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
/// The node has no handle, and is from `place::<SLAB>`.
#[inline(never)]
unsafe fn destroy<const SLAB: bool>(node: NonNull<Node>) {
    let mut waiting: Option<NonNull<Node>> = None;
    let mut next = Some(node);
    loop {
        // A concatenation whose left side is done, and its right side.
        let (done, right) = if let Some(mut dead) = next {
            // SAFETY: it has no handle: it is the caller's, or was a child with no other parent.
            let node = unsafe { dead.as_mut() };
            if node.tag() != 0 {
                if node.tag() == OWNED {
                    // SAFETY: it was leaked for this node, which ends.
                    drop(unsafe { Box::from_raw(node.owned().as_ptr()) });
                }
                // SAFETY: it has no handle, and its text is dropped.
                unsafe { free::<SLAB>(dead) };
                next = None;
                continue;
            }
            let [left, right] = node.children();
            // SAFETY: this node has a handle of it, and ends.
            if unsafe { is_last(left) } {
                // The tag stays that of a concatenation: the right side is read again.
                *node = Node::pair(waiting, Some(right));
                waiting = Some(dead);
                next = Some(left);
                continue;
            }
            (dead, right)
        } else if let Some(parent) = waiting {
            // SAFETY: it has no handle, and is not freed yet.
            let [rest, right] = unsafe { parent.as_ref() }.sides();
            waiting = rest;
            (parent, right.expect("a node that waits has a right side"))
        } else {
            return;
        };
        // SAFETY: it has no handle; its left side is dropped, its right one in `right`.
        unsafe { free::<SLAB>(done) };
        // SAFETY: the node that ended had a handle of it.
        next = unsafe { is_last(right) }.then_some(right);
    }
}
