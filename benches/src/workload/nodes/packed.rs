//! Nodes of 16 bytes with a reference count: two addresses of 48 bits without their lowest four,
//! which are 0, a tag, and the count.
//!
//! ```text
//! byte     0      4                                                     15
//!          | count | left, 44 bits | right, 44 bits             | tag: 0 |
//!          | count | text of up to 11 bytes              | tag: 128 + length |
//!          | count | address, 48 bits | length, 40 bits         | tag: 64 |
//! ```
//!
//! The article tried it, crashed and gave it up. Here, an address of more than 48 bits panics.
#![allow(unsafe_code)]

use std::process;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering, fence};

use super::Design;
use super::counted::{Owned, Pointer};
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
    fn new(bits: u128) -> Self {
        let [bits @ .., _, _, _, _] = bits.to_le_bytes();
        Self {
            count: AtomicU32::new(1),
            bits,
        }
    }

    fn leaf(text: &[u8]) -> Self {
        if text.len() <= LONGEST {
            let mut node = Self::new(0);
            node.bits[..text.len()].copy_from_slice(text);
            node.bits[LONGEST] = INLINE | u8::try_from(text.len()).expect("it is at most 11");
            return node;
        }
        assert!(text.len() >> 40 == 0, "a text has 2^40 bytes at most");
        let owned = NonNull::from(Box::leak(Box::<[u8]>::from(text)));
        let length = (text.len() as u128) << ADDRESS;
        Self::new(address(owned.cast::<u8>()) | length | u128::from(OWNED) << TAG)
    }

    fn concat([left, right]: [Counted; 2]) -> Self {
        Self::new(address(left.0) >> 4 | (address(right.0) >> 4) << SHORT)
    }

    #[inline]
    fn children(&self) -> [NonNull<Self>; 2] {
        let bits = self.bits();
        [bits, bits >> SHORT]
            .map(|short| NonNull::new(pointer(short << 4)).expect("no node lies at 0"))
    }

    fn bits(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.bits);
        u128::from_le_bytes(bits)
    }

    fn tag(&self) -> u8 {
        self.bits[LONGEST]
    }

    fn owned(&self) -> NonNull<[u8]> {
        let bits = self.bits();
        let length = usize::try_from(bits >> ADDRESS & ((1 << 40) - 1)).expect("it was one");
        let text = ptr::slice_from_raw_parts_mut(pointer(bits), length);
        NonNull::new(text).expect("no text lies at 0")
    }
}

/// Returns an address that a pointer can be made of again.
fn address<T>(place: NonNull<T>) -> u128 {
    let address = place.as_ptr().expose_provenance();
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

/// A box for each node: 16 bytes, which glibc rounds up to 32.
#[derive(Default)]
pub(crate) struct Packed;

impl Design for Packed {
    const NAME: &'static str = "packed Node";

    type Handle = Owned<Counted>;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Owned::new(Counted::new(Node::leaf(text.as_bytes())))
    }

    #[inline]
    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        let children = [left, right].map(|child| child.pointer().clone());
        Owned::new(Counted::new(Node::concat(children)))
    }

    fn flatten(&self, string: &Self::Handle, length: usize) -> Vec<u8> {
        flatten(string.pointer().node(), part, length)
    }
}

/// The most pointers to a node. The count would overflow only after as many again.
const MOST: u32 = u32::MAX / 2;

/// A counted pointer to a node in a box.
pub(crate) struct Counted(NonNull<Node>);

impl Counted {
    fn new(node: Node) -> Self {
        Self(Box::leak(Box::new(node)).into())
    }

    fn node(&self) -> &Node {
        // SAFETY: this pointer is counted, so that the node is there.
        unsafe { self.0.as_ref() }
    }
}

impl Clone for Counted {
    #[inline]
    fn clone(&self) -> Self {
        // As `Arc` does: so many pointers are leaked ones.
        if self.node().count.fetch_add(1, Ordering::Relaxed) > MOST {
            process::abort();
        }
        Self(self.0)
    }
}

impl Pointer for Counted {
    #[inline]
    fn drop_but_children(self) -> Option<[Self; 2]> {
        if self.node().count.fetch_sub(1, Ordering::Release) != 1 {
            return None;
        }
        // All uses of the node come before its end.
        fence(Ordering::Acquire);
        // SAFETY: `new` leaked this box, and this was the last of the pointers that are counted.
        let node = unsafe { Box::from_raw(self.0.as_ptr()) };
        match node.tag() {
            // The node had a count of each child.
            0 => return Some(node.children().map(Self)),
            // SAFETY: `leaf` leaked this box for the node, which ends.
            OWNED => drop(unsafe { Box::from_raw(node.owned().as_ptr()) }),
            _ => {}
        }
        None
    }
}

fn part(node: &Node) -> Part<'_, &Node> {
    match node.tag() {
        0 => {
            // SAFETY: the node has a count of each child, and is there itself.
            let [left, right] = node.children().map(|child| unsafe { child.as_ref() });
            Part::Concat(left, right)
        }
        // SAFETY: the node owns the text, which does not change.
        OWNED => Part::Leaf(unsafe { node.owned().as_ref() }),
        tag => Part::Leaf(&node.bits[..usize::from(tag & !INLINE)]),
    }
}
