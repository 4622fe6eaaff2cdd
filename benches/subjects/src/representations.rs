//! The list of all representations, with the capture of each one's own crate.
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
use ::compact_str::{CompactString, ToCompactString};
use ::ecow::{EcoString, eco_format};
use ::hipstr::HipStr;
use ::kstring::KStringBase;
use ::kstring::backend::BoxedStr;
use ::lean_string::{LeanString, ToLeanString};
use ::smartstring::{Compact, LazyCompact, SmartString};
use ::smol_str::{SmolStr, format_smolstr};
use string_kit::{CapturedStr, SharedStr, StringBuf};

/// A string type that the laboratory compares.
///
/// ```
/// use string_kit_subjects::Representation;
///
/// assert_eq!(String::capture_natively(&12), "12");
/// ```
pub trait Representation: CapturedStr {
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

/// Implements the trait for the types whose crates offer no capture.
macro_rules! without_capture {
    ($($ty:ty),*) => {
        $(impl Representation for $ty {})*
    };
}
without_capture!(
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'static, str>,
    SharedStr,
    ColdString,
    ::flexstr::SharedStr,
    HipStr<'static>,
    KStringBase<BoxedStr>
);

impl<const N: usize> Representation for StringBuf<N> {
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        write_into(value)
    }
}

impl Representation for ArcStr {
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        ::arcstr::format!("{value}")
    }
}

impl Representation for CharStr {
    /// Writes a `CharString`, then freezes it, which reallocates once if the text is on the heap.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        CharString::capture_natively(value).freeze()
    }
}

impl Representation for CharString {
    /// Captures the text of `to_string`. If the crate sees the type of a float, its text differs:
    /// `1.0_f64.to_char_string()` is `1.0`, and `1e16_f64.to_char_string()` is `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_char_string()
    }
}

impl Representation for CompactString {
    /// Captures the text of `to_string`. If the crate sees the type of a float, its text differs:
    /// `1.0_f64.to_compact_string()` is `1.0`, and `1e16_f64.to_compact_string()` is `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_compact_string()
    }
}

impl Representation for EcoString {
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        eco_format!("{value}")
    }
}

impl Representation for LeanString {
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
            fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
                write_into(value)
            }
        }
    )*};
}
of_smart_string!(LazyCompact, Compact);

impl Representation for SmolStr {
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
