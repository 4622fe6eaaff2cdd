//! `Substr`: an `ArcStr` and a range of it, in two 32-bit numbers; 16 bytes.

use arcstr::Substr;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// What two laws find.
const BEYOND: &str = "arcstr 1.2.0 checks the end of a range against where the slice ends in the whole \
    text, not against its length: substr of a slice that starts later shows text beyond it";

/// `Substr`, which shares the whole text that it is a part of.
#[must_use]
pub fn substr() -> Subject<Substr> {
    subject!(Substr; slice: |text, range| text.substr(range))
        .shares(true)
        .known(Law::RangesKeepCharacters, BEYOND)
        .known(Law::EditsAsStringDoes, BEYOND)
}
