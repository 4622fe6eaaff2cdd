//! `ColdString`: one word, 8 bytes inline.

use cold_string::ColdString;

use crate::{Facts, Package, Representation};

pub type This = ColdString;

pub(crate) const PACKAGE: Option<Package> =
    Some(Package::new("cold-string", [2026, 2], [2026, 10]));

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>("cold_string", "cold_string::ColdString", PACKAGE);
}

laws!(subject!(This; from_utf8));
