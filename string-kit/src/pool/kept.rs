//! The types whose values a pool keeps.

use core::borrow::Borrow;
use core::fmt::Debug;
use core::hash::Hash;

use crate::{SharedStr, StrList, TextError};

/// A text in the form in which it is looked up. `T` is the form in which it is kept. Users cannot
/// name this trait, which seals [`Handle`].
pub trait Key<T>: Eq + Hash {
    /// Returns an inline copy of a short text, which no pool keeps.
    fn inline(&self) -> Option<T>;

    fn try_copy(&self) -> Result<T, TextError>;

    fn is_unique(kept: &T) -> bool;

    fn heap_size(kept: &T) -> usize;
}

/// A type whose values a [`Pool`](crate::Pool) keeps: [`SharedStr`] or [`StrList`].
///
/// The trait is sealed.
pub trait Handle: Borrow<Self::Key> + Clone + Debug {
    /// The form in which a value is looked up: `str` or `StrList`.
    type Key: ?Sized + Key<Self>;
}

macro_rules! pooled {
    ($ty:ident by $key:ty: is_inline $is_inline:expr, inline $inline:expr, copy $copy:expr) => {
        impl Handle for $ty {
            type Key = $key;
        }

        impl Key<$ty> for $key {
            #[inline]
            fn inline(&self) -> Option<$ty> {
                $is_inline(self).then(|| $inline(self))
            }

            fn try_copy(&self) -> Result<$ty, TextError> {
                $copy(self)
            }

            fn is_unique(kept: &$ty) -> bool {
                kept.is_unique()
            }

            fn heap_size(kept: &$ty) -> usize {
                kept.heap_size()
            }
        }
    };
}

pooled!(
    SharedStr by str:
    is_inline |text: &str| text.len() <= SharedStr::INLINE_CAPACITY,
    inline SharedStr::from,
    copy SharedStr::try_from_str
);
pooled!(
    StrList by StrList:
    is_inline StrList::is_inline,
    inline StrList::clone,
    copy StrList::try_clone
);
