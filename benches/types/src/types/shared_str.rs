//! `SharedStr`: clones do not contend.

use crate::STRING_KIT;

representation! {
    shared_str: string_kit::SharedStr, STRING_KIT;
    clones_contend: false,
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
