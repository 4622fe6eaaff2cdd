//! `SmallString<[u8; 24]>`: 32 bytes, 24 of text inline; a `SmallVec` that is UTF-8.

use smallstr::SmallString;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// `SmallString<[u8; 24]>`; `drain_range` is what `String` calls `drain`.
///
/// Once a range cuts a character the iterator is undefined, so it is dropped: the text that is left
/// tells.
#[must_use]
pub fn small_string() -> Subject<SmallString<[u8; 24]>> {
    subject!(
        SmallString<[u8; 24]>;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, as_mut_str,
        capacity, with_capacity, reserve, shrink_to_fit,
        drain: |text, range, how| {
            let before = text.as_str().to_owned();
            let drain = text.drain_range(range);
            let is_whole = before.get(range.answered(before.len())).is_some();
            if is_whole { how.apply(drain) } else { String::new() }
        },
    )
    .inline_capacity(24)
    .shares(false)
    .known(
        Law::RangesKeepCharacters,
        "smallstr 0.3.1 does not check where drain_range starts and ends: what is left may be no \
         UTF-8 (https://github.com/murarth/smallstr/issues/31)",
    )
    .known(
        Law::EditsAsStringDoes,
        "smallstr 0.3.1 panics when a text is truncated to more than its length, and drain_range \
         cuts characters",
    )
    .known(Law::OptionIsFree, "smallvec 1 has no niche")
}
