//! `ArcStr`: one word to a count, a length and the text.

use crate::Package;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("arcstr", [2020, 8], [2024, 5]));

representation! {
    arcstr: arcstr::ArcStr, PACKAGE, |value| arcstr::format!("{value}");
}

laws!(subject!(This;
    repeat: |text, times| This::repeat(text, times),
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
