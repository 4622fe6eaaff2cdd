//! `HipStr` without a count: a clone copies the text.
//!
//! The laws examine no slices of it. With hipstr 0.8.0 a debug build aborts, and in a release build
//! the slice shows memory that was freed: `Unique` copies the text for the slice, but the slice
//! still points into the original text. The code:
//!
//! ```text
//! let text: HipStr<'static, Unique> = HipStr::from("0123456789012345678901234567890123456789");
//! let slice = text.slice(..);
//! drop(text);
//! println!("{slice}");
//! ```

string_type! {
    hip_str_unique: hipstr::string::HipStr<'static, hipstr::Unique>, "HipStr<'static, Unique>",
    crate::types::hip_str::PACKAGE, This::from;
    inline: Self::inline_capacity(),
    is_mutable: true,
}

laws!({
    use crate::types::hip_str::laws::{breaks_as_hip_str, hip_str};
    declared(hip_str!(This;))
});
