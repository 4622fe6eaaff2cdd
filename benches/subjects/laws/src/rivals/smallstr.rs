//! `SmallString<[u8; 24]>`: a `SmallVec` that is UTF-8; 32 bytes, up to 24 bytes of text inline.

use smallstr::SmallString;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `SmallString<[u8; 24]>`, whose `drain_range` is `String`'s `drain`.
///
/// If the range cuts a character, to use the iterator is undefined behaviour. So the closure drops
/// it, and the laws examine only the text that is left.
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
        "smallstr 0.3.1 does not check character boundaries in drain_range: the text that is left \
         may be invalid UTF-8 (https://github.com/murarth/smallstr/issues/31)",
    )
    .known(
        Law::EditsAsStringDoes,
        "smallstr 0.3.1 panics if a text is truncated to more than its length, and drain_range \
         cuts characters",
    )
    .known(
        Law::OptionIsFree,
        "smallstr 0.3.1: its SmallVec 1 has no niche",
    )
}
