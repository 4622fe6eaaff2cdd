//! The tests that run for every representation, in one program with a counting allocator.
#![allow(missing_docs)]

#[macro_use]
#[path = "../../../../string-kit/tests/it/support/mod.rs"]
mod support;

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
        string_kit_subjects::for_each_representation!(tests);
    };
}

mod allocations;
mod capture;
mod hostile;
mod impls;
mod names;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
