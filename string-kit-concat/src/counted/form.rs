//! The bytes of a counted node, for each width.

use core::fmt::Debug;
use core::num::{NonZeroU32, NonZeroU64};

use super::node::Node;
use crate::slab::{Inside, Local, Slab, threaded};
use crate::width::private::Forms;
use crate::width::{Narrow, Wide};

/// How counted nodes of a width keep two ids, and handles one.
pub trait CountedForm: Forms + Sized + 'static {
    /// Two ids, in words of 32 bits: a node is aligned to no more.
    type Words: Copy + Debug + Send + Sync;
    /// As many bytes as these.
    type Bytes: Copy + Default + AsMut<[u8]>;
    /// An id that is not zero.
    type Niche: Copy + Eq + Debug + Send + Sync;

    /// How many bits an id has.
    const ID_BITS: u32;
    /// Log2 of the blocks of nodes that one table is for.
    const TABLE_BITS: u32;
    /// The id of no node: the empty text.
    const EMPTY: Self::Niche;

    /// The slab of such nodes.
    fn slab() -> &'static Slab<Node<Self>>;

    /// Uses what the thread that runs has of the slab.
    fn with_local<R>(inside: Inside, use_it: impl Fn(&Local) -> R) -> R;

    /// Two ids, as they are kept.
    fn pack(left: u64, right: u64) -> Self::Words;

    /// Two ids that were kept.
    fn unpack(words: Self::Words) -> (u64, u64);

    /// An id in a register.
    fn index(id: u64) -> Self::Index;

    /// A handle's id.
    fn niche(id: u64) -> Option<Self::Niche>;

    /// The id, of a handle's.
    fn id(niche: Self::Niche) -> u64;
}

impl CountedForm for Narrow {
    type Words = [u32; 2];
    type Bytes = [u8; 8];
    type Niche = NonZeroU32;

    const ID_BITS: u32 = 32;
    #[cfg(target_pointer_width = "64")]
    const TABLE_BITS: u32 = 16;
    #[cfg(not(target_pointer_width = "64"))]
    const TABLE_BITS: u32 = 14;
    const EMPTY: NonZeroU32 = NonZeroU32::MAX;

    threaded!(Node<Narrow>);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an id has no more bits")]
    fn pack(left: u64, right: u64) -> [u32; 2] {
        [left as u32, right as u32]
    }

    #[inline]
    fn unpack([left, right]: [u32; 2]) -> (u64, u64) {
        (u64::from(left), u64::from(right))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an id has no more bits")]
    fn index(id: u64) -> u32 {
        id as u32
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an id has no more bits")]
    fn niche(id: u64) -> Option<NonZeroU32> {
        NonZeroU32::new(id as u32)
    }

    #[inline]
    fn id(niche: NonZeroU32) -> u64 {
        u64::from(niche.get())
    }
}

/// Ids of 48 bits, of which 40 can be had: their low halves, and then what is above.
impl CountedForm for Wide {
    type Words = [u32; 3];
    type Bytes = [u8; 12];
    type Niche = NonZeroU64;

    const ID_BITS: u32 = 48;
    const TABLE_BITS: u32 = 16;
    const EMPTY: NonZeroU64 = NonZeroU64::MAX;

    threaded!(Node<Wide>);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is above is kept too")]
    fn pack(left: u64, right: u64) -> [u32; 3] {
        let above = (left >> 32) as u32 | (right >> 32 << 16) as u32;
        [left as u32, right as u32, above]
    }

    #[inline]
    fn unpack([left, right, above]: [u32; 3]) -> (u64, u64) {
        let above = u64::from(above);
        (
            u64::from(left) | (above & 0xffff) << 32,
            u64::from(right) | above >> 16 << 32,
        )
    }

    #[inline]
    fn index(id: u64) -> u64 {
        id
    }

    #[inline]
    fn niche(id: u64) -> Option<NonZeroU64> {
        NonZeroU64::new(id)
    }

    #[inline]
    fn id(niche: NonZeroU64) -> u64 {
        niche.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ids_are_kept() {
        let ids = [0, 1, 0x8000_0000, 0xffff_ffff];
        for left in ids {
            for right in ids {
                assert_eq!(Narrow::unpack(Narrow::pack(left, right)), (left, right));
            }
        }
        let ids = [
            0,
            1,
            0xffff_ffff,
            0x1_0000_0000,
            0xff_1234_5678,
            (1 << 48) - 1,
        ];
        for left in ids {
            for right in ids {
                assert_eq!(Wide::unpack(Wide::pack(left, right)), (left, right));
            }
        }
    }
}
