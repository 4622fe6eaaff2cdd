//! The bytes of a node.

#[cfg(not(all(loom, test)))]
use core::mem::offset_of;
use core::num::NonZeroU32;

use super::owner::Held;
use crate::error::{Attempt, out_of_memory};
use crate::short::Short;
use crate::slab::{Memory, UNITS};
use crate::sync::AtomicU32;

/// The bytes of the longest text that a leaf itself has.
pub(crate) const LEAF_MAX: usize = 251;
/// The bytes of the longest text in a patch.
pub(crate) const PATCH_MAX: usize = Short::MAX;

pub(super) const PATCH: u32 = 128;
pub(super) const NOT_ASCII: u32 = 64;
pub(super) const TAG_SHIFT: u32 = 24;

#[repr(C)]
pub(super) struct Words {
    pub(super) head: AtomicU32,
    pub(super) len: u32,
    pub(super) two: u32,
    pub(super) three: u32,
}

#[repr(C)]
pub(super) struct Borrowed {
    pub(super) words: Words,
    pub(super) owner: *const Held,
}

/// The byte of a leaf, and of a patch, at which the text begins.
pub(super) const LEAF_TEXT: usize = 5;
pub(super) const PATCH_TEXT: usize = size_of::<Words>();

const _: () = assert!(PATCH_MAX < NOT_ASCII as usize);
// loom's atomics are larger. Its models make no nodes of this form.
#[cfg(not(all(loom, test)))]
const _: () = {
    assert!(LEAF_TEXT + LEAF_MAX == 16 * size_of::<Memory>());
    assert!(size_of::<Words>() == size_of::<Memory>() && offset_of!(Words, len) == 4);
    assert!(size_of::<Borrowed>() <= 2 * size_of::<Memory>());
    assert!(align_of::<Borrowed>() <= align_of::<Memory>());
};

pub(super) const INNER: usize = 0;
pub(super) const BORROWED: usize = 1;
const _: () = assert!(UNITS[INNER] == 1 && UNITS[BORROWED] == 2);

/// Returns the size of the slot for `bytes` bytes, as an index into [`UNITS`].
#[inline]
pub(super) const fn class_of(bytes: usize) -> usize {
    /// By the number of units less one.
    const CLASS: [u8; 16] = {
        let mut class = [0; 16];
        let (mut units, mut smallest) = (1, 0);
        while units <= 16 {
            if units > UNITS[smallest as usize] {
                smallest += 1;
            }
            class[units as usize - 1] = smallest;
            units += 1;
        }
        class
    };
    CLASS[((bytes - 1) / size_of::<Memory>()) & 15] as usize
}

#[inline]
pub(super) const fn leaf_class(text: usize) -> usize {
    class_of(LEAF_TEXT + text)
}

#[inline]
pub(super) const fn patch_class(text: usize) -> usize {
    class_of(PATCH_TEXT + text)
}

#[inline]
pub(super) fn mark(text: &str) -> u32 {
    if text.is_ascii() { 0 } else { NOT_ASCII }
}

/// One reference to a node.
#[repr(transparent)]
pub(crate) struct Node(pub(super) NonZeroU32);

/// Returns what was made in a slot that was reserved. Ends the program if, without std, another
/// thread took it.
#[inline]
pub(super) fn reserved<T>(made: Attempt<T>) -> T {
    made.unwrap_or_else(|_| out_of_memory())
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "texts are shorter than 4 GiB"
)]
pub(crate) fn narrow(len: usize) -> u32 {
    debug_assert!(u32::try_from(len).is_ok());
    len as u32
}
