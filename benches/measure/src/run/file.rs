//! The run file: JSON lines.
//!
//! A line is a header, which begins a run; a cell, by number; the samples of a cell in a process;
//! or one number of a cell for each process, in a condensed run.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Header, Measurement, Run, SCHEMA};
use crate::failure::Fault;
use crate::lines::{self, Limited};

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

/// Writes a run: the header, then all cells, then the samples of each.
pub fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    write_lines(run, out, |cell, measured| {
        let samples = measured.samples.iter().cloned().enumerate();
        let line = |(process, values)| Line::Samples {
            cell,
            process,
            values,
        };
        samples.map(line).collect()
    })
}

/// Writes a condensed run: a line has the numbers of all processes of a cell.
pub fn write_condensed(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    write_lines(run, out, |cell, measured| {
        let numbers = measured.samples.concat();
        vec![Line::Numbers { cell, numbers }]
    })
}

fn write_lines(
    run: &Run,
    out: &mut dyn Write,
    lines_of: impl Fn(usize, &Measurement) -> Vec<Line>,
) -> io::Result<()> {
    let cells = || run.measurements.iter().enumerate();
    let declared = cells().map(|(cell, measured)| {
        let mut declared = measured.clone();
        declared.samples.clear();
        Line::Measurement { cell, declared }
    });
    let header = Line::Header(Box::new(run.header.clone()));
    let sampled = cells().flat_map(|(cell, measured)| lines_of(cell, measured));
    for line in [header].into_iter().chain(declared).chain(sampled) {
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The most bytes of a line and of a file: samples take eight times as many in memory.
const LINE: usize = 16 << 20;
const FILE: usize = 128 << 20;
/// The most numbers of a condensed cell, one a process: each has a block in memory.
const NUMBERS: usize = 10_000;

pub fn read(path: &Path) -> Result<Vec<Run>, Fault> {
    let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
    from_bytes(file, path)
}

#[doc(hidden)] // Beside [`read`], only tests and the fuzzer call it.
pub fn from_bytes(bytes: impl Read, path: &Path) -> Result<Vec<Run>, Fault> {
    const FORMAT: &str = "a run file is what --json FILE writes";
    let bytes = Limited::buffered(bytes, LINE, FILE);
    let mut runs: Vec<Run> = Vec::new();
    lines::json(bytes, path, FORMAT, |number, line: Line| {
        let fault = |reason: &str| Fault::at(path, number, 1, reason, FORMAT);
        let cells = match runs.last_mut() {
            Some(run) => Ok(&mut run.measurements),
            None => Err(fault("there is no header before it")),
        };
        let undeclared = || fault("no cell of this number is declared");
        match line {
            Line::Header(header) if header.schema != SCHEMA => {
                let schema = &header.schema;
                return Err(fault(&format!("the schema is {schema}, not {SCHEMA}")));
            }
            Line::Header(header) => runs.push(Run {
                header: *header,
                measurements: Vec::new(),
            }),
            Line::Measurement { cell, mut declared } => {
                let cells = cells?;
                if cell != cells.len() {
                    return Err(fault("cells are not numbered in their order"));
                }
                declared.samples.clear();
                cells.push(declared);
            }
            Line::Numbers { numbers, .. } if numbers.len() > NUMBERS => {
                return Err(fault("it has too many numbers"));
            }
            Line::Numbers { cell, numbers } => {
                let declared = cells?.get_mut(cell).ok_or_else(undeclared)?;
                declared.samples = numbers.into_iter().map(|number| vec![number]).collect();
            }
            Line::Samples {
                cell,
                process,
                values,
            } => {
                let declared = cells?.get_mut(cell).ok_or_else(undeclared)?;
                if process != declared.samples.len() {
                    return Err(fault("processes are not numbered in their order"));
                }
                declared.samples.push(values);
            }
        }
        Ok(())
    })?;
    if runs.is_empty() {
        return Err(Fault::in_file(path, "there is no run in it", FORMAT));
    }
    Ok(runs)
}
