//! `ArcColdString`: one word, 8 bytes inline, shared.

use cold_string::ArcColdString;

use crate::{Facts, Representation};

pub type This = ArcColdString;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "arc_cold_string",
        "cold_string::ArcColdString",
        super::cold_string::PACKAGE,
    );
}

laws!(subject!(This; from_utf8));
