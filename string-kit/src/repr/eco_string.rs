//! `EcoString`: 16 bytes, 15 of text inline; the rest on the heap, shared and copied on write.
//!
//! The heap block is a count and a capacity, then the text.

use core::fmt::Display;

use ecow::{EcoString, eco_format};

use crate::{CapturedStr, CloneCost, Profile};

/// The count and the capacity in front of the text.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for EcoString {
    const PROFILE: Profile = Profile {
        name: "EcoString",
        inline_capacity: EcoString::INLINE_LIMIT,
        clone: CloneCost::Shares,
        mutable: true,
    };

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        EcoString::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        // One that was converted from an empty `EcoVec` is not inline and has no block either.
        if self.is_inline() || self.capacity() == 0 {
            0
        } else {
            HEADER + self.capacity()
        }
    }

    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        eco_format!("{value}")
    }
}

conforms! {
    [] EcoString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat, capacity,
        with_capacity, as_mut_str: |text| text.make_mut(),
    }
    OptionIsFree: "its union has no niche";
}
