//! `SharedStr`: clones do not contend.

use string_kit::SharedStr;

use crate::{Facts, Representation, STRING_KIT};

pub type This = SharedStr;

impl Representation for This {
    const FACTS: Facts = Facts {
        clones_contend: false,
        ..Facts::owned::<Self>("shared_str", "string_kit::SharedStr", STRING_KIT)
    };
}

laws!(
    subject!(This;
        slice, from_utf8, from_utf8_lossy,
        try_from_str: |text| This::try_from_str(text).ok(),
    )
    .unexamined(&[
        Law::WriteIsToString,
        Law::BorrowedOnce,
        Law::ClosuresMayPanic,
        Law::DrainsMayLeak,
        Law::CapacityIsRoom,
        Law::CapacityOverflowIsRefused,
        Law::ShrinkingKeepsText,
    ])
);
