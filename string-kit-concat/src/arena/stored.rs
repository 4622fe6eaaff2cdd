//! The bytes of a concatenation in an arena.

use core::fmt::Debug;

use crate::width::private::Forms;
use crate::width::{Narrow, Wide};

/// A concatenation as it is kept.
pub(super) type Stored<W> = <W as ArenaForm>::Stored;

/// How an arena keeps two ids.
pub trait ArenaForm: Forms {
    /// Two ids.
    type Stored: Copy + Debug + Send + Sync;

    /// The bit of an id that says that it is a leaf's: the highest.
    const LEAF: u64;

    /// Two ids, as they are kept.
    fn store(left: Self::Index, right: Self::Index) -> Self::Stored;

    /// Two ids that were kept.
    fn load(stored: Self::Stored) -> (Self::Index, Self::Index);
}

impl ArenaForm for Narrow {
    type Stored = [u32; 2];

    const LEAF: u64 = 1 << 31;

    #[inline]
    fn store(left: u32, right: u32) -> [u32; 2] {
        [left, right]
    }

    #[inline]
    fn load([left, right]: [u32; 2]) -> (u32, u32) {
        (left, right)
    }
}

impl ArenaForm for Wide {
    type Stored = [u8; 10];

    const LEAF: u64 = 1 << 39;

    #[inline]
    fn store(left: u64, right: u64) -> [u8; 10] {
        let mut stored = [0; 10];
        stored[..5].copy_from_slice(&left.to_le_bytes()[..5]);
        stored[5..].copy_from_slice(&right.to_le_bytes()[..5]);
        stored
    }

    #[inline]
    fn load(stored: [u8; 10]) -> (u64, u64) {
        let id = |at: usize| {
            let mut bytes = [0; 8];
            bytes[..5].copy_from_slice(&stored[at..at + 5]);
            u64::from_le_bytes(bytes)
        };
        (id(0), id(5))
    }
}
