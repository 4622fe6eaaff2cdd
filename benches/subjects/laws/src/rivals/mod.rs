//! The rivals: string types that do not implement `CapturedStr`, and ways to capture that the
//! crates of string-kit's representations offer themselves.
//!
//! Each subject is a function: the methods of the type, and the laws that the exact version is known
//! to break. To add a rival, write a function, and its name in the list below: the laboratory and the
//! tests take it from there. The list of string-kit-subjects has its type.
//!
//! arrayvec's `ArrayString` and kstring's `StackString` are left out: their capacity is fixed, and
//! the laws need texts of any length.

mod captures;
mod growable;
mod hipstr;
mod immutable;

/// Re-exports the subjects, and defines [`for_each_rival!`](crate::for_each_rival), from the list.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! list {
    ($d:tt $($module:ident: $($name:ident)*;)*) => {
        $(pub use self::$module::{$($name,)*};)*

        /// Calls a macro for each rival: `callback! { name }`. The function of that name in
        /// [`rivals`](crate::rivals) returns the subject.
        ///
        /// ```
        /// macro_rules! show {
        ///     ($name:ident) => {
        ///         let subject = string_kit_laws::rivals::$name();
        ///         println!("{}: {}", stringify!($name), subject.name());
        ///     };
        /// }
        /// string_kit_laws::for_each_rival!(show);
        /// ```
        #[macro_export]
        macro_rules! for_each_rival {
            ($d callback:ident) => {
                $($($d callback! { $name })*)*
            };
        }
    };
}

list! { $
    immutable: substr beef_lean beef_wide byte_string yarn arc_cold_string;
    captures: to_char_string to_compact_string eco_format;
    immutable: fast_str;
    hipstr: hip_str_rc hip_str_unique;
    growable: im_string inlinable_string;
    immutable: kstring_arc kstring_cow lean_str;
    captures: to_lean_string to_lean_str;
    growable: small_string;
    captures: format_smolstr;
    growable: smol_str_builder str_tendril;
}
