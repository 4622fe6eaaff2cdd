//! String types that grow, inline or on the heap.

use std::ops::Range;

use imstr::ImString;
use inlinable_string::{INLINE_STRING_CAPACITY, InlinableString, StringExt};
use smallstr::SmallString;
use smol_str::SmolStrBuilder;
use string_kit_conformance::{Law, Subject, subject};
use tendril::{StrTendril, format_tendril};

/// The bug that several laws find.
const TAKEN: &str = "imstr 0.2.0 moves the String out while it changes it: after a panic during \
    the change, every use of the text panics";

/// Returns the subject of `ImString`, a range of an `Arc<String>`; 24 bytes, copied on write.
#[must_use]
pub fn im_string() -> Subject<ImString> {
    subject!(
        ImString;
        push, push_str, pop, truncate, clear, insert, insert_str, slice, split_off, as_mut_str,
        capacity, with_capacity, from_utf8_lossy,
        from_utf8: |bytes| ImString::from_utf8(bytes.to_vec()).ok(),
    )
    .shares(true)
    .known(
        Law::RangesKeepCharacters,
        "imstr 0.2.0 subtracts 1 from an included end and should add it: it reads 0..=1 as 0..0. A \
         panic in insert leaves a text that panics when it is read",
    )
    .known(
        Law::RangesAreReadOnce,
        "imstr 0.2.0 reads the bounds of slice twice, and checks only the first ones",
    )
    .known(
        Law::EditsAsStringDoes,
        "imstr 0.2.0: split_off of a slice ignores where the slice begins, and truncate of a \
         shared text does not check character boundaries, so both can leave invalid UTF-8. A panic \
         in insert leaves a text that panics when it is read",
    )
    .known(Law::IteratorsMayPanic, TAKEN)
    .known(Law::SizeHintIsAHint, TAKEN)
    .known(
        Law::CapacityIsRoom,
        "imstr 0.2.0 returns the capacity of the shared text, but copies the text when it grows",
    )
}

/// Returns the subject of `InlinableString`: 32 bytes; up to 30 bytes of text inline, or a `String`.
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

/// Returns the subject of `SmallString<[u8; 24]>`, a `SmallVec` that is UTF-8; 32 bytes, up to 24 bytes
/// of text inline. Its `drain_range` is examined as `drain`.
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

/// Returns the subject of `SmolStrBuilder`: up to 23 bytes of text inline, or a `String`.
#[must_use]
pub fn smol_str_builder() -> Subject<SmolStrBuilder> {
    subject!(
        SmolStrBuilder,
        |text| {
            let mut builder = SmolStrBuilder::new();
            builder.push_str(text);
            builder
        },
        |builder| builder.as_str();
        push, push_str, with_capacity,
    )
    .inline_capacity(23)
    .shares(false)
    .known(
        Law::DebugIsStrs,
        "smol_str 0.3.7 derives Debug, which shows the fields of the builder",
    )
}

/// The bug that two laws find.
const EMPTY: &str = "tendril 0.5.1 checks the bytes of a slice, not where it begins: an empty \
    slice may lie inside a character";

/// Returns the subject of `StrTendril`: 16 bytes; up to 8 bytes of text inline, or a text on the heap
/// that is shared and copied on write; with 32-bit lengths. Its methods are examined under the names that `String` has
/// for them.
#[must_use]
pub fn str_tendril() -> Subject<StrTendril> {
    subject!(
        StrTendril;
        clear,
        push: StrTendril::push_char,
        push_str: StrTendril::push_slice,
        truncate: |text, len| text.pop_back(short(text.len().saturating_sub(len))),
        slice: |text, range| slice(text, range.within(text.len())),
        as_mut_str: |text| text,
        with_capacity: |room| StrTendril::with_capacity(short(room)),
        reserve: |text, more| text.reserve(short(more)),
        from_utf8: |bytes| StrTendril::try_from_byte_slice(bytes).ok(),
        capture: |value| format_tendril!("{value}"),
    )
    .inline_capacity(8)
    .shares(true)
    .known(
        Law::IsSendAndSync,
        "tendril 0.5.1, by design: its count is not atomic",
    )
    .known(
        Law::CaptureReportsErrors,
        "tendril 0.5.1 ignores the error in format: format_tendril! returns an incomplete text",
    )
    .known(
        Law::DebugIsStrs,
        "tendril 0.5.1 shows where the text is stored",
    )
    .known(Law::RangesKeepCharacters, EMPTY)
    .known(Law::EditsAsStringDoes, EMPTY)
    .known(
        Law::OptionIsFree,
        "tendril 0.5.1 has no niche (https://github.com/servo/tendril/issues/66)",
    )
}

/// Returns a slice. The crate takes its start and its length.
fn slice(text: &StrTendril, range: Range<usize>) -> StrTendril {
    let len = range.end.checked_sub(range.start);
    text.subtendril(short(range.start), short(len.expect("a range in order")))
}

/// Returns a length as the 32-bit number that the crate takes.
fn short(len: usize) -> u32 {
    u32::try_from(len).expect("a length of at most 32 bits")
}
