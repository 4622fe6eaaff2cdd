//! Cells that more than one report has.

use super::{Cell, Tone};
use crate::measure::Estimate;

/// A time; the colour repeats how it compares with the baseline's, and `~` says that it cannot be
/// told from that.
pub(super) fn time(ns: f64, ratio: Estimate, is_baseline: bool) -> Cell {
    let text = digits(ns);
    if is_baseline {
        Cell::shown(ns, text).in_tone(Tone::Marked)
    } else if ratio.contains(1.0) {
        Cell::shown(ns, format!("~{text}"))
    } else {
        Cell::shown(ns, text).in_tone(tone(ratio.median))
    }
}

/// A ratio to the baseline; `~` says that it cannot be told from 1.
pub(super) fn ratio(ratio: Estimate, is_baseline: bool) -> Cell {
    if is_baseline {
        return Cell::shown(1.0, "1").in_tone(Tone::Marked);
    }
    let text = format!("{:.2}", ratio.median);
    if ratio.contains(1.0) {
        Cell::shown(ratio.median, format!("~{text}"))
    } else {
        Cell::shown(ratio.median, text).in_tone(tone(ratio.median))
    }
}

/// A time with its interval.
pub(super) fn interval(ns: Estimate) -> Cell {
    let Estimate { median, low, high } = ns;
    let places = places(median);
    Cell::shown(
        median,
        format!("{median:.places$} [{low:.places$}, {high:.places$}]"),
    )
}

/// Three digits: no more are ever sure.
pub(super) fn digits(number: f64) -> String {
    format!("{number:.*}", places(number))
}

fn places(number: f64) -> usize {
    match number {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    }
}

fn tone(ratio: f64) -> Tone {
    if ratio < 1.0 {
        Tone::Better
    } else {
        Tone::Worse
    }
}
