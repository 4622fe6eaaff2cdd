//! `Box<str>`: 16 bytes, no text inline; all text on the heap, at its exact size.
//!
//! The value is a pointer and a length. The heap block is the text.

use alloc::boxed::Box;
use alloc::string::String;

captured! {
    Box<str>, "Box<str>";
    from_text: |text| Box::from(text);
    heap_size: |text| text.len();
    try_from_str: |text| String::try_from_str(text).map(String::into_boxed_str);
    into_string: |text| str::into_string(text);
}
