//! The laws about editing and collecting for `StringBuf`, without the checking allocator.
//!
//! The checking allocator fills new memory, which hides reads of uninitialised memory from
//! valgrind.

use string_kit::StringBuf;
use string_kit_conformance::{Conform, Law};

fn check<const N: usize>() {
    let subject = StringBuf::<N>::subject();
    let laws = Law::ALL.iter();
    for law in laws.filter(|law| ["Editing", "Collecting"].contains(&law.topic())) {
        subject.assert(*law);
    }
}

#[test]
fn string_buf_of_0_keeps_the_laws() {
    check::<0>();
}

#[test]
fn string_buf_of_7_keeps_the_laws() {
    check::<7>();
}

#[test]
fn string_buf_of_24_keeps_the_laws() {
    check::<24>();
}
