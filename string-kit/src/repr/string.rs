//! `String`: 24 bytes, no text inline; all text on the heap, where it may grow.
//!
//! The value is a pointer, a length and a capacity. The heap block is the text and spare capacity.

use alloc::string::String;

use crate::TextErrorKind;

captured! {
    String, "String".mutable();
    from_text: |text| String::from(text);
    heap_size: |text| text.capacity();
    try_from_str: |text| {
        let mut copy = String::new();
        copy.try_reserve_exact(text.len())
            .map_err(|_| TextErrorKind::Alloc)?;
        copy.push_str(text);
        Ok(copy)
    };
    into_string: |text| text;
}
