//! `CharStr` and `CharString`: 16 bytes, up to 16 of text inline; longer text on the heap, shared.
//!
//! A `CharStr` is immutable: its heap block is a count, then the text. A `CharString` is copied on
//! write: its heap block is a count and a capacity, then the text. On a 32-bit machine the block of
//! a text of over 16 MB begins with one more word, the length, which `heap_size` leaves out.

use char_str::{CharStr, CharString, ToCharString};

use crate::TextErrorKind;

const WORD: usize = size_of::<usize>();

captured! {
    CharStr, "CharStr".inline(size_of::<CharStr>()).shares();
    from_text: |text| CharStr::from(text);
    /// Returns the size of the heap block, in the layout of `char_str` 0.0.4.
    heap_size: |text| if text.is_heap_allocated() { WORD + text.len() } else { 0 };
    try_copy: |text| CharStr::try_from_str(text).map_err(|_| TextErrorKind::Alloc.into());
}

captured! {
    CharString, "CharString".inline(size_of::<CharString>()).shares().mutable();
    from_text: |text| CharString::from(text);
    /// Returns the size of the heap block, in the layout of `char_str` 0.0.4.
    heap_size: |text| if text.is_heap_allocated() { 2 * WORD + text.capacity() } else { 0 };
    try_copy: |text| text.try_to_char_string().map_err(|_| TextErrorKind::Alloc.into());
}
