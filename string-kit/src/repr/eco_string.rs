//! `EcoString`: 16 bytes, up to 15 of text inline; longer text on the heap, shared and copied on
//! write.
//!
//! The heap block is a count and a capacity, then the text.

use ecow::EcoString;

const HEADER: usize = 2 * size_of::<usize>();

captured! {
    EcoString, "EcoString".inline(EcoString::INLINE_LIMIT).shares().mutable();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| EcoString::from(text);
    /// Returns the size of the heap block, in the layout of `ecow` 0.3.1.
    // A value made from an empty `EcoVec` is not inline, but has no block.
    heap_size: |text| if text.is_inline() || text.capacity() == 0 {
        0
    } else {
        HEADER + text.capacity()
    };
}
