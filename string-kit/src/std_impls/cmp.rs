//! Comparison and hashing by the text alone: not by its place, by `N` or by a capacity. Nothing here
//! allocates.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::{SharedStr, StringBuf};

/// Implements equality and order of a type with itself, and hashing. The second form of the type
/// has other parameters, if it has any.
macro_rules! compare {
    ([$($param:tt)*] $ty:ty, [$($more:tt)*] $other:ty) => {
        impl<$($param)* $($more)*> PartialEq<$other> for $ty {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                self.as_str() == other.as_str()
            }
        }

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

        eq_text!([$($param)*] $ty: str, &str, String, Box<str>, Cow<'_, str>, Arc<str>, Rc<str>);
        ord_text!([$($param)*] $ty: str, &str, String);
        eq_path!([$($param)*] $ty: std::path::Path, std::path::PathBuf);
    };
}

/// Implements equality with other string types, in both directions.
macro_rules! eq_text {
    (@ [$($param:tt)*] $ty:ty, $other:ty) => {
        impl<$($param)*> PartialEq<$other> for $ty {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                let other: &str = other.as_ref();
                self.as_str() == other
            }
        }

        impl<$($param)*> PartialEq<$ty> for $other {
            #[inline]
            fn eq(&self, other: &$ty) -> bool {
                other == self
            }
        }
    };
    ($params:tt $ty:ty: $($other:ty),*) => {
        $(eq_text!(@ $params $ty, $other);)*
    };
}

/// Implements order with other string types, in both directions.
macro_rules! ord_text {
    (@ [$($param:tt)*] $ty:ty, $other:ty) => {
        impl<$($param)*> PartialOrd<$other> for $ty {
            #[inline]
            fn partial_cmp(&self, other: &$other) -> Option<Ordering> {
                let other: &str = other.as_ref();
                Some(self.as_str().cmp(other))
            }
        }

        impl<$($param)*> PartialOrd<$ty> for $other {
            #[inline]
            fn partial_cmp(&self, other: &$ty) -> Option<Ordering> {
                let this: &str = self.as_ref();
                Some(this.cmp(other.as_str()))
            }
        }
    };
    ($params:tt $ty:ty: $($other:ty),*) => {
        $(ord_text!(@ $params $ty, $other);)*
    };
}

/// Implements equality with paths, in both directions.
macro_rules! eq_path {
    (@ [$($param:tt)*] $ty:ty, $other:ty) => {
        /// Compares component by component, as paths do and as `String` does with a path.
        #[cfg(feature = "std")]
        impl<$($param)*> PartialEq<$other> for $ty {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                let other: &std::path::Path = other.as_ref();
                std::path::Path::new(self.as_str()) == other
            }
        }

        /// Compares component by component, as paths do and as a path does with a `String`.
        #[cfg(feature = "std")]
        impl<$($param)*> PartialEq<$ty> for $other {
            #[inline]
            fn eq(&self, other: &$ty) -> bool {
                other == self
            }
        }
    };
    ($params:tt $ty:ty: $($other:ty),*) => {
        $(eq_path!(@ $params $ty, $other);)*
    };
}

/// Implements equality of two types of this crate, in both directions.
macro_rules! eq_each_other {
    ([$($param:tt)*] $one:ty, $other:ty) => {
        impl<$($param)*> PartialEq<$other> for $one {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl<$($param)*> PartialEq<$one> for $other {
            #[inline]
            fn eq(&self, other: &$one) -> bool {
                self.as_str() == other.as_str()
            }
        }
    };
}

compare!([] SharedStr, [] SharedStr);
compare!([const N: usize,] StringBuf<N>, [const M: usize,] StringBuf<M>);

eq_each_other!([const N: usize,] SharedStr, StringBuf<N>);
