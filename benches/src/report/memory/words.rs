//! What the traces say: every name and number in these sentences is computed.

use super::summary::{bytes, loss};
use super::{MemoryReport, TracedReading};
use crate::report::cells::count;

/// What to conclude, one sentence each.
pub(super) fn words(report: &MemoryReport) -> Vec<String> {
    let is_whole = |reading: &TracedReading| reading.summary.lost == 0;
    let mut words = Vec::new();
    // Of a trace that lost events the peak is unknown.
    if report.readings.iter().all(is_whole) {
        words.extend(least(report));
        words.extend(from_memory(report));
    }
    words.extend(report.readings.iter().filter_map(|reading| {
        loss(&reading.summary).map(|loss| format!("{}: {loss}", reading.full_name()))
    }));
    words.extend(report.refused.iter().cloned());
    words
}

/// The one with the least peak, and the one that asks for the fewest blocks, against `String`.
fn least(report: &MemoryReport) -> Option<String> {
    let readings = || report.readings.iter();
    let least = readings().min_by_key(|reading| reading.summary.peak_bytes)?;
    let fewest = readings().min_by_key(|reading| reading.summary.events)?;
    let baseline = report.baseline(least.source)?;
    if least.summary.peak_bytes == baseline.summary.peak_bytes {
        return None;
    }
    let told = |reading: &TracedReading| {
        format!(
            "{}, {} and {} events",
            reading.full_name(),
            bytes(reading.summary.peak_bytes),
            count(reading.summary.events),
        )
    };
    Some(format!(
        "Least peak: {}. Fewest events: {}. {} takes {} and {}.",
        told(least),
        told(fewest),
        baseline.full_name(),
        bytes(baseline.summary.peak_bytes),
        count(baseline.summary.events),
    ))
}

/// What it costs to have the text in memory meanwhile.
fn from_memory(report: &MemoryReport) -> Option<String> {
    let (reader, memory) = (report.baseline("reader")?, report.baseline("memory")?);
    Some(format!(
        "Reading from memory holds the text meanwhile: {} peaks at {} from there, at {} from a reader.",
        reader.name,
        bytes(memory.summary.peak_bytes),
        bytes(reader.summary.peak_bytes),
    ))
}
