//! `HipStr` with the counts that its representation does not have.
//!
//! Not asked is what hipstr 0.8.0 does with a slice of a `HipStr<Unique>`: a debug build aborts, and
//! in a release build the slice shows memory that was freed. `Unique` copies the text to have a
//! count of its own, and the slice points into the text that was copied:
//!
//! ```text
//! let text: HipStr<'static, Unique> = HipStr::from("0123456789012345678901234567890123456789");
//! let slice = text.slice(..);
//! drop(text);
//! println!("{slice}");
//! ```

use hipstr::string::HipStr;
use hipstr::{Rc, Unique};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// What both have.
macro_rules! hip_str {
    ($count:ty, $name:literal, $shares:literal, $($slice:ident)?) => {{
        let subject = subject!(
            HipStr<'static, $count>, |text| HipStr::from(text), |text| text.as_str();
            $($slice,)? push, push_str, pop, truncate, clear, repeat, concat, capacity, with_capacity,
            shrink_to_fit,
            as_mut_str: |text| text.to_mut_str(),
            from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
            from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
        )
        .named($name)
        .inline_capacity(HipStr::<'static, $count>::inline_capacity())
        .shares($shares)
        .known(
            Law::BorrowedOnce,
            "hipstr 0.8.0 sizes concat by one answer of AsRef, and copies another: what a shorter one \
             leaves is uninitialised",
        );
        #[cfg(debug_assertions)]
        let subject = subject.known(
            Law::ClonesAreIndependent,
            "hipstr 0.8.0 asserts in truncate and clear what a short text in a block of with_capacity is \
             not: normalized",
        );
        subject
    }};
}

/// With a count that is not atomic.
#[must_use]
pub fn hip_str_rc() -> Subject<HipStr<'static, Rc>> {
    let subject = hip_str!(Rc, "HipStr<'static, Rc>", true, slice)
        .known(
            Law::CapacityIsRoom,
            "hipstr 0.8.0 gives the capacity of the block that a slice is a part of, which it copies \
             when it grows",
        )
        .known(Law::IsSendAndSync, "by design: its count is not atomic");
    #[cfg(not(debug_assertions))]
    let subject = subject.known(
        Law::RangesKeepCharacters,
        "hipstr 0.8.0 takes an end of ..=usize::MAX for 0: the sum overflows",
    );
    subject
}

/// With no count: a clone copies.
#[must_use]
pub fn hip_str_unique() -> Subject<HipStr<'static, Unique>> {
    hip_str!(Unique, "HipStr<'static, Unique>", false,)
}
