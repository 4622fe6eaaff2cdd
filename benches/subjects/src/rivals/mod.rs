//! String types that string-kit has no representation of, and the ways in which its
//! representations' own crates capture.
//!
//! One file for each crate: a function for each subject, with the methods that the crate has, and
//! the laws that its exact version is known to break. Adding a rival takes a file, its `mod` and a
//! line in the list below: the laboratory and the tests follow.
//!
//! Not here, since the laws ask for texts of any length: arrayvec's `ArrayString` and kstring's
//! `StackString`, whose capacity is fixed.

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

use super::Examined;

/// Defines [`rivals`] and [`for_each_rival!`](crate::for_each_rival) from the one list.
///
/// `$d` is a dollar sign, for the macro that this macro defines.
macro_rules! list {
    ($d:tt $($module:ident: $($name:ident)*;)*) => {
        $(pub use self::$module::{$($name,)*};)*

        /// Each of them, by a name of its own.
        ///
        /// ```
        /// let rivals = string_kit_subjects::rivals();
        /// assert!(rivals.iter().any(|rival| rival.name() == "Yarn"));
        /// ```
        #[must_use]
        pub fn rivals() -> Vec<Box<dyn Examined>> {
            vec![$($(Box::new($name()),)*)*]
        }

        /// Calls a macro with the name of each rival: that of the function in
        /// [`rivals`](mod@crate::rivals) which gives its subject.
        ///
        /// ```
        /// macro_rules! show {
        ///     ($name:ident) => {
        ///         let subject = string_kit_subjects::rivals::$name();
        ///         println!("{}: {}", stringify!($name), subject.name());
        ///     };
        /// }
        /// string_kit_subjects::for_each_rival!(show);
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
