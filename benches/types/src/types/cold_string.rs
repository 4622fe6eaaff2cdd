//! `ColdString`: one word, 8 bytes inline.

use crate::Package;

pub(crate) const PACKAGE: Option<Package> =
    Some(Package::new("cold-string", [2026, 2], [2026, 10]));

representation! {
    cold_string: cold_string::ColdString, PACKAGE;
}

laws!(subject!(This; from_utf8));
