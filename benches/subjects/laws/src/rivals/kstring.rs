//! The types of kstring besides the representation.

use kstring::backend::ArcStr;
use kstring::{KStringBase, KStringCow};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// The reason why an `Option` is not free.
const NO_NICHE: &str = "kstring 2.0.2: its union has no niche";

/// Returns the subject of `KStringBase<ArcStr>`, whose clones share the text.
#[must_use]
pub fn kstring_arc() -> Subject<KStringBase<ArcStr>> {
    subject!(KStringBase<ArcStr>, KStringBase::from_ref, |text| text
        .as_str())
    .inline_capacity(15)
    .shares(true)
    .known(Law::OptionIsFree, NO_NICHE)
}

/// Returns the subject of `KStringCow`: a `&'static str` or a `KString`.
#[must_use]
pub fn kstring_cow() -> Subject<KStringCow<'static>> {
    subject!(
        KStringCow<'static>,
        |text| KStringCow::from(text.to_owned()),
        |text| text.as_str()
    )
    .shares(false)
}
