//! `KString`: 24 bytes, up to 15 of text inline; a `&'static str`, or a `Box<str>`.
//!
//! This file does not use the name `kstring::KString`. It is deprecated since 2.0.4, and names
//! another type if a crate in the build turns on kstring's feature `arc`. The feature `max_inline`
//! changes the inline capacity.

use kstring::KStringBase;
use kstring::backend::BoxedStr;

/// The type that `kstring::KString` names with kstring's default features.
type KString = KStringBase<BoxedStr>;

captured! {
    KString, "KString".inline(15);
    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    from_text: |text| KString::from_ref(text);
    /// Returns the size of the heap block, in the layout of `kstring` 2.0.2. A text made by
    /// `From<&'static str>` counts as if it were on the heap: kstring does not tell the two apart.
    heap_size: |text| if text.is_inline() { 0 } else { text.len() };
}
