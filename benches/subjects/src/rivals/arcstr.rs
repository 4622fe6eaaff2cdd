//! `Substr`: an `ArcStr` and a range of it, in two 32-bit numbers; 16 bytes.

use arcstr::Substr;
#[cfg(not(debug_assertions))]
use string_kit::conformance::Law;
use string_kit::conformance::Subject;
use string_kit::subject;

/// `Substr`, which shares the whole text that it is a part of.
#[must_use]
pub fn substr() -> Subject<Substr> {
    let subject = subject!(Substr; slice: |text, range| text.substr(range)).shares(true);
    #[cfg(not(debug_assertions))]
    let subject = subject.known(
        Law::RangesKeepCharacters,
        "arcstr 1.2.0 takes an end of ..=usize::MAX for 0: the sum overflows",
    );
    subject
}
