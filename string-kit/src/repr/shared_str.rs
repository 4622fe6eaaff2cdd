//! `SharedStr`: 16 bytes, up to 16 of text inline; a `&'static str`, or longer text on the heap,
//! shared.
//!
//! The value is the text, or a pointer and a length. The heap block is a count of two words, then
//! the text. If threads contend for the count, it gets shards, in a block of their own.

use crate::SharedStr;

captured! {
    SharedStr, "SharedStr".inline(SharedStr::INLINE_CAPACITY).shares();
    from_text: |text| SharedStr::from(text);
    heap_size: |text| SharedStr::heap_size(text);
    try_copy: |text| SharedStr::try_from_str(text);
}
