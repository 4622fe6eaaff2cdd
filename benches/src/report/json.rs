//! The report for programs.

use std::io::{self, Write};

use serde::Serialize;

/// Writes findings as one JSON document.
///
/// # Errors
///
/// If they cannot be written.
pub fn json(findings: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, findings)?;
    writeln!(out)
}

/// Writes each as a line of JSON.
pub(super) fn json_lines(
    lines: impl IntoIterator<Item = impl Serialize>,
    out: &mut impl Write,
) -> io::Result<()> {
    for line in lines {
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}
