//! The list of all representations, with the subject of each and the capture of its own crate.
//!
//! To add one, write a file in `string-kit/src/repr`, and here an impl and a line in the list. The
//! tests, the benches, the fuzz targets and the laboratory take it from
//! [`for_each_representation!`](crate::for_each_representation).

use std::borrow::Cow;
use std::fmt::{Display, Write};
use std::rc::Rc;
use std::sync::Arc;

use ::arcstr::ArcStr;
use ::char_str::{CharStr, CharString, ToCharString};
use ::cold_string::ColdString;
use ::compact_str::{CompactString, CompactStringExt, ToCompactString};
use ::ecow::{EcoString, eco_format};
use ::hipstr::HipStr;
use ::kstring::KStringBase;
use ::kstring::backend::BoxedStr;
use ::lean_string::{LeanString, ToLeanString};
use ::smartstring::{Compact, LazyCompact, SmartString};
use ::smol_str::{SmolStr, format_smolstr};
use string_kit::{CapturedStr, SharedStr, StringBuf};
use string_kit_conformance::{Conform, Law, Subject, subject};

/// A string type that the laboratory compares.
///
/// ```
/// use string_kit_conformance::Law;
/// use string_kit_subjects::Representation;
///
/// assert_eq!(String::capture_natively(&12), "12");
/// String::subject().assert(Law::RoundTrips);
/// ```
pub trait Representation: CapturedStr {
    /// Returns the subject: the names of the type's methods, and the laws that the type is known to
    /// break.
    ///
    /// ```
    /// use string_kit_subjects::Representation;
    ///
    /// assert_eq!(<Box<str> as Representation>::subject().name(), "Box<str>");
    /// ```
    #[must_use]
    fn subject() -> Subject<Self>;

    /// Captures a value as the type's own crate does, at that crate's cost.
    ///
    /// If the crate offers no capture, converts the result of `to_string`. Some crates capture
    /// numbers in a faster way, whose text is not always that of `to_string`. They need to see the
    /// type of the value, which a `&dyn Display` hides, so this method does not use that way.
    ///
    /// # Panics
    ///
    /// Panics if the value's `Display` returns an error and the crate panics then.
    ///
    /// ```
    /// use string_kit_subjects::Representation;
    ///
    /// assert_eq!(String::capture_natively(&12), "12");
    /// ```
    #[must_use]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        Self::from(value.to_string())
    }
}

/// Writes a value into an empty string, whose type implements `fmt::Write`.
fn write_into<S: Default + Write, D: Display + ?Sized>(value: &D) -> S {
    let mut captured = S::default();
    write!(captured, "{value}").expect("a Display implementation returned an error");
    captured
}

/// Implements the trait for the types whose subjects are in string-kit-conformance.
macro_rules! of_std {
    ($($ty:ty),*) => {$(
        impl Representation for $ty {
            fn subject() -> Subject<Self> {
                <Self as Conform>::subject()
            }
        }
    )*};
}
of_std!(
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'static, str>,
    SharedStr
);

impl<const N: usize> Representation for StringBuf<N> {
    fn subject() -> Subject<Self> {
        <Self as Conform>::subject()
    }

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        write_into(value)
    }
}

impl Representation for ArcStr {
    fn subject() -> Subject<Self> {
        subject!(ArcStr;
            repeat: |text, times| Self::repeat(text, times),
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        ::arcstr::format!("{value}")
    }
}

impl Representation for CharStr {
    fn subject() -> Subject<Self> {
        subject!(CharStr;
            concat,
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }

    /// Writes a `CharString`, then freezes it, which reallocates once if the text is on the heap.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        CharString::capture_natively(value).freeze()
    }
}

impl Representation for CharString {
    fn subject() -> Subject<Self> {
        subject!(CharString;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, split_off,
            repeat, capacity, with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit,
            from_utf8, from_utf8_lossy,
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }

    /// Captures the text of `to_string`. If the crate sees the type of a float, its text differs:
    /// `1.0_f64.to_char_string()` is `1.0`, and `1e16_f64.to_char_string()` is `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_char_string()
    }
}

impl Representation for ColdString {
    fn subject() -> Subject<Self> {
        subject!(ColdString; from_utf8)
    }
}

/// The greatest capacity that a `CompactString` can store.
const MAX_COMPACT_CAPACITY: usize = (usize::MAX >> 8) - 1;

impl Representation for CompactString {
    fn subject() -> Subject<Self> {
        // NOTE: these are the crate's own assertions, which it has only in debug builds. A release
        // build of it continues with undefined behaviour, and requests impossible blocks.
        subject!(CompactString;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, split_off, as_mut_str, repeat, capacity, shrink_to_fit, from_utf8,
            from_utf8_lossy,
            with_capacity: |room| {
                assert!(room <= MAX_COMPACT_CAPACITY, "capacity <= MAX_VALUE");
                Self::with_capacity(room)
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
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
        .known(
            Law::CapacityOverflowIsRefused,
            "compact_str 0.10.0: a capacity of more than 56 bits is a panic in a debug build, even \
             in try_reserve, and undefined behaviour in a release build \
             (https://github.com/ParkMyCar/compact_str/issues/495)",
        )
    }

    /// Captures the text of `to_string`. If the crate sees the type of a float, its text differs:
    /// `1.0_f64.to_compact_string()` is `1.0`, and `1e16_f64.to_compact_string()` is `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_compact_string()
    }
}

impl Representation for EcoString {
    fn subject() -> Subject<Self> {
        subject!(EcoString;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat,
            capacity, with_capacity,
            as_mut_str: |text| text.make_mut(),
        )
        .known(Law::OptionIsFree, "ecow 0.3.1: its union has no niche")
    }

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        eco_format!("{value}")
    }
}

impl Representation for ::flexstr::SharedStr {
    fn subject() -> Subject<Self> {
        subject!(::flexstr::SharedStr; as_mut_str: |text| text.to_mut_type())
            .known(Law::DebugIsStrs, "flexstr 0.11.7 derives Debug on its enum")
            .known(
                Law::ClonesShare,
                "flexstr 0.11.7 copies a text that was made from a String in each clone",
            )
    }
}

impl Representation for HipStr<'static> {
    fn subject() -> Subject<Self> {
        let subject = subject!(HipStr<'static>;
            push, push_str, pop, truncate, clear, slice, repeat, concat, capacity, with_capacity,
            shrink_to_fit,
            as_mut_str: |text| text.to_mut_str(),
            from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
            from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
        )
        .known(
            Law::BorrowedOnce,
            "hipstr 0.8.0 reads the texts of concat twice, for the length and for the bytes: if a \
             text is shorter the second time, bytes of the result are uninitialised",
        )
        .known(
            Law::CapacityIsRoom,
            "hipstr 0.8.0 returns the capacity of the whole block for a slice, but copies the \
             slice when it grows",
        );
        if cfg!(debug_assertions) {
            subject.known(
                Law::ClonesAreIndependent,
                "hipstr 0.8.0 asserts in truncate and clear that a short text is inline, but after \
                 with_capacity it is on the heap",
            )
        } else {
            subject.known(
                Law::RangesKeepCharacters,
                "hipstr 0.8.0 reads the end of ..=usize::MAX as 0: the sum overflows",
            )
        }
    }
}

impl Representation for KStringBase<BoxedStr> {
    fn subject() -> Subject<Self> {
        subject!(KStringBase<BoxedStr>)
            .known(Law::OptionIsFree, "kstring 2.0.2: its union has no niche")
    }
}

impl Representation for LeanString {
    fn subject() -> Subject<Self> {
        subject!(LeanString;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, replace_range,
            extend_from_within, split_off, repeat, capacity, with_capacity, reserve, try_reserve,
            try_push_str, shrink_to_fit, from_utf8, from_utf8_lossy,
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }

    /// Captures the text of `to_string`. If the crate sees the type of a float, its text differs:
    /// `1.0_f64.to_lean_string()` is `1.0`, and `1e16_f64.to_lean_string()` is `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_lean_string()
    }
}

/// Implements the trait for both modes of a `SmartString`.
macro_rules! of_smart_string {
    ($($mode:ty),*) => {$(
        impl Representation for SmartString<$mode> {
            fn subject() -> Subject<Self> {
                subject!(SmartString<$mode>;
                    push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
                    replace_range, extend_from_within, split_off, as_mut_str, capacity,
                    shrink_to_fit,
                )
                .known(
                    Law::RangesAreReadOnce,
                    "smartstring 2.0.0 reads the bounds of replace_range and extend_from_within \
                     twice, and checks only the first ones",
                )
                .known(Law::OptionIsFree, "smartstring 2.0.0 has no niche")
            }

            fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
                write_into(value)
            }
        }
    )*};
}
of_smart_string!(LazyCompact, Compact);

impl Representation for SmolStr {
    fn subject() -> Subject<Self> {
        subject!(SmolStr; from_utf8)
    }

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        format_smolstr!("{value}")
    }
}

/// Defines an alias of each representation, and [`for_each_representation!`], from the list.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! representations {
    ($d:tt $($name:ident: $alias:ident = $ty:ty;)*) => {
        /// Aliases of the types, which `for_each_representation!` can name in any crate.
        #[doc(hidden)]
        pub mod types {
            use super::*;

            $(pub type $alias = $ty;)*
        }

        /// Calls a macro for each representation: `callback! { name, Type }`.
        ///
        /// The name is an identifier, unique in the list. std's own types come first.
        ///
        /// ```
        /// use string_kit::CapturedStr;
        ///
        /// macro_rules! show {
        ///     ($name:ident, $ty:ty) => {
        ///         println!("{}: {} bytes", stringify!($name), size_of::<$ty>());
        ///         assert_eq!(<$ty>::capture(&42).as_str(), "42");
        ///     };
        /// }
        /// string_kit_subjects::for_each_representation!(show);
        /// ```
        #[macro_export]
        macro_rules! for_each_representation {
            ($d callback:ident) => {
                $($d callback! { $name, $crate::representations::types::$alias })*
            };
        }
    };
}

representations! { $
    string: StdString = String;
    boxed_str: BoxedStdStr = Box<str>;
    arc_str: ArcStdStr = Arc<str>;
    rc_str: RcStdStr = Rc<str>;
    cow: CowStr = Cow<'static, str>;
    string_buf: StringBuf24 = StringBuf<24>;
    shared_str: SharedStr = string_kit::SharedStr;
    smol_str: SmolStr = ::smol_str::SmolStr;
    smart_lazy: SmartStringLazy = SmartString<LazyCompact>;
    smart_compact: SmartStringCompact = SmartString<Compact>;
    compact_string: CompactString = ::compact_str::CompactString;
    eco_string: EcoString = ::ecow::EcoString;
    lean_string: LeanString = ::lean_string::LeanString;
    char_str: CharStr = ::char_str::CharStr;
    char_string: CharString = ::char_str::CharString;
    hip_str: HipStr = ::hipstr::HipStr<'static>;
    arcstr: ArcStr = ::arcstr::ArcStr;
    cold_string: ColdString = ::cold_string::ColdString;
    kstring: KString = KStringBase<BoxedStr>;
    flex_str: FlexStr = ::flexstr::SharedStr;
}
