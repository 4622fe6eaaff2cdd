//! `StrTendril`: 8 bytes inline, slices share, at most 4 GB.

use crate::Package;

string_type! {
    str_tendril: tendril::StrTendril, "StrTendril",
    Some(Package::new("tendril", [2015, 6], [2026, 7])), This::from;
    inline: 8,
    shares_clones: true,
    is_mutable: true,
    is_sync: false,
}

laws!({
    use std::ops::Range;
    use tendril::format_tendril;

    /// A bug that two laws find.
    const EMPTY: &str = "tendril 0.5.1 checks the bytes of a slice, not where it begins: an \
            empty slice may lie inside a character";

    /// Returns a slice. The crate takes its start and its length.
    fn slice(text: &This, range: Range<usize>) -> This {
        let len = range.end.checked_sub(range.start);
        text.subtendril(short(range.start), short(len.expect("a range in order")))
    }

    /// Returns a length as the 32-bit number that the crate takes.
    fn short(len: usize) -> u32 {
        u32::try_from(len).expect("a length of at most 32 bits")
    }

    // Its methods are examined under the names that `String` has for them.
    let subject = subject!(This;
        clear,
        push: This::push_char,
        push_str: This::push_slice,
        truncate: |text, len| text.pop_back(short(text.len().saturating_sub(len))),
        slice: |text, range| slice(text, range.within(text.len())),
        as_mut_str: |text| text,
        with_capacity: |room| This::with_capacity(short(room)),
        reserve: |text, room| text.reserve(short(room)),
        from_utf8: |bytes| This::try_from_byte_slice(bytes).ok(),
        capture: |value| format_tendril!("{value}"),
    );
    declared(subject).known(Law::RangesKeepCharacters, EMPTY).known(Law::EditsAsStringDoes, EMPTY)
};
    IsSendAndSync: "tendril 0.5.1, by design: its count is not atomic",
    CaptureReportsErrors:
        "tendril 0.5.1 ignores the error in format: format_tendril! returns an incomplete text",
    DebugIsStrs: "tendril 0.5.1 shows where the text is stored",
    OptionIsFree: "tendril 0.5.1 has no niche (https://github.com/servo/tendril/issues/66)",
);
