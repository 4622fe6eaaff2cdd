//! The report for programs.

use std::io::{self, Write};

use super::{Report, words};

/// Writes the report as one JSON document.
///
/// # Errors
///
/// If it cannot be written.
pub fn json(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let mut document = serde_json::to_value(report)?;
    document["conclusions"] = words(report).into();
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}
