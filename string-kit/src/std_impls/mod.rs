//! std's traits for [`SharedStr`](crate::SharedStr) and [`StringBuf`](crate::StringBuf).
//!
//! Each file has one family of traits, as a macro and its calls. The macros use `as_str`,
//! `From<&str>` and `into_string` of the types, so that both get the same impls.
//!
//! A macro takes the generic parameters of a type in brackets, each with a comma behind it.

/// Calls a macro with each of some types: `each!(m (a) A, B)` is `m!((a) A); m!((a) B);`.
macro_rules! each {
    ($implement:ident $arguments:tt $($other:ty),* $(,)?) => {
        $($implement!($arguments $other);)*
    };
}

mod bytes;
mod cmp;
mod collect;
mod from;
mod into;
mod views;

#[cfg(feature = "rkyv")]
pub(crate) use cmp::{equal, equal_to, ordered_with};
