//! Cells of a run as cells of a table.

use crate::judge::{Judgement, Ratio, Verdict, typical};
use crate::report::{self, Cell, Tone};
use crate::run::{self, Factors, Unit};

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
pub(super) fn value(cell: &run::Cell) -> Cell {
    let value = if cell.key.unit.varies() {
        typical(cell)
    } else {
        cell.value()
    };
    match value {
        None => Cell::words(cell.note.as_deref().unwrap_or("-")),
        Some(value) if cell.key.unit == Unit::Flag => Cell::yes_or_no(value != 0.0),
        Some(value) => number(value, cell.key.unit),
    }
}

/// Marks a ratio that is level, and shows the verdict of others in its tone.
pub(super) fn marked(ratio: Cell, judged: Option<Judgement>) -> Cell {
    match judged {
        None => ratio,
        Some(judged) if judged.verdict == Verdict::Level && ratio.text != "1" => Cell {
            text: format!("~{}", ratio.text),
            ..ratio
        },
        Some(judged) => ratio.in_tone(tone(judged.verdict)),
    }
}

/// Returns a number in its unit.
pub(super) fn number(value: f64, unit: Unit) -> Cell {
    Cell::number(value, shown_unit(unit))
}

/// Returns the unit in which readers see a unit of runs.
pub(super) fn shown_unit(unit: Unit) -> report::Unit {
    match unit {
        Unit::Ns => report::Unit::Nanoseconds,
        Unit::Bytes => report::Unit::Bytes,
        Unit::Ratio => report::Unit::Times,
        Unit::Count | Unit::Flag => report::Unit::Count,
    }
}

/// Returns a ratio and its interval, in three digits; "?" where too few processes give none.
pub(crate) fn shown(ratio: Ratio) -> String {
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

/// Returns the tone of a verdict.
pub(crate) fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Better => Tone::Better,
        Verdict::Worse => Tone::Worse,
        Verdict::Level => Tone::Plain,
    }
}
