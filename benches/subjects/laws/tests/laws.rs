//! Every law for every representation and every rival, with the checking allocator.
#![allow(missing_docs)]

use std::collections::{BTreeMap, HashSet};

use string_kit::StringBuf;
use string_kit_conformance::{CheckingAllocator, Conform, conformance};
use string_kit_laws::{all, named};

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

#[test]
fn names_are_unique() {
    let mut names = HashSet::new();
    for listed in all() {
        assert!(names.insert(listed.name), "{} twice", listed.name);
    }
}

#[test]
fn the_types_are_those_that_the_laboratory_lists() {
    // The first subject of a type has the type's name, the others name a way to capture.
    let mut examined = BTreeMap::new();
    for listed in all() {
        let (name, subject) = (listed.name, listed.subject);
        let names = (name, subject.name());
        examined.entry(subject.path()).or_insert(names);
    }
    let listed = string_kit_subjects::all();
    let listed = listed.iter();
    let listed = listed.map(|one| (one.subject.path(), (one.name, one.subject.name())));
    assert_eq!(examined, listed.collect());
}
