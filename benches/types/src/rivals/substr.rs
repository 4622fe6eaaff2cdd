//! `Substr`: a slice of an `ArcStr`.

use arcstr::Substr;

use crate::{Facts, StringType};

pub type This = Substr;

impl StringType for This {
    const FACTS: Facts = Facts {
        shares_clones: true,
        package: crate::types::arcstr::PACKAGE,
        ..Facts::new("substr", "Substr", "arcstr::Substr")
    };

    made_by!(This::from);
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
