//! Every law for every representation and every rival, with the checking allocator; and types that
//! are broken on purpose, which the laws must find.
//!
//! The subjects are trait objects, so that this program does not compile the laws again for each
//! type: the library has done so.
#![allow(missing_docs)]

mod declarations;
mod liars;
mod list;
mod mutants;
mod partial_types;

use string_kit::StringBuf;
use string_kit_conformance::{CheckingAllocator, Conform, conformance};
use string_kit_laws::named;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

macro_rules! examine {
    ($name:ident $(, $ty:ty)?) => {
        conformance! { $name: named(stringify!($name)) }
    };
}
string_kit_subjects::for_each_representation!(examine);
string_kit_laws::for_each_rival!(examine);

// Inline capacities of zero, and of no multiple of a word.
conformance! { string_buf_of_0: StringBuf::<0>::subject() }
conformance! { string_buf_of_7: StringBuf::<7>::subject() }
