//! The list of the subjects.

use std::collections::{BTreeMap, HashSet};

use string_kit_laws::all;

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
