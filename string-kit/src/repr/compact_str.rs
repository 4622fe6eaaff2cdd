//! `CompactString`: 24 bytes, all 24 of text inline; the rest on the heap, where it may grow.
//!
//! The heap block has no header and at least 32 bytes, so that a text of 25 to 31 bytes leaves
//! slack. `From<String>` takes the `String`'s block over, slack and all.

use alloc::string::String;
use core::fmt::Display;

use compact_str::{CompactString, ToCompactString};

use crate::{CaptureError, CapturedStr, CloneCost, Profile};

/// The greatest capacity that fits the value, which keeps one byte of a word for itself; a greater
/// one, of 16 MB on a 32-bit machine, lies in front of the text.
const MAX_INLINE_CAPACITY: usize = (usize::MAX >> 8) - 1;

impl CapturedStr for CompactString {
    const PROFILE: Profile = Profile {
        name: "CompactString",
        inline_capacity: size_of::<String>(),
        clone: CloneCost::Copies,
        mutable: true,
    };

    #[inline]
    fn from_text(text: &str) -> Self {
        CompactString::new(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if !self.is_heap_allocated() {
            0
        } else if self.capacity() <= MAX_INLINE_CAPACITY {
            self.capacity()
        } else {
            (size_of::<usize>() + self.capacity()).next_multiple_of(align_of::<usize>())
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        CompactString::try_new(text).map_err(|_| CaptureError::Alloc)
    }

    /// O(1) if the text is on the heap: the block becomes the `String`'s.
    #[inline]
    fn into_string(self) -> String {
        CompactString::into_string(self)
    }

    /// The text is `to_string`'s. It is another where the crate sees a float's own type:
    /// `1.0_f64.to_compact_string()` is `1.0`, and `1e16` stays `1e16`.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_compact_string()
    }
}

conforms! {
    [] CompactString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, split_off, as_mut_str, repeat, capacity, shrink_to_fit, from_utf8,
        from_utf8_lossy,
        // NOTE: the crate's own check, which it has in debug builds alone. A release build goes on
        // with what is undefined, and asks the allocator for blocks that nobody may ask for.
        with_capacity: |room| {
            assert!(room <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            Self::with_capacity(room)
        },
        reserve: |text, more| {
            assert!(more <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            text.reserve(more);
        },
        try_reserve: |text, more| {
            assert!(more <= MAX_INLINE_CAPACITY, "capacity <= MAX_VALUE");
            text.try_reserve(more).is_ok()
        },
        concat: |texts| compact_str::CompactStringExt::concat_compact(texts), try_from_str: |text| Self::try_from_text(text).ok(),
    }
    CapacityOverflowIsRefused: "compact_str 0.10.0: a capacity over 56 bits is a panic in a debug \
        build, in try_reserve too, and undefined in a release build \
        (https://github.com/ParkMyCar/compact_str/issues/495)";
}
