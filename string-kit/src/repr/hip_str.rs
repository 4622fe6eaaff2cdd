//! `HipStr<'static>`: 24 bytes, up to 23 of text inline; a `&'static str`, or longer text on the
//! heap, shared.
//!
//! A text on the heap takes two blocks: one with a count and a `Vec<u8>`, and the buffer of the
//! `Vec`. A slice of a `HipStr` keeps the whole text, and its `heap_size` is that of the whole
//! text.

use alloc::string::String;
use alloc::vec::Vec;

use hipstr::HipStr;

const OWNER: usize = size_of::<usize>() + size_of::<Vec<u8>>();

captured! {
    HipStr<'static>, "HipStr<'static>"
        .inline(HipStr::<'static>::inline_capacity())
        .shares()
        .mutable();
    /// Copies `text`, with two allocations if it is not inline. Aborts the program if memory runs
    /// out.
    from_text: |text| HipStr::from(text);
    /// Returns the size of both heap blocks, in the layout of `hipstr` 0.8.0.
    heap_size: |text| if text.is_allocated() { OWNER + text.capacity() } else { 0 };
    /// Converts the value into a `String`, in O(1) if the text is on the heap and not shared.
    into_string: |text| String::from(text);
}
