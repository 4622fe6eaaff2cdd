//! `StringBuf` by the laws about edits and iterators on the system's own allocator: `valgrind` sees
//! what is uninitialised, which the checking allocator fills.

use string_kit::StringBuf;
use string_kit_conformance::{Conform, Law};

fn keeps_the_laws<const N: usize>() {
    let subject = StringBuf::<N>::subject();
    let laws = Law::ALL.iter();
    for law in laws.filter(|law| ["Editing", "Collecting"].contains(&law.room())) {
        subject.assert(*law);
    }
}

#[test]
fn of_0() {
    keeps_the_laws::<0>();
}

#[test]
fn of_7() {
    keeps_the_laws::<7>();
}

#[test]
fn of_24() {
    keeps_the_laws::<24>();
}
