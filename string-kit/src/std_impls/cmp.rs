//! Comparison and hashing by the text alone: not by its place, by `N` or by a capacity. Nothing
//! here allocates.
//!
//! A type of std is compared with ours, from its side, only where it is with `String`. Other impls
//! would break programs that do not use ours: with a `Box<str>: PartialEq<SharedStr>` in scope,
//! `boxed == "y".into()` has two solutions, and does not compile.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::{SharedStr, StringBuf, short_text};

macro_rules! compare {
    ([$($param:tt)*] $ty:ty, [$($more:tt)*] $other:ty) => {
        impl<$($param)*> Eq for $ty {}

        #[allow(
            clippy::non_canonical_partial_ord_impl,
            reason = "`cmp` takes no `StringBuf` with another `N`"
        )]
        impl<$($param)* $($more)*> PartialOrd<$other> for $ty {
            #[inline]
            fn partial_cmp(&self, other: &$other) -> Option<Ordering> {
                Some(self.as_str().cmp(other.as_str()))
            }
        }

        impl<$($param)*> Ord for $ty {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        /// Hashes as `str` does, which `Borrow<str>` requires.
        impl<$($param)*> Hash for $ty {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        each!(equal ([$($param)*] $ty, as str) str, &str, String, Cow<'_, str>);
        each!(equal_to ([$($param)*] $ty, as str) Box<str>, Arc<str>, Rc<str>);
        each!(ordered_with ([$($param)*] $ty) str, &str, String);
        ordered_with!(([$($param)*] String) $ty);
        #[cfg(feature = "std")]
        each!(
            equal ([$($param)*] $ty, as std::path::Path)
            std::path::Path, std::path::PathBuf
        );
    };
}

/// Implements `==` of two types in both directions.
macro_rules! equal {
    (([$($param:tt)*] $ty:ty, as $as:ty) $other:ty) => {
        equal_to!(([$($param)*] $ty, as $as) $other);
        equal_to!(([$($param)*] $other, as $as) $ty);
    };
}

/// Implements `==` of a type with another, by the `AsRef` of both to `$as`: as paths they are
/// compared component by component.
macro_rules! equal_to {
    (([$($param:tt)*] $ty:ty, as $as:ty) $other:ty) => {
        impl<$($param)*> PartialEq<$other> for $ty {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                AsRef::<$as>::as_ref(self) == AsRef::<$as>::as_ref(other)
            }
        }
    };
}

macro_rules! ordered_with {
    (([$($param:tt)*] $ty:ty) $other:ty) => {
        impl<$($param)*> PartialOrd<$other> for $ty {
            #[inline]
            fn partial_cmp(&self, other: &$other) -> Option<Ordering> {
                AsRef::<str>::as_ref(self).partial_cmp(AsRef::<str>::as_ref(other))
            }
        }
    };
}

#[cfg(feature = "rkyv")]
pub(crate) use {equal, equal_to, ordered_with};

impl<const N: usize, const M: usize> PartialEq<StringBuf<M>> for StringBuf<N> {
    #[inline]
    fn eq(&self, other: &StringBuf<M>) -> bool {
        /// PERF: apart, so that the texts below take no space for those that are seldom.
        #[inline(never)]
        fn equal<const N: usize, const M: usize>(
            left: &StringBuf<N>,
            right: &StringBuf<M>,
        ) -> bool {
            left.as_bytes() == right.as_bytes()
        }
        // PERF: of a text whose place is known, no branch looks for it.
        match (self.is_inline(), other.is_inline()) {
            (true, true) => short_text::equal(self.as_bytes(), other.as_bytes()),
            (false, false) => self.as_bytes() == other.as_bytes(),
            _ => equal(self, other),
        }
    }
}

compare!([] SharedStr, [] SharedStr);
compare!([const N: usize,] StringBuf<N>, [const M: usize,] StringBuf<M>);

equal!(([const N: usize,] SharedStr, as str) StringBuf<N>);
