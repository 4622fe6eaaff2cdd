//! `SmolStr`: 23 bytes inline, else an `Arc<str>`.

use smol_str::{SmolStr, format_smolstr};

use crate::{Facts, Package, Representation};

pub type This = SmolStr;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("smol_str", [2018, 8], [2026, 10]));

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>("smol_str", "smol_str::SmolStr", PACKAGE);

    captured_by!(|value| format_smolstr!("{value}"));
}

laws!(
    subject!(This; from_utf8),
    format_smolstr: subject!(This; capture: |value| format_smolstr!("{value}"))
        .named("SmolStr: format_smolstr!")
);
