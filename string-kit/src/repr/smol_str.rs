//! `SmolStr`: 24 bytes, up to 23 of text inline; longer text in an `Arc<str>`, shared.
//!
//! A text that is up to 32 line feeds followed by up to 128 spaces lies in static memory.

use smol_str::SmolStr;

captured! {
    SmolStr, "SmolStr".inline(23).shares();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| SmolStr::new(text);
    /// Returns the size of the heap block, in the layout of `smol_str` 0.3.7 and std 1.95.
    heap_size: |text| if text.is_heap_allocated() { super::counted_size(text.len()) } else { 0 };
}
