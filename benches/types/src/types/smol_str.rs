//! `SmolStr`: 23 bytes inline, else an `Arc<str>`.

use smol_str::format_smolstr;

use crate::Package;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("smol_str", [2018, 8], [2026, 10]));

representation! {
    smol_str: smol_str::SmolStr, PACKAGE, |value| format_smolstr!("{value}");
}

laws!(
    subject!(This; from_utf8),
    format_smolstr: subject!(This; capture: |value| format_smolstr!("{value}"))
        .named("SmolStr: format_smolstr!")
);
