//! `ArcStr`: 8 bytes, no text inline; a literal in static memory, or text on the heap, shared.
//!
//! The value is a pointer. The heap block is a length and a count, then the text. The empty text
//! lies in static memory.

use arcstr::ArcStr;

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

/// The length and the count in front of the text, in the layout of `arcstr` 1.2.0.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for ArcStr {
    const PROFILE: Profile = Profile::new("ArcStr").shares();

    #[inline]
    fn from_text(text: &str) -> Self {
        ArcStr::from(text)
    }

    /// Returns the size of the heap block, in the layout of `arcstr` 1.2.0; 0 for a static or
    /// leaked text.
    #[inline]
    fn heap_size(&self) -> usize {
        if ArcStr::is_static(self) {
            0
        } else {
            HEADER + self.len()
        }
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        // NOTE: `try_alloc("")` of arcstr 1.2.0 allocates a header, and panics in a debug build.
        if text.is_empty() {
            return Ok(ArcStr::new());
        }
        ArcStr::try_alloc(text).ok_or(CaptureErrorKind::Alloc.into())
    }

    try_from_string_by_copy!();
}
