//! arbitrary's trait for string-kit's own types, for the inputs of a fuzz target. Each reads the
//! same bytes as `String` or `Vec<String>`.

use alloc::vec::Vec;

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{SharedStr, StrList, StringBuf};

macro_rules! text {
    ([$($param:tt)*] $ty:ty) => {
        impl<'a, $($param)*> Arbitrary<'a> for $ty {
            fn arbitrary(from: &mut Unstructured<'a>) -> Result<Self> {
                <&str>::arbitrary(from).map(Self::from)
            }

            fn arbitrary_take_rest(from: Unstructured<'a>) -> Result<Self> {
                <&str>::arbitrary_take_rest(from).map(Self::from)
            }

            #[inline]
            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <&str>::size_hint(depth)
            }
        }
    };
}

text!([] SharedStr);
text!([const N: usize] StringBuf<N>);

impl<'a> Arbitrary<'a> for StrList {
    fn arbitrary(from: &mut Unstructured<'a>) -> Result<Self> {
        from.arbitrary_iter::<&str>()?.collect()
    }

    fn arbitrary_take_rest(from: Unstructured<'a>) -> Result<Self> {
        from.arbitrary_take_rest_iter::<&str>()?.collect()
    }

    #[inline]
    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        <Vec<&str>>::size_hint(depth)
    }
}
