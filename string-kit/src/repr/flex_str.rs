//! `flexstr::SharedStr`: 24 bytes, up to 22 of text inline; a `&'static str`, an `Arc<str>` or a
//! `Box<str>`.
//!
//! `From<String>` makes a `Box<str>`, however short the text is. Each clone of a `Box<str>` copies
//! the text into a new `Arc<str>`. `Debug` shows the variant and the text.

use alloc::string::String;

use flexstr::{FlexStr, SharedStr};

captured! {
    SharedStr, "flexstr::SharedStr".inline(size_of::<String>() - 2).shares();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| FlexStr::from_borrowed(text).into_owned();
    /// Returns the size of the heap block, in the layout of `flexstr` 0.11.7 and std 1.95.
    heap_size: |text| match text {
        FlexStr::Borrowed(_) | FlexStr::Inlined(_) => 0,
        FlexStr::RefCounted(text) => super::counted_size(text.len()),
        FlexStr::Boxed(text) => text.len(),
    };
    /// Converts the value into a `String`, in O(1) if the value was made from a `String`.
    into_string: |text| text.into_owned_type();
}
