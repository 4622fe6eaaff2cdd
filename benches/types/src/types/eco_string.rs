//! `EcoString`: 15 bytes inline, shared and copied on write.

use ecow::eco_format;

use crate::Package;

representation! {
    eco_string: ecow::EcoString, Some(Package::new("ecow", [2023, 3], [2026, 9])),
    |value| eco_format!("{value}");
}

#[cfg(feature = "laws")]
const NO_ECOW_NICHE: &str = "ecow 0.3.1: its union has no niche";

laws!(
    subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat,
        capacity, with_capacity,
        as_mut_str: |text| text.make_mut(),
    )
    .known(Law::OptionIsFree, NO_ECOW_NICHE),
    eco_format: subject!(This; capture: |value| eco_format!("{value}"))
        .named("EcoString: eco_format!")
        .known(Law::OptionIsFree, NO_ECOW_NICHE)
);
