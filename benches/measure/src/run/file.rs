//! The run file: JSON lines.
//!
//! A line is a header, which begins a run; a cell, by number; the samples of a cell in a process; or one number of a cell
//! for each process, in a condensed run.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Header, Measurement, Run, SCHEMA};
use crate::fault::Fault;
use crate::lines::{Limited, Lines};

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
    Numbers {
        cell: usize,
        numbers: Vec<Option<f64>>,
    },
    /// Without its samples.
    Measurement {
        cell: usize,
        #[serde(flatten)]
        declared: Measurement,
    },
}

/// Writes a run.
pub fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    declare(run, out)?;
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

/// Writes a condensed run: a line has the numbers of all processes of a cell.
pub fn write_condensed(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    declare(run, out)?;
    for (cell, of) in run.measurements.iter().enumerate() {
        let numbers = of.samples.concat();
        line(&Line::Numbers { cell, numbers }, out)?;
    }
    Ok(())
}

/// Writes the header and the cells without their samples.
fn declare(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    line(&Line::Header(Box::new(run.header.clone())), out)?;
    for (cell, of) in run.measurements.iter().enumerate() {
        let mut declared = of.clone();
        declared.samples.clear();
        line(&Line::Measurement { cell, declared }, out)?;
    }
    Ok(())
}

fn line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

/// The most bytes of a line and of a file: samples take eight times as many in memory.
const LINE: usize = 16 << 20;
const FILE: usize = 128 << 20;

/// Reads all runs of a file.
pub fn read(path: &Path) -> Result<Vec<Run>, Fault> {
    let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
    parse(file, path)
}

/// Reads runs from bytes, for fuzzing.
#[doc(hidden)]
pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Vec<Run>, Fault> {
    parse(bytes, path)
}

fn parse(bytes: impl Read, path: &Path) -> Result<Vec<Run>, Fault> {
    const FORMAT: &str = "a run file is what --json FILE writes";
    let unreadable = |error| Fault::unreadable(path, &error);
    let mut lines = Lines::new(Limited::buffered(bytes, LINE, FILE));
    let mut runs: Vec<Run> = Vec::new();
    while let Some((number, text)) = lines.next_line().map_err(unreadable)? {
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
            Line::Measurement { cell, mut declared } => {
                if cell != run.measurements.len() {
                    return Err(fault("cells are not numbered in their order"));
                }
                declared.samples.clear();
                run.measurements.push(declared);
            }
            Line::Numbers { cell, numbers } => {
                let of = run.measurements.get_mut(cell);
                let of = of.ok_or_else(|| fault("no cell of this number is declared"))?;
                of.samples = numbers.into_iter().map(|number| vec![number]).collect();
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
