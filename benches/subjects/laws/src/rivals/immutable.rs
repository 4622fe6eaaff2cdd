//! String types whose text does not change.
//!
//! The laws about serde do not examine beef's two `Cow`s. A `Cow` that is deserialized borrows from
//! the input, so a `Cow<'static, str>` needs an input that is `'static`. The traits are detected
//! without lifetimes, so the kit cannot see that.

use arcstr::Substr;
use bytestring::ByteString;
use byteyarn::{ByteYarn, Yarn, yarn as format_yarn};
use cold_string::ArcColdString;
use faststr::FastStr;
use kstring::backend::ArcStr;
use kstring::{KStringBase, KStringCow};
use lean_string::LeanStr;
use string_kit_conformance::{Law, Subject, subject};

/// The bug that two laws find.
const BEYOND: &str = "arcstr 1.2.0 compares the end of a range with the end of the slice in the \
    whole text, not with the length of the slice: substr of a slice can return text after the \
    slice";

/// Returns the subject of `Substr`, a range of an `ArcStr` in two 32-bit numbers; 16 bytes.
#[must_use]
pub fn substr() -> Subject<Substr> {
    subject!(Substr; slice: |text, range| text.substr(range))
        .shares(true)
        .known(Law::RangesKeepCharacters, BEYOND)
        .known(Law::EditsAsStringDoes, BEYOND)
}

/// Returns the subject of `beef::lean::Cow`: 16 bytes, with a length and a capacity of 32 bits.
#[must_use]
pub fn beef_lean() -> Subject<beef::lean::Cow<'static, str>> {
    subject!(
        beef::lean::Cow<'static, str>,
        |text| beef::lean::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::lean::Cow")
    .shares(false)
}

/// Returns the subject of `beef::Cow`: 24 bytes.
#[must_use]
pub fn beef_wide() -> Subject<beef::Cow<'static, str>> {
    subject!(
        beef::Cow<'static, str>,
        |text| beef::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::Cow")
    .shares(false)
}

/// Returns the subject of `ByteString`, a `Bytes` that is UTF-8; 32 bytes, clones share the text.
///
/// `split_at` is examined as `split_off`, and `slice_ref` of a part of the `str` as `slice`.
#[must_use]
pub fn byte_string() -> Subject<ByteString> {
    subject!(
        ByteString;
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        split_off: |text, at| {
            let (front, back) = text.split_at(at);
            *text = front;
            back
        },
        from_utf8: |bytes| ByteString::try_from(bytes).ok(),
    )
    .shares(true)
    .known(
        Law::ClonesShare,
        "bytestring 1.5.1: its bytes 1 allocates the reference count at the first clone",
    )
}

/// Returns the subject of `Yarn`, with the capture of its own macro: 16 bytes; up to 15 bytes of text
/// inline, or a `&'static str`, or a `Box<str>`.
#[must_use]
pub fn yarn() -> Subject<Yarn> {
    subject!(
        Yarn, Yarn::copy, |text| text.as_str();
        // NOTE: the first case that breaks the law is harmless. A text that is longer the second
        // time would be written beyond the block, which may end the process.
        concat,
        from_utf8: |bytes| ByteYarn::copy(bytes).to_utf8().ok(),
        capture: |value| format_yarn!("{value}"),
    )
    .inline_capacity(15)
    .shares(false)
    .known(
        Law::BorrowedOnce,
        "byteyarn 0.5.1 reads the texts of concat twice, for the length and for the bytes: if a \
         text is longer the second time, it is written beyond the block",
    )
    .known(
        Law::CaptureReportsErrors,
        "byteyarn 0.5.1 ignores the error in from_fmt: yarn! returns an incomplete text",
    )
    .known(
        Law::DisplayIsStrs,
        "byteyarn 0.5.1 ignores width, fill and precision",
    )
    .known(
        Law::DebugIsStrs,
        "byteyarn 0.5.1 escapes the single quote too",
    )
}

/// Returns the subject of `ArcColdString`: 8 bytes; up to 8 bytes of text inline, or a pointer to a
/// count, a length and the text.
///
/// The types of the crate with a smaller count are left out: on purpose, they never free a text
/// that had more clones than the count can hold.
#[must_use]
pub fn arc_cold_string() -> Subject<ArcColdString> {
    subject!(ArcColdString; from_utf8)
        .inline_capacity(size_of::<ArcColdString>())
        .shares(true)
}

/// Returns the subject of `FastStr`: 40 bytes; up to 30 bytes of text inline, or a `&'static str`,
/// `Arc<str>`, `Arc<String>` or `Bytes`.
///
/// `slice_ref` of a part of the `str` is examined as `slice`.
#[must_use]
pub fn fast_str() -> Subject<FastStr> {
    subject!(
        FastStr, |text| FastStr::new(text), |text| text.as_str();
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        from_utf8: |bytes| FastStr::new_u8_slice(bytes).ok(),
    )
    .inline_capacity(30)
    .shares(true)
}

/// The reason why an `Option` is not free.
const NO_NICHE: &str = "kstring 2.0.2: its union has no niche";

/// Returns the subject of `KStringBase<ArcStr>`, whose clones share the text.
#[must_use]
pub fn kstring_arc() -> Subject<KStringBase<ArcStr>> {
    subject!(KStringBase<ArcStr>, KStringBase::from_ref, |text| text
        .as_str())
    .inline_capacity(15)
    .shares(true)
    .known(Law::OptionIsFree, NO_NICHE)
}

/// Returns the subject of `KStringCow`: a `&'static str` or a `KString`.
#[must_use]
pub fn kstring_cow() -> Subject<KStringCow<'static>> {
    subject!(
        KStringCow<'static>,
        |text| KStringCow::from(text.to_owned()),
        |text| text.as_str()
    )
    .shares(false)
}

/// Returns the subject of `LeanStr`: 16 bytes; up to 16 bytes of text inline, or a shared text on
/// the heap; immutable.
#[must_use]
pub fn lean_str() -> Subject<LeanStr> {
    subject!(LeanStr; repeat, from_utf8, from_utf8_lossy)
        .inline_capacity(size_of::<LeanStr>())
        .shares(true)
}
