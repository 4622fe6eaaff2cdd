//! The tests that run for every representation, in one program with a counting allocator.
#![allow(missing_docs)]

/// Defines a module of tests for each representation, by functions that check a type. Begins with a
/// dollar sign, for the macro that this macro defines.
macro_rules! for_each_type {
    ($d:tt $($test:ident: $check:ident;)*) => {
        macro_rules! tests {
            ($d name:ident, $d ty:ty) => {
                mod $d name {
                    $(
                        #[test]
                        fn $test() {
                            super::$check::<$d ty>();
                        }
                    )*
                }
            };
        }
        string_kit_types::for_each_representation!(tests);
    };
}

mod allocations;
mod capture;
mod impls;
mod places;
mod versions;

use std::any::type_name;

use string_kit::CapturedStr;
use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// The names in `PROFILE` that differ from the compiler's name without paths, and that name.
const NAMES: [(&str, &str); 6] = [
    ("Cow<'static, str>", "Cow<str>"),
    ("StringBuf", "StringBuf<24>"),
    ("HipStr<'static>", "HipStr<Arc>"),
    ("ArcColdString", "ArcColdStringInner<AtomicUsize>"),
    ("KString", "KStringBase<Box<str>>"),
    ("flexstr::SharedStr", "FlexStr<str, Arc<str>>"),
];

fn check_name<S: CapturedStr>() {
    let name = S::PROFILE.name;
    let mut names = NAMES.iter();
    let expected = names.find(|(written, _)| *written == name);
    let path = type_name::<S>().replace("'_, ", "");
    let parts = path.split_inclusive(['<', '>', ',', ' ']);
    let short: String = parts.filter_map(|part| part.rsplit("::").next()).collect();
    assert_eq!(short, expected.map_or(name, |(_, compiled)| compiled));
}

for_each_type! { $ the_name_is_the_type_as_users_write_it: check_name; }
