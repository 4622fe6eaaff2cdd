//! Types that are broken on purpose, of which each law must find those that it is about; and types
//! that keep the laws of the traits that they have.
#![allow(missing_docs)]

/// Defines tests that a type keeps laws: the test, the subject and the laws of each.
macro_rules! kept {
    ($($test:ident: $subject:expr, $($law:ident)*;)*) => {$(
        #[test]
        fn $test() {
            use string_kit_conformance::{Law, Verdict};

            for law in [$(Law::$law),*] {
                assert_eq!($subject.examine(law), Verdict::Kept, "{}", law.name());
            }
        }
    )*};
}

mod declarations;
mod liars;
mod mutants;
mod partial_types;

use string_kit_conformance::CheckingAllocator;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
