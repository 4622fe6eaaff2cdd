//! The list of all representations, with the capture of each one's own crate.
//!
//! To add one, write a file in `string-kit/src/repr`, and here a line in the list. The tests, the
//! benches, the fuzz targets and the laboratory take it from
//! [`for_each_representation!`](crate::for_each_representation).

use std::borrow::Cow;
use std::fmt::{Display, Write};
use std::rc::Rc;
use std::sync::Arc;

use ::char_str::{CharString, ToCharString};
use ::compact_str::ToCompactString;
use ::ecow::eco_format;
use ::kstring::KStringBase;
use ::kstring::backend::BoxedStr;
use ::lean_string::{ToLeanStr, ToLeanString};
use ::smartstring::{Compact, LazyCompact, SmartString};
use ::smol_str::format_smolstr;
use string_kit::{CapturedStr, StringBuf};

/// A string type that the laboratory compares.
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
    #[must_use]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self;
}

/// Writes a value into an empty string, whose type implements `fmt::Write`.
fn written<S: Default + Write, D: Display + ?Sized>(value: &D) -> S {
    let mut captured = S::default();
    write!(captured, "{value}").expect("a Display implementation returned an error");
    captured
}

/// Defines an alias of each representation, its impl, and [`for_each_representation!`].
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! representations {
    ($d:tt $($name:ident: $alias:ident = $ty:ty, |$value:ident| $captured:expr;)*) => {
        $(
            impl Representation for $ty {
                fn capture_natively<D: Display + ?Sized>($value: &D) -> Self {
                    $captured
                }
            }
        )*

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

// NOTE: compact_str, lean_string and char_str write a float in their own way if they see its type:
// 1.0 as `1.0`, and 1e16 as `1e16`. A reference hides the type.
representations! { $
    string: StdString = String, |value| value.to_string();
    boxed_str: BoxedStdStr = Box<str>, |value| value.to_string().into();
    arc_str: ArcStdStr = Arc<str>, |value| value.to_string().into();
    rc_str: RcStdStr = Rc<str>, |value| value.to_string().into();
    cow: CowStr = Cow<'static, str>, |value| value.to_string().into();
    string_buf: StringBuf24 = StringBuf<24>, |value| written(value);
    shared_str: SharedStr = string_kit::SharedStr, |value| value.to_string().into();
    smol_str: SmolStr = ::smol_str::SmolStr, |value| format_smolstr!("{value}");
    smart_lazy: SmartStringLazy = SmartString<LazyCompact>, |value| written(value);
    smart_compact: SmartStringCompact = SmartString<Compact>, |value| written(value);
    compact_string: CompactString = ::compact_str::CompactString,
        |value| (&value).to_compact_string();
    eco_string: EcoString = ::ecow::EcoString, |value| eco_format!("{value}");
    lean_string: LeanString = ::lean_string::LeanString, |value| (&value).to_lean_string();
    lean_str: LeanStr = ::lean_string::LeanStr, |value| (&value).to_lean_str();
    // Reallocates once to freeze a text on the heap.
    char_str: CharStr = ::char_str::CharStr, |value| CharString::capture_natively(value).freeze();
    char_string: CharString = ::char_str::CharString, |value| (&value).to_char_string();
    hip_str: HipStr = ::hipstr::HipStr<'static>, |value| value.to_string().into();
    arcstr: ArcStr = ::arcstr::ArcStr, |value| ::arcstr::format!("{value}");
    cold_string: ColdString = ::cold_string::ColdString, |value| value.to_string().into();
    arc_cold_string: ArcColdString = ::cold_string::ArcColdString,
        |value| value.to_string().into();
    kstring: KString = KStringBase<BoxedStr>, |value| value.to_string().into();
    flex_str: FlexStr = ::flexstr::SharedStr, |value| value.to_string().into();
}
