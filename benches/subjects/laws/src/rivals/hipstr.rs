//! `HipStr` with the reference counts that the representation does not have.
//!
//! The laws do not examine slices of a `HipStr<Unique>`. With hipstr 0.8.0 a debug build aborts,
//! and in a release build the slice shows memory that was freed: `Unique` copies the text for the
//! slice, but the slice still points into the original text. The code:
//!
//! ```text
//! let text: HipStr<'static, Unique> = HipStr::from("0123456789012345678901234567890123456789");
//! let slice = text.slice(..);
//! drop(text);
//! println!("{slice}");
//! ```

use hipstr::string::HipStr;
use hipstr::{Rc, Unique};
use string_kit_conformance::{Law, Subject, subject};

use crate::representations::{breaks_as_hip_str, breaks_as_hip_strs_slices};

/// Expands to a subject with the methods of both types.
macro_rules! hip_str {
    ($count:ty, $name:literal, $shares:literal, $($slice:ident)?) => {
        breaks_as_hip_str(
            subject!(
                HipStr<'static, $count>, |text| HipStr::from(text), |text| text.as_str();
                $($slice,)? push, push_str, pop, truncate, clear, repeat, concat, capacity,
                with_capacity, shrink_to_fit,
                as_mut_str: |text| text.to_mut_str(),
                from_utf8: |bytes| HipStr::from_utf8(bytes.into()).ok(),
                from_utf8_lossy: |bytes| HipStr::from_utf8_lossy(bytes.into()),
            )
            .named($name)
            .inline_capacity(HipStr::<'static, $count>::inline_capacity())
            .shares($shares),
        )
    };
}

/// Returns the subject with a count that is not atomic.
#[must_use]
pub fn hip_str_rc() -> Subject<HipStr<'static, Rc>> {
    breaks_as_hip_strs_slices(hip_str!(Rc, "HipStr<'static, Rc>", true, slice))
        .known(Law::IsSendAndSync, "by design: its count is not atomic")
}

/// Returns the subject without a count: a clone copies the text.
#[must_use]
pub fn hip_str_unique() -> Subject<HipStr<'static, Unique>> {
    hip_str!(Unique, "HipStr<'static, Unique>", false,)
}
