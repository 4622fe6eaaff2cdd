//! `HipStr` with a count that is not atomic.

string_type! {
    hip_str_rc: hipstr::string::HipStr<'static, hipstr::Rc>, "HipStr<'static, Rc>",
    crate::types::hip_str::PACKAGE, This::from;
    inline: Self::inline_capacity(),
    shares_clones: true,
    is_mutable: true,
    is_sync: false,
}

laws!({
    use crate::types::hip_str::laws::{breaks_as_hip_str, breaks_as_slices, hip_str};
    declared(breaks_as_slices(hip_str!(This; slice,)))
};
    IsSendAndSync: "by design: its count is not atomic",
);
