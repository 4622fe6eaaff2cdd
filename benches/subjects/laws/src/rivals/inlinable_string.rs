//! `InlinableString`: 32 bytes; up to 30 bytes of text inline, or a `String`.

use inlinable_string::{INLINE_STRING_CAPACITY, InlinableString, StringExt};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `InlinableString`.
#[must_use]
pub fn inlinable_string() -> Subject<InlinableString> {
    let subject = subject!(
        InlinableString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, capacity, with_capacity,
        reserve, shrink_to_fit,
        as_mut_str: |text| text,
        from_utf8: |bytes| InlinableString::from_utf8(bytes.to_vec()).ok(),
    )
    .inline_capacity(INLINE_STRING_CAPACITY)
    .shares(false)
    .known(
        Law::DisplayIsStrs,
        "inlinable_string 0.1.15 ignores width, fill and precision",
    )
    .known(
        Law::RangesKeepCharacters,
        "inlinable_string 0.1.15 does not check character boundaries when it inserts into an \
         inline text",
    )
    .known(
        Law::EditsAsStringDoes,
        "inlinable_string 0.1.15 panics, as documented, if an inline text is truncated to more \
         than its length; a text on the heap does not panic. It also inserts inside characters",
    );
    #[cfg(not(debug_assertions))]
    let subject = subject.known(
        Law::CapacityOverflowIsRefused,
        "inlinable_string 0.1.15 does not check the addition in reserve, which overflows",
    );
    subject
}
