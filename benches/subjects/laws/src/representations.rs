//! The subjects of string-kit's representations: the methods that the laws examine, and the laws
//! that the type is known to break. Each function has the name of the type in the list
//! [`for_each_representation!`](string_kit_subjects::for_each_representation).

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use arcstr::ArcStr;
use char_str::{CharStr, CharString};
use cold_string::{ArcColdString, ColdString};
use compact_str::{CompactString, CompactStringExt};
use ecow::EcoString;
use hipstr::HipStr;
use kstring::KStringBase;
use kstring::backend::BoxedStr;
use lean_string::{LeanStr, LeanString};
use smartstring::{Compact, LazyCompact, SmartString};
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StringBuf};
use string_kit_conformance::{Law, Subject, subject};

/// Defines functions that return subjects: a name, the type and the subject of each.
macro_rules! subjects {
    ($($name:ident: $ty:ty = $subject:expr;)*) => {$(
        #[doc = concat!("Returns the subject of `", stringify!($ty), "`.")]
        #[must_use]
        #[allow(clippy::missing_panics_doc)] // A method that it names panics, not the function.
        pub fn $name() -> Subject<$ty> {
            $subject
        }
    )*};
}

/// Expands to the subject of a `SmartString` in one of its modes.
macro_rules! smart_string {
    ($mode:ty) => {
        subject!(SmartString<$mode>;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, extend_from_within, split_off, as_mut_str, capacity, shrink_to_fit,
        )
        .known(
            Law::RangesAreReadOnce,
            "smartstring 2.0.0 reads the bounds of replace_range and extend_from_within twice, and \
             checks only the first ones",
        )
        .known(Law::OptionIsFree, "smartstring 2.0.0 has no niche")
    };
}

/// The reason why an `Option` is not free.
pub(crate) const NO_ECOW_NICHE: &str = "ecow 0.3.1: its union has no niche";
pub(crate) const NO_KSTRING_NICHE: &str = "kstring 2.0.2: its union has no niche";

/// The greatest capacity that a `CompactString` can store.
const MAX_COMPACT_CAPACITY: usize = (usize::MAX >> 8) - 1;

subjects! {
    // `[S]::concat` is left out: in Rust 1.95 it trusts a `Borrow` whose result changes, and
    // writes past its block (fixed by rust#155708). The law that finds this would end the process.
    string: String = subject!(String;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, capacity, with_capacity,
        reserve, try_reserve, shrink_to_fit,
        from_utf8: |bytes| String::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned(),
        repeat: |text, times| text.as_str().repeat(times),
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    )
    .unexamined(&[Law::BorrowedOnce]);

    boxed_str: Box<str> = subject!(Box<str>;
        as_mut_str: |text| text,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    arc_str: Arc<str> = subject!(Arc<str>; as_mut_str: |text| Arc::make_mut(text));

    rc_str: Rc<str> = subject!(Rc<str>; as_mut_str: |text| Rc::make_mut(text))
        .known(Law::IsSendAndSync, "by design: its count is not atomic");

    cow: Cow<'static, str> = subject!(Cow<'static, str>;
        push_str: |text, more| text.to_mut().push_str(more),
        as_mut_str: |text| text.to_mut().as_mut_str(),
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    string_buf: StringBuf<24> = string_buf_of();

    shared_str: SharedStr = subject!(SharedStr;
        slice, from_utf8, from_utf8_lossy,
        try_from_str: |text| SharedStr::try_copy(text).ok(),
    )
    .unexamined(&[
        Law::WriteIsToString,
        Law::BorrowedOnce,
        Law::ClosuresMayPanic,
        Law::DrainsMayLeak,
        Law::CapacityIsRoom,
        Law::CapacityOverflowIsRefused,
        Law::ShrinkingKeepsText,
    ]);

    arcstr: ArcStr = subject!(ArcStr;
        repeat: |text, times| ArcStr::repeat(text, times),
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    char_str: CharStr = subject!(CharStr;
        concat,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    char_string: CharString = subject!(CharString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, split_off,
        repeat, capacity, with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit,
        from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    cold_string: ColdString = subject!(ColdString; from_utf8);

    arc_cold_string: ArcColdString = subject!(ArcColdString; from_utf8);

    // NOTE: these are the crate's own assertions, which it has only in debug builds. A release
    // build of it continues with undefined behaviour, and requests impossible blocks.
    compact_string: CompactString = subject!(CompactString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, split_off, as_mut_str, repeat, capacity, shrink_to_fit, from_utf8,
        from_utf8_lossy,
        with_capacity: |room| {
            assert!(room <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
            CompactString::with_capacity(room)
        },
        reserve: |text, more| {
            assert!(more <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
            text.reserve(more);
        },
        try_reserve: |text, more| {
            assert!(more <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
            text.try_reserve(more).is_ok()
        },
        concat: |texts| CompactStringExt::concat_compact(texts),
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    )
    .known(
        Law::CapacityOverflowIsRefused,
        "compact_str 0.10.0: a capacity of more than 56 bits is a panic in a debug build, even \
         in try_reserve, and undefined behaviour in a release build \
         (https://github.com/ParkMyCar/compact_str/issues/495)",
    );

    eco_string: EcoString = subject!(EcoString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat,
        capacity, with_capacity,
        as_mut_str: |text| text.make_mut(),
    )
    .known(Law::OptionIsFree, NO_ECOW_NICHE);

    flex_str: flexstr::SharedStr = subject!(flexstr::SharedStr;
        as_mut_str: |text| text.to_mut_type(),
    )
    .known(Law::DebugIsStrs, "flexstr 0.11.7 derives Debug on its enum")
    .known(
        Law::ClonesShare,
        "flexstr 0.11.7 copies a text that was made from a String in each clone",
    );

    hip_str: HipStr<'static> = breaks_as_slices(breaks_as_hip_str(subject!(HipStr<'static>;
        push, push_str, pop, truncate, clear, slice, repeat, concat, capacity, with_capacity,
        shrink_to_fit,
        as_mut_str: |text| text.to_mut_str(),
        from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
        from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
    )));

    kstring: KStringBase<BoxedStr> = subject!(KStringBase<BoxedStr>)
        .known(Law::OptionIsFree, NO_KSTRING_NICHE);

    lean_str: LeanStr = subject!(LeanStr;
        repeat, from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    lean_string: LeanString = subject!(LeanString;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, replace_range,
        extend_from_within, split_off, repeat, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    );

    smart_lazy: SmartString<LazyCompact> = smart_string!(LazyCompact);
    smart_compact: SmartString<Compact> = smart_string!(Compact);
    smol_str: SmolStr = subject!(SmolStr; from_utf8);
}

/// Returns the subject of a `StringBuf` with any inline capacity.
#[must_use]
pub fn string_buf_of<const N: usize>() -> Subject<StringBuf<N>> {
    subject!(StringBuf<N>;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, repeat, capacity,
        with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit, from_utf8,
        from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_text(text).ok(),
    )
    .known(Law::OptionIsFree, "SmallVec 1 has no niche")
    .unexamined(&[Law::BorrowedOnce])
}

/// Declares the laws that a `HipStr` breaks with any reference count.
pub(crate) fn breaks_as_hip_str<S>(subject: Subject<S>) -> Subject<S> {
    let subject = subject.known(
        Law::BorrowedOnce,
        "hipstr 0.8.0 reads the texts of concat twice, for the length and for the bytes: if a \
         text is shorter the second time, bytes of the result are uninitialised",
    );
    if !cfg!(debug_assertions) {
        return subject;
    }
    subject.known(
        Law::ClonesAreIndependent,
        "hipstr 0.8.0 asserts in truncate and clear that a short text is inline, but after \
         with_capacity it is on the heap",
    )
}

/// Declares the laws that the slices of a `HipStr` break.
pub(crate) fn breaks_as_slices<S>(subject: Subject<S>) -> Subject<S> {
    let subject = subject.known(
        Law::CapacityIsRoom,
        "hipstr 0.8.0 returns the capacity of the whole block for a slice, but copies the \
         slice when it grows",
    );
    if cfg!(debug_assertions) {
        return subject;
    }
    subject.known(
        Law::RangesKeepCharacters,
        "hipstr 0.8.0 reads the end of ..=usize::MAX as 0: the sum overflows",
    )
}
