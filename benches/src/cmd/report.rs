//! `report`: a saved run, shown again.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use string_kit_measure::Failure;
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::output::{print, write_file};
use string_kit_measure::report::{self, Document};
use string_kit_measure::run::{self, Run};

use crate::question::sections;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that --json wrote.
    #[arg(value_name = "RUN")]
    file: PathBuf,
    /// The form of the report.
    #[arg(long, value_enum, default_value = "terminal")]
    format: Format,
    /// Show the details too, as the other formats do.
    #[arg(long)]
    all: bool,
    /// Write an HTML page too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a small run file, which has one number of each process in place of all its samples.
    /// Its ratios are the same.
    #[arg(long, value_name = "FILE")]
    condensed: Option<PathBuf>,
    /// Write one of the page's drawings as SVG; --drawing says which.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The number of the drawing on the page, from 1.
    #[arg(long, value_name = "N", default_value = "1", requires = "svg")]
    drawing: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Tables as wide as the terminal.
    Terminal,
    /// Markdown, for an issue or a README.
    Markdown,
    /// Comma-separated values: numbers without units.
    Csv,
}

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let runs = run::read(&self.file)?;
        let document = document(runs.clone());
        print(|out| match self.format {
            Format::Terminal => report::terminal(&document, self.all, out),
            Format::Markdown => report::markdown(&document, out),
            Format::Csv => report::csv(&document, out),
        })?;
        if let Some(path) = &self.condensed {
            let mut small = runs
                .into_iter()
                .map(|run| judge::condensed(&judge::calm(run)));
            write_file(path, |out| {
                small.try_for_each(|run| run::write_condensed(&run, out))
            })?;
        }
        if let Some(path) = &self.svg {
            let drawing = report::drawing(&document, self.drawing).ok_or_else(|| {
                Failure::Arguments(format!("the page has no drawing {}", self.drawing))
            })?;
            write_file(path, |out| writeln!(out, "{drawing}"))?;
        }
        write_page(&document, self.html.as_deref())
    }
}

pub(super) fn write_page(document: &Document, file: Option<&Path>) -> Result<(), Failure> {
    file.map_or(Ok(()), |file| {
        write_file(file, |out| report::page(document, out))
    })
}

/// Returns the report of some runs, under the machine of the first.
pub(super) fn document(runs: Vec<Run>) -> Document {
    let runs: Vec<Run> = runs.into_iter().map(judge::calm).collect();
    let sections = runs
        .iter()
        .flat_map(|run| sections(&Judge::new(run)))
        .collect();
    let title = "string-kit: which string type to keep text in";
    Document::new(title, &runs, sections)
}
