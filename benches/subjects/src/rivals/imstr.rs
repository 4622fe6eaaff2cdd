//! `ImString`: a range of an `Arc<String>`; 24 bytes, copied on write.

use imstr::ImString;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// What several laws find.
const TAKEN: &str = "imstr 0.2.0 takes the String out while it changes it: after a panic meanwhile \
    every look at the text panics";

/// `ImString`.
#[must_use]
pub fn im_string() -> Subject<ImString> {
    subject!(
        ImString;
        push, push_str, pop, truncate, clear, insert, insert_str, slice, split_off, as_mut_str,
        capacity, with_capacity, from_utf8_lossy,
        from_utf8: |bytes| ImString::from_utf8(bytes.to_vec()).ok(),
    )
    .shares(true)
    .known(
        Law::RangesKeepCharacters,
        "imstr 0.2.0 takes 1 off an end that is included, where it should add it: 0..=1 is 0..0; and a \
         panic in insert leaves a text that panics when it is looked at",
    )
    .known(
        Law::RangesAreReadOnce,
        "imstr 0.2.0 asks for the bounds of slice twice, and checks the first answers alone",
    )
    .known(
        Law::EditsAsStringDoes,
        "imstr 0.2.0: split_off of a slice forgets where the slice begins, and truncate of one that \
         is shared checks no character: both leave no UTF-8; a panic in insert leaves a text that \
         panics when it is looked at",
    )
    .known(Law::IteratorsMayPanic, TAKEN)
    .known(Law::SizeHintIsAHint, TAKEN)
    .known(
        Law::CapacityIsRoom,
        "imstr 0.2.0 gives the capacity of the text that it shares, which it copies when it grows",
    )
}
