//! `SmartString`: 24 bytes, up to 23 of text inline; longer text on the heap, where it may grow.
//!
//! A text on the heap that became short moves back inline: with the mode `Compact` at once, with
//! `LazyCompact` only in `shrink_to_fit` and `shrink_to`.

use smartstring::{Compact, LazyCompact, SmartString};

captured! {
    SmartString<LazyCompact>, "SmartString<LazyCompact>".inline(smartstring::MAX_INLINE).mutable();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| SmartString::from(text);
    /// Returns the size of the heap block, in the layout of `smartstring` 2.0.0.
    heap_size: |text| if text.is_inline() { 0 } else { text.capacity() };
}

captured! {
    SmartString<Compact>, "SmartString<Compact>".inline(smartstring::MAX_INLINE).mutable();
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| SmartString::from(text);
    /// Returns the size of the heap block, in the layout of `smartstring` 2.0.0.
    heap_size: |text| if text.is_inline() { 0 } else { text.capacity() };
}
