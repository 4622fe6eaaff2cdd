//! `HipStr<'static>`: 24 bytes; 23 of text inline, or a `&'static str`, or shared on the heap.
//!
//! Text on the heap takes two blocks: a `Vec` of bytes, and the count and the `Vec` itself. A
//! slice of one keeps it whole, and reports it whole.

use alloc::string::String;
use alloc::vec::Vec;

use hipstr::HipStr;

use crate::{CapturedStr, CloneCost, Profile};

/// The block of the count and the `Vec`.
const OWNER: usize = size_of::<usize>() + size_of::<Vec<u8>>();

impl CapturedStr for HipStr<'static> {
    const PROFILE: Profile = Profile {
        name: "HipStr<'static>",
        inline_capacity: HipStr::<'static>::inline_capacity(),
        clone: CloneCost::Shares,
        mutable: true,
    };

    /// Allocates twice if the text is not inline. The crate aborts if there is no memory:
    /// `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        HipStr::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_allocated() {
            OWNER + self.capacity()
        } else {
            0
        }
    }

    /// O(1) if the text is on the heap and no clone shares it.
    #[inline]
    fn into_string(self) -> String {
        String::from(self)
    }
}

conforms! {
    [] HipStr<'static> {
        push, push_str, pop, truncate, clear, slice, repeat, concat, capacity, with_capacity,
        shrink_to_fit, as_mut_str: |text| text.to_mut_str(), from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
    }
    BorrowedOnce: "hipstr 0.8.0 sizes concat by one answer of AsRef, and copies another: what a \
        shorter one leaves is uninitialised";
    CapacityIsRoom: "hipstr 0.8.0 gives the capacity of the block that a slice is a part of, which it \
        copies when it grows";
    #[cfg(not(debug_assertions))]
    RangesKeepCharacters: "hipstr 0.8.0 takes an end of ..=usize::MAX for 0: the sum overflows";
    #[cfg(debug_assertions)]
    ClonesAreIndependent: "hipstr 0.8.0 asserts in truncate and clear what a short text in a \
        block of with_capacity is not: normalized";
}
