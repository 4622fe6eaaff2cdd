//! The run file: JSON lines.
//!
//! A line is a header, which begins a run; a cell, by number; or the samples of a cell in a process.

use std::io::{self, BufRead, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Header, Key, Measurement, Run, SCHEMA};
use crate::fault::Fault;
use crate::lines::{Limit, Lines};

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Header(Box<Header>),
    Samples {
        cell: usize,
        process: usize,
        values: Vec<Option<f64>>,
    },
    Measurement {
        cell: usize,
        #[serde(flatten)]
        key: Key,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        family: Option<String>,
    },
}

/// Writes a run.
///
/// # Errors
///
/// Those of `out`.
pub fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    line(&Line::Header(Box::new(run.header.clone())), out)?;
    for (cell, of) in run.measurements.iter().enumerate() {
        let declared = Line::Measurement {
            cell,
            key: of.key.clone(),
            note: of.note.clone(),
            family: of.family.clone(),
        };
        line(&declared, out)?;
    }
    for (cell, of) in run.measurements.iter().enumerate() {
        for (process, values) in of.samples.iter().enumerate() {
            let values = values.clone();
            let samples = Line::Samples {
                cell,
                process,
                values,
            };
            line(&samples, out)?;
        }
    }
    Ok(())
}

fn line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

/// The most bytes of a file: samples take eight times as many in memory.
const LIMIT: Limit = Limit {
    line: 16 << 20,
    all: 128 << 20,
};

/// Reads all runs of a file.
///
/// # Errors
///
/// If the file cannot be read, or a line is not one of a run file.
pub fn read(path: &Path) -> Result<Vec<Run>, Fault> {
    parse(Lines::open(path, LIMIT)?, path)
}

/// Reads runs from bytes, for fuzzing.
///
/// # Errors
///
/// Those of [`read`].
#[doc(hidden)]
pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Vec<Run>, Fault> {
    parse(Lines::new(bytes, path, LIMIT), path)
}

fn parse(mut lines: Lines<'_, impl BufRead>, path: &Path) -> Result<Vec<Run>, Fault> {
    const FORMAT: &str = "a run file is what --json FILE writes";
    let mut runs: Vec<Run> = Vec::new();
    while let Some((number, text)) = lines.next_line()? {
        if text.trim_ascii().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_slice(text).map_err(|error| {
            // serde tries one kind of line after the other, and then knows no place.
            let plain = serde_json::from_slice::<serde_json::Value>(text);
            Fault::json_line(path, number, &plain.err().unwrap_or(error), FORMAT)
        })?;
        let fault = |what: &str| Fault::at(path, number, 1, what, FORMAT);
        if let Line::Header(header) = line {
            if header.schema != SCHEMA {
                return Err(fault(&format!(
                    "the schema is {}, not {SCHEMA}",
                    header.schema
                )));
            }
            runs.push(Run {
                header: *header,
                measurements: Vec::new(),
            });
            continue;
        }
        let run = runs
            .last_mut()
            .ok_or_else(|| fault("there is no header before it"))?;
        match line {
            Line::Header(_) => {}
            Line::Measurement {
                cell,
                key,
                note,
                family,
            } => {
                if cell != run.measurements.len() {
                    return Err(fault("cells are not numbered in their order"));
                }
                run.measurements.push(Measurement {
                    key,
                    note,
                    family,
                    samples: Vec::new(),
                });
            }
            Line::Samples {
                cell,
                process,
                values,
            } => {
                let of = run.measurements.get_mut(cell);
                let of = of.ok_or_else(|| fault("no cell of this number is declared"))?;
                if process != of.samples.len() {
                    return Err(fault("processes are not numbered in their order"));
                }
                of.samples.push(values);
            }
        }
    }
    if runs.is_empty() {
        return Err(Fault::of(path, "there is no run in it", FORMAT));
    }
    Ok(runs)
}
