//! The bytes that a frozen arena is saved as.
//!
//! ```text
//! header | "SkFrozen" | version, 1 | digest | L leaves | n concats | T text bytes | B block bits |
//!        | M, the bytes of the longest leaf                                                      |
//! words  | starts of the leaves in the text: L numbers .................. as wide as T           |
//!        | bytes of the leaves: L numbers ............................... as wide as M           |
//!        | rows of the blocks: ceil(n / 128) + 1 numbers, none if n is 0  as wide as L + n       |
//!        | places of the blocks: ceil(n / 128) numbers .................. as wide as 512 B       |
//!        | the blocks: B bits                                                                    |
//! bytes  | text: T                                                                               |
//! ```
//!
//! The header's parts are 8 bytes each. Numbers are of little-endian words, bit 0 first; each of the
//! five columns begins with a word of its own and has zeroes beyond its end. A column is as wide as the
//! greatest number that it may hold has bits, and one bit at least. The digest is that of all that comes
//! after it.
//!
//! How wide the ids in memory are is not said: a form is loaded as either, if there are ids enough.

use alloc::vec::Vec;

use super::FrozenConcat;
use super::bits::Bits;
use super::blocks::Blocks;
use super::digest::Digest;
use super::leaves::Leaves;
use crate::ConcatError;

pub(super) const MAGIC: [u8; 8] = *b"SkFrozen";
pub(super) const VERSION: u64 = 1;
/// Where the digest is, and where that begins which it is of.
pub(super) const DIGEST: usize = 2 * 8;
pub(super) const DIGESTED: usize = 3 * 8;
/// The bytes of the header.
pub(super) const HEADER: usize = 8 * 8;

/// All that the digest is of, in pieces of whole words but for the last.
fn each_piece(leaves: &Leaves, blocks: &Blocks, mut each: impl FnMut(&[u8])) {
    let text = leaves.text.as_bytes();
    for number in [
        leaves.count,
        blocks.count,
        text.len() as u64,
        blocks.bits.len(),
        leaves.greatest_len,
    ] {
        each(&number.to_le_bytes());
    }
    for column in columns(leaves, blocks) {
        each(column.bytes());
    }
    each(text);
}

fn columns<'a>(leaves: &'a Leaves, blocks: &'a Blocks) -> [&'a Bits; 5] {
    [
        leaves.starts.bits(),
        leaves.lens.bits(),
        blocks.rows.bits(),
        blocks.places.bits(),
        &blocks.bits,
    ]
}

/// What tells these contents from others.
pub(super) fn digest_of(leaves: &Leaves, blocks: &Blocks) -> u64 {
    let mut digest = Digest::new();
    each_piece(leaves, blocks, |piece| digest.bytes(piece));
    digest.finish()
}

impl FrozenConcat {
    /// The bytes to save it as, the same on every machine; [`from_bytes`](Self::from_bytes) loads them.
    ///
    /// O(bytes); allocates once. Equal contents have equal bytes.
    ///
    /// # Panics
    ///
    /// If there is no room; [`try_to_bytes`](Self::try_to_bytes) reports it.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, FrozenConcat};
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.leaf("na");
    /// let (frozen, _) = arena.freeze()?;
    /// let loaded = FrozenConcat::from_bytes(&frozen.to_bytes()).unwrap();
    /// assert_eq!(loaded.leaves(), frozen.leaves());
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.try_to_bytes().expect("there is room")
    }

    /// The bytes to save it as, or an error if there is no room for them.
    ///
    /// O(bytes); allocates once.
    ///
    /// # Errors
    ///
    /// `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena};
    ///
    /// let (frozen, _) = ConcatArena::new().freeze()?;
    /// assert_eq!(frozen.try_to_bytes()?, frozen.to_bytes());
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_to_bytes(&self) -> Result<Vec<u8>, ConcatError> {
        let len = columns(&self.leaves, &self.blocks)
            .into_iter()
            .map(|column| column.bytes().len())
            .try_fold(HEADER + self.leaves.text.len(), usize::checked_add)
            .ok_or(ConcatError::Alloc)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len)?;
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.digest.to_le_bytes());
        each_piece(&self.leaves, &self.blocks, |piece| {
            bytes.extend_from_slice(piece);
        });
        debug_assert_eq!(bytes.len(), len);
        Ok(bytes)
    }
}
