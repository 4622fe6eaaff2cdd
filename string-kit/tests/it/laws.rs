//! The laws about editing and collecting, without the checking allocator.
//!
//! The checking allocator fills new memory, which hides reads of uninitialised memory from
//! valgrind.

use string_kit::{SharedStr, StringBuf};
use string_kit_conformance::{Conform, Law};

fn check<S: Conform + 'static>() {
    let subject = S::subject();
    let laws = Law::ALL.iter();
    for law in laws.filter(|law| ["Editing", "Collecting"].contains(&law.topic())) {
        subject.assert(*law);
    }
}

#[test]
fn string_buf_of_0_keeps_the_laws() {
    check::<StringBuf<0>>();
}

#[test]
fn string_buf_of_7_keeps_the_laws() {
    check::<StringBuf<7>>();
}

#[test]
fn string_buf_of_24_keeps_the_laws() {
    check::<StringBuf<24>>();
}

#[test]
fn shared_str_keeps_the_laws() {
    check::<SharedStr>();
}
