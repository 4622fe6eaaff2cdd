//! `flexstr::SharedStr`: inline, static or an `Arc<str>`.

use crate::Package;

representation! {
    flex_str: flexstr::SharedStr, Some(Package::new("flexstr", [2022, 2], [2026, 2]));
    is_drop_in: false,
}

laws!(
    subject!(This;
        as_mut_str: |text| text.to_mut_type(),
    );
    DebugIsStrs: "flexstr 0.11.7 derives Debug on its enum",
    ClonesShare: "flexstr 0.11.7 copies a text that was made from a String in each clone",
);
