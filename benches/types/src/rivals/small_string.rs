//! `SmallString<[u8; 24]>`: a `SmallVec` that is text.

use crate::Package;

string_type! {
    small_string: smallstr::SmallString<[u8; 24]>, "SmallString<[u8; 24]>",
    Some(Package::new("smallstr", [2018, 4], [2025, 8]).advised("RUSTSEC-2026-0215")), This::from;
    inline: 24,
    is_mutable: true,
}

laws!(
    // `drain_range` is examined as `drain`. If the range cuts a character, to use the iterator
    // is undefined behaviour. So the closure drops it, and the laws examine only the remaining
    // text.
    declared(subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, as_mut_str,
        capacity, with_capacity, reserve, shrink_to_fit,
        drain: |text, range, how| {
            let before = text.as_str().to_owned();
            let drain = text.drain_range(range);
            let is_whole = before.get(range.answered(before.len())).is_some();
            if is_whole { how.apply(drain) } else { String::new() }
        },
    ));
    RangesKeepCharacters:
        "smallstr 0.3.1 does not check character boundaries in drain_range: the text that is left \
         may be invalid UTF-8 (https://github.com/murarth/smallstr/issues/31)",
    EditsAsStringDoes:
        "smallstr 0.3.1 panics if a text is truncated to more than its length, and drain_range \
         cuts characters",
    OptionIsFree: "smallstr 0.3.1: its SmallVec 1 has no niche",
);
