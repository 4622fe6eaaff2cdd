//! Every rival, by every law.
#![allow(missing_docs)]

use string_kit_conformance::CheckingAllocator;
use string_kit_subjects::rivals;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident) => {
        string_kit_conformance::conformance! { $name: rivals::$name() }
    };
}
string_kit_subjects::for_each_rival!(examine);
