//! proptest's trait for string-kit's own types: `any::<SharedStr>()` generates and shrinks a text
//! as `any::<String>()` does.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::arbitrary::{Arbitrary, ParamsFor, StrategyFor, any_with};
use proptest::strategy::{Map, MapInto, Strategy};

use crate::{SharedStr, StrList, StringBuf};

macro_rules! text {
    ([$($param:tt)*] $ty:ty) => {
        /// Generates and shrinks the texts of `any::<String>()`. `any_with` takes a regular
        /// expression that they match.
        impl<$($param)*> Arbitrary for $ty {
            type Parameters = ParamsFor<String>;
            type Strategy = MapInto<StrategyFor<String>, Self>;

            fn arbitrary_with(texts: Self::Parameters) -> Self::Strategy {
                any_with::<String>(texts).prop_map_into()
            }
        }
    };
}

text!([] SharedStr);
text!([const N: usize] StringBuf<N>);

/// Generates and shrinks the strings of `any::<Vec<String>>()`. `any_with` takes the range of their
/// number, and a regular expression that each matches.
impl Arbitrary for StrList {
    type Parameters = ParamsFor<Vec<String>>;
    type Strategy = Map<StrategyFor<Vec<String>>, fn(Vec<String>) -> Self>;

    fn arbitrary_with(strings: Self::Parameters) -> Self::Strategy {
        any_with::<Vec<String>>(strings).prop_map(Self::from_iter)
    }
}
