//! Every representation and every rival, by every law, under the checking allocator.
#![allow(missing_docs)]

use string_kit::StringBuf;
use string_kit_conformance::{CheckingAllocator, Conform};
use string_kit_subjects::{Representation, rivals};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident, $ty:ty) => {
        string_kit_conformance::conformance! { $name: <$ty as Representation>::subject() }
    };
}
string_kit_subjects::for_each_representation!(examine);

// Inline capacities that leave nothing inline, and that are no multiple of a word.
string_kit_conformance::conformance! { string_buf_of_0: <StringBuf<0> as Conform>::subject() }
string_kit_conformance::conformance! { string_buf_of_7: <StringBuf<7> as Conform>::subject() }

macro_rules! examine_rival {
    ($name:ident) => {
        string_kit_conformance::conformance! { $name: rivals::$name() }
    };
}
string_kit_subjects::for_each_rival!(examine_rival);
