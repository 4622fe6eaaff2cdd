//! rkyv's traits for string-kit's own types. `StringBuf` and `SharedStr` are archived as a `String`
//! is, and `StrList` as a `Vec<String>`.

use core::cmp::Ordering;

use rkyv::rancor::{Fallible, ResultExt, Source};
use rkyv::ser::{Allocator, Writer};
use rkyv::string::{ArchivedString, StringResolver};
use rkyv::vec::{ArchivedVec, VecResolver};
use rkyv::{Archive, Deserialize, Place, Serialize, SerializeUnsized};

use crate::std_impls::{equal, equal_to, ordered_with};
use crate::{SharedStr, StrList, StrListBuilder, StringBuf};

macro_rules! text {
    ([$($param:tt)*] $ty:ty) => {
        impl<$($param)*> Archive for $ty {
            type Archived = ArchivedString;
            type Resolver = StringResolver;

            #[inline]
            fn resolve(&self, resolver: StringResolver, out: Place<ArchivedString>) {
                ArchivedString::resolve_from_str(self, resolver, out);
            }
        }

        impl<S: Fallible + ?Sized, $($param)*> Serialize<S> for $ty
        where
            S::Error: Source,
            str: SerializeUnsized<S>,
        {
            #[inline]
            fn serialize(&self, to: &mut S) -> Result<StringResolver, S::Error> {
                ArchivedString::serialize_from_str(self, to)
            }
        }

        /// Copies the text. Clones that are serialized and deserialized do not share a text any
        /// more.
        impl<D: Fallible + ?Sized, $($param)*> Deserialize<$ty, D> for ArchivedString {
            #[inline]
            fn deserialize(&self, _: &mut D) -> Result<$ty, D::Error> {
                Ok(self.as_str().into())
            }
        }

        equal!(([$($param)*] $ty, as str) ArchivedString);
        ordered_with!(([$($param)*] $ty) ArchivedString);
        ordered_with!(([$($param)*] ArchivedString) $ty);
    };
}

text!([] SharedStr);
text!([const N: usize] StringBuf<N>);

impl Archive for StrList {
    type Archived = ArchivedVec<ArchivedString>;
    type Resolver = VecResolver;

    #[inline]
    fn resolve(&self, resolver: VecResolver, out: Place<Self::Archived>) {
        ArchivedVec::resolve_from_len(self.len(), resolver, out);
    }
}

impl<S> Serialize<S> for StrList
where
    S: Fallible + Allocator + Writer + ?Sized,
    S::Error: Source,
{
    fn serialize(&self, to: &mut S) -> Result<VecResolver, S::Error> {
        ArchivedVec::serialize_from_iter::<Item<'_>, _, S>(self.iter().map(Item), to)
    }
}

/// Copies the strings, by a [`StrListBuilder`]. Memory that runs out is an error.
impl<D> Deserialize<StrList, D> for ArchivedVec<ArchivedString>
where
    D: Fallible + ?Sized,
    D::Error: Source,
{
    fn deserialize(&self, _: &mut D) -> Result<StrList, D::Error> {
        // Strings may overlap in an archive, so that the sum may be more than the archive has.
        let bytes = self
            .iter()
            .fold(0_usize, |sum, string| sum.saturating_add(string.len()));
        let mut builder = StrListBuilder::try_with_capacity(self.len(), bytes).into_error()?;
        for string in self.iter() {
            builder.try_push(string).into_error()?;
        }
        builder.try_finish().into_error()
    }
}

impl PartialEq<StrList> for ArchivedVec<ArchivedString> {
    fn eq(&self, other: &StrList) -> bool {
        *other == self[..]
    }
}

impl PartialEq<ArchivedVec<ArchivedString>> for StrList {
    fn eq(&self, other: &ArchivedVec<ArchivedString>) -> bool {
        *self == other[..]
    }
}

impl PartialOrd<StrList> for ArchivedVec<ArchivedString> {
    fn partial_cmp(&self, other: &StrList) -> Option<Ordering> {
        Some(self.iter().map(ArchivedString::as_str).cmp(other))
    }
}

impl PartialOrd<ArchivedVec<ArchivedString>> for StrList {
    fn partial_cmp(&self, other: &ArchivedVec<ArchivedString>) -> Option<Ordering> {
        Some(self.iter().cmp(other.iter().map(ArchivedString::as_str)))
    }
}

/// A string of a list: the functions of [`ArchivedVec`] need a `Sized` type.
struct Item<'a>(&'a str);

impl Archive for Item<'_> {
    type Archived = ArchivedString;
    type Resolver = StringResolver;

    #[inline]
    fn resolve(&self, resolver: StringResolver, out: Place<ArchivedString>) {
        ArchivedString::resolve_from_str(self.0, resolver, out);
    }
}

impl<S> Serialize<S> for Item<'_>
where
    S: Fallible + ?Sized,
    S::Error: Source,
    str: SerializeUnsized<S>,
{
    #[inline]
    fn serialize(&self, to: &mut S) -> Result<StringResolver, S::Error> {
        ArchivedString::serialize_from_str(self.0, to)
    }
}
