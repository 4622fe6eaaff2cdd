//! `HipStr` with a count that is not atomic.

use hipstr::Rc;
use hipstr::string::HipStr;

use crate::{Facts, StringType};

pub type This = HipStr<'static, Rc>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: Self::inline_capacity(),
        shares_clones: true,
        is_mutable: true,
        is_sync: false,
        package: crate::types::hip_str::PACKAGE,
        ..Facts::new(
            "hip_str_rc",
            "HipStr<'static, Rc>",
            "hipstr::string::HipStr<'static, hipstr::Rc>",
        )
    };

    made_by!(HipStr::from);
}

laws!({
    use crate::types::hip_str::laws::{breaks_as_hip_str, breaks_as_slices, hip_str};
    declared(
        breaks_as_slices(hip_str!(This; slice,))
            .known(Law::IsSendAndSync, "by design: its count is not atomic"),
    )
});
