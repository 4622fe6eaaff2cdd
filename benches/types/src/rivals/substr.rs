//! `Substr`: a slice of an `ArcStr`.

string_type! {
    substr: arcstr::Substr, "Substr", crate::types::arcstr::PACKAGE, This::from;
    shares_clones: true,
}

/// A bug that two laws find.
#[cfg(feature = "laws")]
const BEYOND: &str = "arcstr 1.2.0 compares the end of a range with the end of the slice in the \
    whole text, not with its length: substr of a slice can return text after the slice";

laws!(declared(
    subject!(This; slice: |text, range| text.substr(range))
        .known(Law::RangesKeepCharacters, BEYOND)
        .known(Law::EditsAsStringDoes, BEYOND)
));
