//! Cells, and counts in sentences, that more than one report has.

use super::{Cell, Tone};
use crate::measure::{Allocator, Estimate};

/// What stands where nothing is known.
pub(super) fn unknown() -> Cell {
    Cell::words("-")
}

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
    if ratio.contains(1.0) {
        Cell::shown(ratio.median, format!("~{:.2}", ratio.median))
    } else {
        Cell::shown(ratio.median, unlike_one(ratio.median)).in_tone(tone(ratio.median))
    }
}

/// A ratio that is not 1, in two decimals, or in as many more as it takes to say so.
fn unlike_one(ratio: f64) -> String {
    let mut texts = (2..=9).map(|places| format!("{ratio:.places$}"));
    let says_one = |text: &String| text.parse() == Ok(1.0);
    texts
        .find(|text| !says_one(text))
        .unwrap_or_else(|| ratio.to_string())
}

/// A ratio to the baseline with its interval.
pub(super) fn over(ratio: Estimate) -> Cell {
    let Estimate { median, low, high } = ratio;
    let text = format!("{median:.3} [{low:.3}, {high:.3}]");
    if ratio.contains(1.0) {
        Cell::shown(median, format!("~{text}"))
    } else {
        Cell::shown(median, text).in_tone(tone(median))
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

/// A count, as a cell has it.
pub(super) fn count(count: usize) -> String {
    Cell::count(count).text
}

/// How many of what: `what` is in the singular, and takes an `s`.
pub(super) fn many(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", count(number))
}

/// What to know of times on the laboratory's allocator.
pub(super) fn by_way(mut of: impl Iterator<Item = Allocator>) -> Option<String> {
    of.any(|one| one == Allocator::Laboratory).then(|| {
        "laboratory: the system's allocator by way of the laboratory's own, whose switches add to every \
         block."
            .to_owned()
    })
}

fn tone(ratio: f64) -> Tone {
    if ratio < 1.0 {
        Tone::Better
    } else {
        Tone::Worse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_that_is_told_from_one_is_not_shown_as_one() {
        let shown = |median: f64, doubt: f64| {
            let (low, high) = (median - doubt, median + doubt);
            ratio(Estimate { median, low, high }, false).text
        };
        assert_eq!(shown(0.85, 0.01), "0.85");
        assert_eq!(shown(1.003, 0.001), "1.003");
        assert_eq!(shown(0.9997, 0.0001), "0.9997");
        assert_eq!(shown(1.003, 0.01), "~1.00");
    }

    #[test]
    fn one_is_in_the_singular() {
        let shown = [0, 1, 2_033].map(|number| many(number, "key"));
        assert_eq!(shown, ["0 keys", "1 key", "2,033 keys"]);
    }
}
