//! What findings as comma-separated values have in common.

use crate::measure::Estimate;

/// The three fields of an estimate: the median and its interval. What is not known is empty.
pub(super) fn estimate(of: Option<Estimate>) -> String {
    of.map_or_else(
        || ",,".to_owned(),
        |Estimate { median, low, high }| format!("{median},{low},{high}"),
    )
}
