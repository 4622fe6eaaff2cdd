//! Every representation, by every law.
#![cfg(feature = "conformance")]
#![allow(missing_docs)]

use string_kit::conformance::{CheckingAllocator, Conform};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident, $ty:ty) => {
        string_kit::conformance! { $name: <$ty>::subject() }
    };
}
string_kit::for_each_representation!(examine);
