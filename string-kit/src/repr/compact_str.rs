//! `CompactString`: 24 bytes, up to 24 of text inline; longer text on the heap, where it may grow.
//!
//! The heap block is the text and spare capacity. It has at least 32 bytes, so that a text of 25 to
//! 31 bytes always has spare capacity. `From<String>` takes over the block of the `String`, spare
//! capacity included.

use alloc::string::String;

use compact_str::CompactString;

use crate::TextErrorKind;

/// The largest capacity that is stored in the value, in the layout of `compact_str` 0.10.0. A
/// larger one (from 16 MB on a 32-bit machine) is stored in front of the text.
const MAX_INLINE_CAPACITY: usize = (usize::MAX >> 8) - 1;

captured! {
    CompactString, "CompactString".inline(size_of::<String>()).mutable();
    from_text: |text| CompactString::new(text);
    /// Returns the size of the heap block, in the layout of `compact_str` 0.10.0.
    heap_size: |text| match text.capacity() {
        _ if !text.is_heap_allocated() => 0,
        capacity @ ..=MAX_INLINE_CAPACITY => capacity,
        capacity => (size_of::<usize>() + capacity).next_multiple_of(align_of::<usize>()),
    };
    try_from_str: |text| CompactString::try_new(text).map_err(|_| TextErrorKind::Alloc.into());
    /// Converts the value into a `String`, in O(1) if the text is on the heap.
    into_string: |text| CompactString::into_string(text);
}
