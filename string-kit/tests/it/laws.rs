//! The laws about editing and collecting, without the checking allocator.
//!
//! The checking allocator fills new memory, which hides reads of uninitialised memory from
//! valgrind.

use string_kit::{SharedStr, StringBuf};
use string_kit_conformance::{Law, Subject, subject};

fn check<S: 'static>(subject: &Subject<S>) {
    let laws = Law::ALL.iter();
    for law in laws.filter(|law| ["Editing", "Collecting"].contains(&law.topic())) {
        subject.assert(*law);
    }
}

fn string_buf<const N: usize>() -> Subject<StringBuf<N>> {
    subject!(StringBuf<N>;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, repeat, capacity, reserve,
        try_reserve, try_push_str, shrink_to_fit,
    )
    .unexamined(&[Law::BorrowedOnce])
}

#[test]
fn string_buf_keeps_the_laws() {
    check(&string_buf::<0>());
    check(&string_buf::<7>());
    check(&string_buf::<24>());
}

#[test]
fn shared_str_keeps_the_laws() {
    check(&subject!(SharedStr; slice));
}
