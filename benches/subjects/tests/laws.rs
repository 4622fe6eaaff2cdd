//! Every representation, by every law.
#![cfg(feature = "conformance")]
#![allow(missing_docs)]

use string_kit_conformance::{CheckingAllocator, Conform};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident, $ty:ty) => {
        string_kit_conformance::conformance! { $name: <$ty>::subject() }
    };
}
string_kit_subjects::for_each_representation!(examine);

// Inline capacities that leave nothing inside, and that a word does not divide.
string_kit_conformance::conformance! { string_buf_of_0: string_kit::StringBuf::<0>::subject() }
string_kit_conformance::conformance! { string_buf_of_7: string_kit::StringBuf::<7>::subject() }
