//! `ColdString` and `ArcColdString`: 8 bytes, up to 8 of text inline; longer text on the heap. The
//! clones of an `ArcColdString` share it.
//!
//! The value is the text or a pointer. The heap block is a length, then the text; that of an
//! `ArcColdString` begins with a count. The length is stored minus 9: in one byte up to 247, else
//! in one byte with the number of further bytes, and those bytes.

use cold_string::{ArcColdString, ColdString};

/// Returns the size of the length in front of the text, in the layout of `cold-string` 0.5.0.
fn length_size(len: usize) -> usize {
    let stored = len - size_of::<ColdString>() - 1;
    match stored.checked_sub(247) {
        None | Some(0) => 1,
        Some(rest) => 1 + (rest.ilog2() / u8::BITS) as usize + 1,
    }
}

captured! {
    ColdString, "ColdString".inline(size_of::<ColdString>());
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| ColdString::new(text);
    /// Returns the size of the heap block, in the layout of `cold-string` 0.5.0.
    heap_size: |text| if text.is_inline() { 0 } else { length_size(text.len()) + text.len() };
}

captured! {
    ArcColdString, "ArcColdString".inline(size_of::<ArcColdString>()).shares();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| ArcColdString::new(text);
    /// Returns the size of the heap block, in the layout of `cold-string` 0.5.0.
    heap_size: |text| if text.is_inline() {
        0
    } else {
        size_of::<usize>() + length_size(text.len()) + text.len()
    };
}
