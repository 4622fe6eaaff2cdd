//! A summary of a trace, as cells and as a curve.

use std::cmp::Ordering;

use crate::measure::Summary;
use crate::report::cells::count;
use crate::report::{Axis, Cell, Chart, Scale, Series, Shape, Tone, Unit};

/// The columns of a summary.
pub(super) const COLUMNS: [&str; 7] = [
    "events",
    "peak",
    "kept",
    "allocs",
    "allocated",
    "frees",
    "freed",
];

/// A summary, its peak compared with another's.
pub(super) fn cells(summary: &Summary, baseline: Option<&Summary>) -> [Cell; 7] {
    let peak = Cell::bytes(summary.peak_bytes);
    let peak = match baseline.map(|baseline| summary.peak_bytes.cmp(&baseline.peak_bytes)) {
        Some(Ordering::Less) => peak.in_tone(Tone::Better),
        Some(Ordering::Greater) => peak.in_tone(Tone::Worse),
        _ => peak,
    };
    [
        Cell::count(summary.events),
        peak,
        Cell::bytes(summary.kept_bytes),
        Cell::count(summary.alloc_events),
        Cell::bytes(summary.alloc_bytes.cast_signed()),
        Cell::count(summary.freed_events),
        Cell::bytes(summary.freed_bytes.cast_signed()),
    ]
}

/// Bytes held over time, or over events where a time is not known of all.
pub(super) fn chart(id: &str, caption: String, curves: &[(String, &Summary)]) -> Chart {
    let is_timed = curves.iter().all(|(_, summary)| summary.is_timed);
    let (name, unit) = if is_timed {
        ("time", Unit::Nanoseconds)
    } else {
        ("events", Unit::Count)
    };
    let series = |(name, summary): &(String, &Summary)| Series {
        name: name.clone(),
        points: summary.curve.clone(),
    };
    Chart {
        id: id.to_owned(),
        caption,
        x: Axis::new(name, unit, Scale::Linear),
        y: Axis::new("bytes held", Unit::Bytes, Scale::Linear),
        shape: Shape::Steps,
        series: curves.iter().map(series).collect(),
    }
}

/// What a trace does not know.
pub(super) fn loss(summary: &Summary) -> Option<String> {
    (summary.lost > 0).then(|| {
        format!(
            "{} events were lost, since the buffer was full; --capacity makes it larger.",
            count(summary.lost),
        )
    })
}

pub(super) fn bytes(bytes: isize) -> String {
    Cell::bytes(bytes).text
}
