//! `ArcStr`: a pointer; 8 bytes, the text on the heap behind its length and a count, or a literal.
//!
//! The empty text is a static.

use arcstr::ArcStr;

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

/// The length and the count in front of the text.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for ArcStr {
    const PROFILE: Profile = Profile::new("ArcStr").shares();

    #[inline]
    fn from_text(text: &str) -> Self {
        ArcStr::from(text)
    }

    /// A text that was leaked counts as static: nobody will free it.
    #[inline]
    fn heap_size(&self) -> usize {
        if ArcStr::is_static(self) {
            0
        } else {
            HEADER + self.len()
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        // NOTE: `try_alloc("")` of arcstr 1.2.0 allocates a header, and panics in a debug build.
        if text.is_empty() {
            return Ok(ArcStr::new());
        }
        ArcStr::try_alloc(text).ok_or(CaptureErrorKind::Alloc.into())
    }
}
