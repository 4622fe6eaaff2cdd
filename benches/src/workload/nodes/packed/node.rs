//! A packed node and its bits.

use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU32;

/// Sixteen bytes, at an address whose lowest four bits are 0.
#[repr(C, align(16))]
pub(crate) struct Node {
    pub(super) count: AtomicU32,
    /// Little-endian, the tag at the end.
    bits: [u8; 12],
}

const _: () = assert!(size_of::<Node>() == 16 && align_of::<Node>() == 16);

/// What a node holds: its children, a text elsewhere that it owns, or a text of its own.
pub(super) enum Content<'a> {
    Concat([NonNull<Node>; 2]),
    Owned(NonNull<[u8]>),
    Inline(&'a [u8]),
}

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

    pub(super) fn leaf(text: &[u8]) -> Self {
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
    pub(super) fn pair(left: Option<NonNull<Self>>, right: Option<NonNull<Self>>) -> Self {
        let short = |side: Option<NonNull<Self>>| side.map_or(0, address) >> 4;
        Self::of(short(left) | short(right) << SHORT)
    }

    /// Returns both sides of a pair.
    #[inline]
    pub(super) fn sides(&self) -> [Option<NonNull<Self>>; 2] {
        let bits = self.bits();
        [bits, bits >> SHORT].map(|short| NonNull::new(pointer(short << 4)))
    }

    fn bits(&self) -> u128 {
        let mut bits = [0; 16];
        bits[..12].copy_from_slice(&self.bits);
        u128::from_le_bytes(bits)
    }

    #[inline]
    pub(super) fn content(&self) -> Content<'_> {
        let bits = self.bits();
        match self.bits[LONGEST] {
            0 => Content::Concat(self.sides().map(|side| side.expect("no node lies at 0"))),
            OWNED => {
                let length = bits >> ADDRESS & ((1 << 40) - 1);
                let length = usize::try_from(length).expect("it was one");
                let text = ptr::slice_from_raw_parts_mut(pointer(bits), length);
                Content::Owned(NonNull::new(text).expect("no text lies at 0"))
            }
            tag => Content::Inline(&self.bits[..usize::from(tag & !INLINE)]),
        }
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
