//! The rivals: string types that do not implement `CapturedStr`, and ways to capture that the
//! crates of string-kit's representations offer themselves.
//!
//! Each crate has a file, with a function for each subject: the methods of the type, and the laws
//! that the exact version is known to break. To add a rival, write a file, its `mod` line and a
//! line in the list below: the laboratory and the tests take it from there. The list of
//! string-kit-subjects has its type.
//!
//! arrayvec's `ArrayString` and kstring's `StackString` are left out: their capacity is fixed, and
//! the laws need texts of any length.

mod arcstr;
mod beef;
mod bytestring;
mod byteyarn;
mod char_str;
mod cold_string;
mod compact_str;
mod ecow;
mod faststr;
mod hipstr;
mod imstr;
mod inlinable_string;
mod kstring;
mod lean_string;
mod smallstr;
mod smol_str;
mod tendril;

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
    arcstr: substr;
    beef: beef_lean beef_wide;
    bytestring: byte_string;
    byteyarn: yarn;
    char_str: to_char_string;
    cold_string: arc_cold_string;
    compact_str: to_compact_string;
    ecow: eco_format;
    faststr: fast_str;
    hipstr: hip_str_rc hip_str_unique;
    imstr: im_string;
    inlinable_string: inlinable_string;
    kstring: kstring_arc kstring_cow;
    lean_string: lean_str to_lean_string to_lean_str;
    smallstr: small_string;
    smol_str: format_smolstr smol_str_builder;
    tendril: str_tendril;
}
