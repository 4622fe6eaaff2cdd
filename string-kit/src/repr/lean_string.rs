//! `LeanString` and `LeanStr`: 16 bytes, up to 16 of text inline; longer text on the heap, shared.
//!
//! A `LeanString` is copied on write: its heap block is a count and a capacity, then the text. A
//! `LeanStr` is immutable: its heap block has no capacity. On a 32-bit machine the block of a text
//! of over 16 MB begins with one more word, the length, which `heap_size` leaves out.

use lean_string::{LeanStr, LeanString, ToLeanStr, ToLeanString};

use crate::TextErrorKind;

const WORD: usize = size_of::<usize>();

captured! {
    LeanString, "LeanString".inline(size_of::<LeanString>()).shares().mutable();
    from_text: |text| LeanString::from(text);
    /// Returns the size of the heap block, in the layout of `lean_string` 0.8.0.
    heap_size: |text| if text.is_heap_allocated() { 2 * WORD + text.capacity() } else { 0 };
    try_copy: |text| text.try_to_lean_string().map_err(|_| TextErrorKind::Alloc.into());
}

captured! {
    LeanStr, "LeanStr".inline(size_of::<LeanStr>()).shares();
    from_text: |text| LeanStr::from(text);
    /// Returns the size of the heap block, in the layout of `lean_string` 0.8.0.
    heap_size: |text| if text.is_heap_allocated() { WORD + text.len() } else { 0 };
    try_copy: |text| text.try_to_lean_str().map_err(|_| TextErrorKind::Alloc.into());
}
