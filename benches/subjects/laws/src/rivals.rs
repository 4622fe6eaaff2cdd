//! The rivals: string types that do not implement `CapturedStr`, and ways to capture that the
//! crates of string-kit's representations offer themselves.
//!
//! Each subject is a function: the methods of the type, and the laws that the exact version is
//! known to break. To add a rival, add it to this list and to that of string-kit-subjects.
//!
//! arrayvec's `ArrayString` and kstring's `StackString` are left out: their capacity is fixed, and
//! the laws need texts of any length. So are the types of cold-string with a smaller count: on
//! purpose, they never free a text that had more clones than the count can hold.
//!
//! The laws about serde do not examine beef's two `Cow`s. A `Cow` that is deserialized borrows from
//! the input, so a `Cow<'static, str>` needs an input that is `'static`. The traits are detected
//! without lifetimes, so the kit cannot see that.
//!
//! Nor do they examine slices of a `HipStr<Unique>`. With hipstr 0.8.0 a debug build aborts,
//! and in a release build the slice shows memory that was freed: `Unique` copies the text for the
//! slice, but the slice still points into the original text. The code:
//!
//! ```text
//! let text: HipStr<'static, Unique> = HipStr::from("0123456789012345678901234567890123456789");
//! let slice = text.slice(..);
//! drop(text);
//! println!("{slice}");
//! ```

use std::ops::Range;

use arcstr::Substr;
use bytestring::ByteString;
use byteyarn::{ByteYarn, Yarn, yarn as format_yarn};
use char_str::{CharString, ToCharString};
use compact_str::{CompactString, ToCompactString};
use ecow::{EcoString, eco_format as format_eco};
use faststr::FastStr;
use hipstr::string::HipStr;
use hipstr::{Rc, Unique};
use imstr::ImString;
use inlinable_string::{INLINE_STRING_CAPACITY, InlinableString, StringExt};
use kstring::backend::ArcStr;
use kstring::{KStringBase, KStringCow};
use lean_string::{LeanStr, LeanString, ToLeanStr, ToLeanString};
use smallstr::SmallString;
use smol_str::{SmolStr, SmolStrBuilder, format_smolstr as format_smol};
use string_kit_conformance::{Law, Subject, subject};
use tendril::{StrTendril, format_tendril};

use crate::representations::{
    NO_ECOW_NICHE, NO_KSTRING_NICHE, breaks_as_hip_str, breaks_as_slices,
};

/// Defines the functions that return the subjects, and [`for_each_rival!`](crate::for_each_rival).
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! rivals {
    ($d:tt $($name:ident: $ty:ty = $subject:expr;)*) => {
        subjects! { $($name: $ty = $subject;)* }

        /// Calls a macro for each rival: `callback! { name }`. The function of that name in
        /// [`rivals`](crate::rivals) returns the subject.
        #[macro_export]
        macro_rules! for_each_rival {
            ($d callback:ident) => {
                $($d callback! { $name })*
            };
        }
    };
}

/// Expands to a subject with the methods of both types.
macro_rules! hip_str {
    ($count:ty, $name:literal, $shares:literal, $($slice:ident)?) => {
        breaks_as_hip_str(
            subject!(
                HipStr<'static, $count>, |text| HipStr::from(text), |text| text.as_str();
                $($slice,)? push, push_str, pop, truncate, clear, repeat, concat, capacity,
                with_capacity, shrink_to_fit,
                as_mut_str: |text| text.to_mut_str(),
                from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
                from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
            )
            .named($name)
            .inline_capacity(HipStr::<'static, $count>::inline_capacity())
            .shares($shares),
        )
    };
}

// Each of these three is a bug that two laws find.
const BEYOND: &str = "arcstr 1.2.0 compares the end of a range with the end of the slice in the \
    whole text, not with the length of the slice: substr of a slice can return text after the \
    slice";
const TAKEN: &str = "imstr 0.2.0 moves the String out while it changes it: after a panic during \
    the change, every use of the text panics";
const EMPTY: &str = "tendril 0.5.1 checks the bytes of a slice, not where it begins: an empty \
    slice may lie inside a character";

/// The reason why neither capture has the text of `to_string`.
const LEAN_FLOATS: &str = "lean_string 0.8.0 formats floats by zmij: 1.0 is \"1.0\"";

rivals! { $
    substr: Substr = subject!(Substr; slice: |text, range| text.substr(range))
        .shares(true)
        .known(Law::RangesKeepCharacters, BEYOND)
        .known(Law::EditsAsStringDoes, BEYOND);

    beef_lean: beef::lean::Cow<'static, str> = subject!(
        beef::lean::Cow<'static, str>,
        |text| beef::lean::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::lean::Cow")
    .shares(false);

    beef_wide: beef::Cow<'static, str> = subject!(
        beef::Cow<'static, str>,
        |text| beef::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::Cow")
    .shares(false);

    // `split_at` is examined as `split_off`, and `slice_ref` of a part of the `str` as `slice`.
    byte_string: ByteString = subject!(
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
    );

    // With the capture of its own macro.
    yarn: Yarn = subject!(
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
    .known(Law::DisplayIsStrs, "byteyarn 0.5.1 ignores width, fill and precision")
    .known(Law::DebugIsStrs, "byteyarn 0.5.1 escapes the single quote too");

    to_char_string: CharString = subject!(
        CharString;
        try_capture: |value| value.try_to_char_string().ok(),
        capture: |value| value.to_char_string(),
    )
    .named("CharString::to_char_string")
    .known(Law::CaptureIsToString, "char_str 0.0.4 formats floats by ryu: 1.0 is \"1.0\"");

    to_compact_string: CompactString = subject!(
        CompactString;
        try_capture: |value| value.try_to_compact_string().ok(),
        capture: |value| value.to_compact_string(),
    )
    .named("CompactString::to_compact_string")
    .known(
        Law::CaptureIsToString,
        "compact_str 0.10.0 formats floats by zmij: 1.0 is \"1.0\" \
         (https://github.com/ParkMyCar/compact_str/issues/351)",
    );

    eco_format: EcoString = subject!(EcoString; capture: |value| format_eco!("{value}"))
        .named("EcoString: eco_format!")
        .known(Law::OptionIsFree, NO_ECOW_NICHE);

    // `slice_ref` of a part of the `str` is examined as `slice`.
    fast_str: FastStr = subject!(
        FastStr, |text| FastStr::new(text), |text| text.as_str();
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        from_utf8: |bytes| FastStr::new_u8_slice(bytes).ok(),
    )
    .inline_capacity(30)
    .shares(true);

    // With a count that is not atomic.
    hip_str_rc: HipStr<'static, Rc> =
        breaks_as_slices(hip_str!(Rc, "HipStr<'static, Rc>", true, slice))
            .known(Law::IsSendAndSync, "by design: its count is not atomic");

    // Without a count: a clone copies the text.
    hip_str_unique: HipStr<'static, Unique> =
        hip_str!(Unique, "HipStr<'static, Unique>", false,);

    im_string: ImString = subject!(
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
    );

    inlinable_string: InlinableString = overflows_in_release(subject!(
        InlinableString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, capacity, with_capacity,
        reserve, shrink_to_fit,
        as_mut_str: |text| text,
        from_utf8: |bytes| InlinableString::from_utf8(bytes.to_vec()).ok(),
    ))
    .inline_capacity(INLINE_STRING_CAPACITY)
    .shares(false)
    .known(Law::DisplayIsStrs, "inlinable_string 0.1.15 ignores width, fill and precision")
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

    kstring_arc: KStringBase<ArcStr> = subject!(
        KStringBase<ArcStr>, KStringBase::from_ref, |text| text.as_str()
    )
    .inline_capacity(15)
    .shares(true)
    .known(Law::OptionIsFree, NO_KSTRING_NICHE);

    kstring_cow: KStringCow<'static> = subject!(
        KStringCow<'static>, |text| KStringCow::from(text.to_owned()), |text| text.as_str()
    )
    .shares(false);

    to_lean_string: LeanString = subject!(
        LeanString;
        try_capture: |value| value.try_to_lean_string().ok(),
        capture: |value| value.to_lean_string(),
    )
    .named("LeanString::to_lean_string")
    .known(Law::CaptureIsToString, LEAN_FLOATS);

    to_lean_str: LeanStr = subject!(
        LeanStr;
        try_capture: |value| value.try_to_lean_str().ok(),
        capture: |value| value.to_lean_str(),
    )
    .named("LeanStr::to_lean_str")
    .known(Law::CaptureIsToString, LEAN_FLOATS);

    // `drain_range` is examined as `drain`. If the range cuts a character, to use the iterator is
    // undefined behaviour. So the closure drops it, and the laws examine only the remaining text.
    small_string: SmallString<[u8; 24]> = subject!(
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
    .known(Law::OptionIsFree, "smallstr 0.3.1: its SmallVec 1 has no niche");

    format_smolstr: SmolStr = subject!(SmolStr; capture: |value| format_smol!("{value}"))
        .named("SmolStr: format_smolstr!");

    smol_str_builder: SmolStrBuilder = subject!(
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
    );

    // Its methods are examined under the names that `String` has for them.
    str_tendril: StrTendril = subject!(
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
    .known(Law::IsSendAndSync, "tendril 0.5.1, by design: its count is not atomic")
    .known(
        Law::CaptureReportsErrors,
        "tendril 0.5.1 ignores the error in format: format_tendril! returns an incomplete text",
    )
    .known(Law::DebugIsStrs, "tendril 0.5.1 shows where the text is stored")
    .known(Law::RangesKeepCharacters, EMPTY)
    .known(Law::EditsAsStringDoes, EMPTY)
    .known(
        Law::OptionIsFree,
        "tendril 0.5.1 has no niche (https://github.com/servo/tendril/issues/66)",
    );
}

/// Declares the law that an `InlinableString` breaks in a release build.
fn overflows_in_release(subject: Subject<InlinableString>) -> Subject<InlinableString> {
    if cfg!(debug_assertions) {
        return subject;
    }
    subject.known(
        Law::CapacityOverflowIsRefused,
        "inlinable_string 0.1.15 does not check the addition in reserve, which overflows",
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
