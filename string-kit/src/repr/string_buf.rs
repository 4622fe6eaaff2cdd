//! `StringBuf<N>`: one word plus the larger of two words and `N` bytes, up to `N` bytes of text
//! inline; longer text on the heap, where it may grow.
//!
//! The heap block is the text and spare capacity.

use crate::StringBuf;

captured! {
    StringBuf<N>, "StringBuf".inline(N).mutable() for [const N: usize];
    from_text: |text| StringBuf::from(text);
    heap_size: |text| if text.is_inline() { 0 } else { text.capacity() };
    try_from_str: |text| {
        let mut copy = StringBuf::try_with_capacity(text.len())?;
        copy.push_str(text);
        Ok(copy)
    };
    into_string: |text| StringBuf::into_string(text);
}
