//! `ArcStr`: 8 bytes, no text inline; a literal in static memory, or text on the heap, shared.
//!
//! The value is a pointer. The heap block is a length and a count, then the text. The empty text
//! lies in static memory.

use arcstr::ArcStr;

use crate::TextErrorKind;

const HEADER: usize = 2 * size_of::<usize>();

captured! {
    ArcStr, "ArcStr".shares();
    from_text: |text| ArcStr::from(text);
    /// Returns the size of the heap block, in the layout of `arcstr` 1.2.0; 0 for a static or
    /// leaked text.
    heap_size: |text| if ArcStr::is_static(text) { 0 } else { HEADER + text.len() };
    // NOTE: `try_alloc("")` of arcstr 1.2.0 allocates a header, and panics in a debug build.
    try_copy: |text| match text {
        "" => Ok(ArcStr::new()),
        _ => ArcStr::try_alloc(text).ok_or(TextErrorKind::Alloc.into()),
    };
}
