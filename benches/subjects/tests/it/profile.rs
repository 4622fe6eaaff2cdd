//! Tests that every field of every `PROFILE` is what an observation finds.

use std::any::type_name;
use std::fmt;
use std::ops::AddAssign;

use string_kit::{CapturedStr, CloneCost};
use string_kit_conformance::count;

/// The names in `PROFILE` that differ from the compiler's name without paths, and that name.
const NAMES: [(&str, &str); 5] = [
    ("Cow<'static, str>", "Cow<str>"),
    ("StringBuf", "StringBuf<24>"),
    ("HipStr<'static>", "HipStr<Arc>"),
    ("KString", "KStringBase<Box<str>>"),
    ("flexstr::SharedStr", "FlexStr<str, Arc<str>>"),
];

/// Returns the compiler's name of the type, without paths and lifetimes.
fn short_name<S>() -> String {
    type_name::<S>()
        .replace("'_, ", "")
        .split_inclusive(['<', '>', ',', ' '])
        .map(|part| {
            part.rsplit("::")
                .next()
                .expect("a split has at least one part")
        })
        .collect()
}

/// Checks that the name is the type as users write it.
fn check_name<S: CapturedStr>() {
    let name = S::PROFILE.name;
    let expected = NAMES
        .iter()
        .find(|(written, _)| *written == name)
        .map_or(name, |(_, compiled)| compiled);
    assert_eq!(short_name::<S>(), expected);
}

/// Checks that the inline capacity is the length of the longest text that allocates nothing.
fn check_inline_capacity<S: CapturedStr>() {
    let text = crate::support::ascii(64);
    let capacity = S::PROFILE.inline_capacity;
    let mut longest = 0;
    for len in 0..=text.len() {
        let (value, counts) = count(|| S::from_text(&text[..len]));
        if counts.allocations == 0 {
            assert!(
                longest + 1 >= len,
                "{len} bytes are inline, but not {longest} + 1"
            );
            longest = len;
        }
        assert_eq!(
            value.is_inline(),
            len <= capacity && capacity > 0,
            "{len} bytes"
        );
        assert_eq!(
            value.heap_size() == 0,
            counts.allocations == 0,
            "{len} bytes"
        );
    }
    assert_eq!(longest, capacity);
}

/// Checks that a clone shares or copies, as the profile says.
fn check_clone<S: CapturedStr>() {
    let value = S::from_text(&crate::support::ascii(100));
    let (clone, counts) = count(|| value.clone());
    let cost = if counts.allocations == 0 {
        CloneCost::Shares
    } else {
        CloneCost::Copies
    };
    assert_eq!(cost, S::PROFILE.clone);
    assert_eq!(
        cost == CloneCost::Shares,
        clone.as_str().as_ptr() == value.as_str().as_ptr()
    );
}

/// A `push_str` that leaves the text unchanged, for the types that have none of their own.
trait NoPush {
    fn push_str(&mut self, _: &str) {}
}
impl<T> NoPush for T {}

macro_rules! profile {
    ($name:ident, $ty:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn the_name_is_the_type_as_users_write_it() {
                check_name::<$ty>();
            }

            #[test]
            fn the_inline_capacity_is_the_longest_text_without_an_allocation() {
                check_inline_capacity::<$ty>();
            }

            #[test]
            fn a_clone_costs_what_the_profile_says() {
                check_clone::<$ty>();
            }

            #[test]
            fn a_mutable_type_has_a_method_that_appends() {
                let mut value = <$ty>::from_text("a");
                value.push_str("b");
                let by_method = value.as_str() == "ab";
                let by_trait = implements!($ty: fmt::Write)
                    || implements!($ty: Extend<char>)
                    || implements!($ty: AddAssign<&'static str>);
                assert_eq!(by_method || by_trait, <$ty>::PROFILE.mutable);
            }
        }
    };
}
string_kit_subjects::for_each_representation!(profile);

#[test]
fn names_are_unique() {
    let mut names = Vec::new();
    macro_rules! collect {
        ($name:ident, $ty:ty) => {
            names.push(<$ty>::PROFILE.name);
        };
    }
    string_kit_subjects::for_each_representation!(collect);
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
