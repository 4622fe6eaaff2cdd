//! The traits that read or change a text as its `str`. Only `ToSocketAddrs` allocates.

use core::borrow::{Borrow, BorrowMut};
use core::fmt;
use core::ops::{Deref, DerefMut, Index, IndexMut};
use core::slice::SliceIndex;

use crate::{SharedStr, StringBuf};

macro_rules! views {
    ([$($param:tt)*] $ty:ty) => {
        impl<$($param)*> Deref for $ty {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        each!(as_ref ([$($param)*] $ty) str, [u8]);
        #[cfg(feature = "std")]
        each!(as_ref ([$($param)*] $ty) std::ffi::OsStr, std::path::Path);

        impl<$($param)*> Borrow<str> for $ty {
            #[inline]
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl<$($param)*> fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl<$($param)*> fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self.as_str(), f)
            }
        }

        impl<$($param)* I: SliceIndex<str>> Index<I> for $ty {
            type Output = I::Output;

            #[inline]
            #[track_caller]
            fn index(&self, index: I) -> &I::Output {
                self.as_str().index(index)
            }
        }

        #[cfg(feature = "std")]
        impl<$($param)*> std::net::ToSocketAddrs for $ty {
            type Iter = <str as std::net::ToSocketAddrs>::Iter;

            fn to_socket_addrs(&self) -> std::io::Result<Self::Iter> {
                self.as_str().to_socket_addrs()
            }
        }
    };
}

macro_rules! as_ref {
    (([$($param:tt)*] $ty:ty) $other:ty) => {
        impl<$($param)*> AsRef<$other> for $ty {
            #[inline]
            fn as_ref(&self) -> &$other {
                self.as_str().as_ref()
            }
        }
    };
}

views!([] SharedStr);
views!([const N: usize,] StringBuf<N>);

impl<const N: usize> DerefMut for StringBuf<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

impl<const N: usize> AsMut<str> for StringBuf<N> {
    #[inline]
    fn as_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

impl<const N: usize> BorrowMut<str> for StringBuf<N> {
    #[inline]
    fn borrow_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

impl<const N: usize, I: SliceIndex<str>> IndexMut<I> for StringBuf<N> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        self.as_mut_str().index_mut(index)
    }
}
