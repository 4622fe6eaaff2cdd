//! Cells of a run as cells of a table.

use crate::judge::{Judgement, Ratio, Verdict, number_of};
use crate::report::{Cell, Tone};
use crate::run::{Factors, Measurement, Unit};

/// Returns the cell of a metric without samples.
pub(super) fn no_samples() -> Cell {
    Cell::words("no samples")
}

/// Returns a caption: the setting, and how to read the table.
pub(super) fn captioned(setting: &Factors, how: &str) -> String {
    let setting = setting.to_string();
    match (setting.is_empty(), how.is_empty()) {
        (true, _) => how.to_owned(),
        (false, true) => format!("{setting}."),
        (false, false) => format!("{setting}: {how}"),
    }
}

/// Returns the value of a cell, or its typical sample.
pub(super) fn value(cell: &Measurement) -> Cell {
    match number_of(cell) {
        None => Cell::words(cell.note.as_deref().unwrap_or("-")),
        Some(value) if cell.key.unit == Unit::Flag => {
            Cell::words(if value == 0.0 { "no" } else { "yes" })
        }
        Some(value) => Cell::number(value, cell.key.unit),
    }
}

/// Returns the first note of some cells.
pub(super) fn note_of<'a>(
    cells: impl IntoIterator<Item = Option<&'a Measurement>>,
) -> Option<&'a str> {
    let mut cells = cells.into_iter().flatten();
    cells.find_map(|cell| cell.note.as_deref())
}

/// Explains the marks of [`marked`].
pub(super) const MARKS: &str = "=: equal, within the margin; ?: not known";

/// Returns the cell of a ratio with its verdict: a mark before a ratio that is equal or not known, else a tone.
pub(super) fn marked(judged: Judgement) -> Cell {
    let ratio = ratio(judged.ratio);
    let mark = match judged.verdict {
        Verdict::Better | Verdict::Worse => "",
        Verdict::Equal => "=",
        Verdict::Unknown => "?",
    };
    Cell {
        text: format!("{mark}{}", ratio.text),
        ..ratio.in_tone(tone(judged.verdict))
    }
}

/// Returns a ratio and its interval, in three digits; "?" if too few processes give no interval.
pub fn shown(ratio: Ratio) -> String {
    let digits = |value: f64| {
        let places = if value < 0.9995 { 3 } else { 2 };
        format!("{value:.places$}")
    };
    let Ratio { value, low, high } = ratio;
    if high.is_finite() {
        format!("{} [{}, {}]", digits(value), digits(low), digits(high))
    } else {
        format!("{} [?]", digits(value))
    }
}

/// Returns the cell of a ratio and its interval.
pub fn ratio(ratio: Ratio) -> Cell {
    Cell {
        interval: ratio.high.is_finite().then_some((ratio.low, ratio.high)),
        ..Cell::shown(ratio.value, shown(ratio))
    }
}

/// Returns the cell of a verdict.
pub fn verdict(verdict: Verdict) -> Cell {
    Cell::words(verdict.to_string()).in_tone(tone(verdict))
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Better => Tone::Better,
        Verdict::Worse => Tone::Worse,
        Verdict::Equal | Verdict::Unknown => Tone::Plain,
    }
}
