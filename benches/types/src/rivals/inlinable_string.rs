//! `InlinableString`: growable, 30 bytes inline.

use inlinable_string::INLINE_STRING_CAPACITY;

use crate::Package;

string_type! {
    inlinable_string: inlinable_string::InlinableString, "InlinableString",
    Some(Package::new("inlinable_string", [2015, 12], [2022, 1])), This::from;
    inline: INLINE_STRING_CAPACITY,
    is_mutable: true,
}

laws!({
    use inlinable_string::StringExt;

    let subject = declared(subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, capacity, with_capacity,
        reserve, shrink_to_fit,
        as_mut_str: |text| text,
        from_utf8: |bytes| This::from_utf8(bytes.to_vec()).ok(),
    ));
    // A release build breaks one law more.
    let overflow = "inlinable_string 0.1.15 does not check the sum in reserve, which overflows";
    if cfg!(debug_assertions) {
        subject
    } else {
        subject.known(Law::CapacityOverflowIsRefused, overflow)
    }
};
    DisplayIsStrs: "inlinable_string 0.1.15 ignores width, fill and precision",
    RangesKeepCharacters:
        "inlinable_string 0.1.15 does not check character boundaries when it inserts into an \
         inline text",
    EditsAsStringDoes:
        "inlinable_string 0.1.15 panics, as documented, if an inline text is truncated to more \
         than its length; a text on the heap does not panic. It also inserts inside characters",
);
