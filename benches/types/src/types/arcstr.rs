//! `ArcStr`: one word to a count, a length and the text.

use arcstr::ArcStr;

use crate::{Facts, Package, Representation};

pub type This = ArcStr;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("arcstr", [2020, 8], [2024, 5]));

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>("arcstr", "arcstr::ArcStr", PACKAGE);

    captured_by!(|value| arcstr::format!("{value}"));
}

laws!(subject!(This;
    repeat: |text, times| ArcStr::repeat(text, times),
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
