//! `Substr`: an `ArcStr` and a range of it in two 32-bit numbers; 16 bytes.

use arcstr::Substr;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// The bug that two laws find.
const BEYOND: &str = "arcstr 1.2.0 compares the end of a range with the end of the slice in the \
    whole text, not with the length of the slice: substr of a slice can return text after the \
    slice";

/// Returns the subject of `Substr`, which shares the whole text that it is a part of.
#[must_use]
pub fn substr() -> Subject<Substr> {
    subject!(Substr; slice: |text, range| text.substr(range))
        .shares(true)
        .known(Law::RangesKeepCharacters, BEYOND)
        .known(Law::EditsAsStringDoes, BEYOND)
}
