//! `report`: a saved run, shown again.

use std::path::PathBuf;

use clap::ValueEnum;
use string_kit_measure::output::print;
use string_kit_measure::{Failure, report, run};

use super::{document, show};

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that --json wrote.
    #[arg(value_name = "RUN")]
    file: PathBuf,
    /// The form of the report.
    #[arg(long, value_enum, default_value = "terminal")]
    format: Format,
    /// Write an HTML page too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The forms of a report.
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
        let document = document(&runs);
        print(|out| match self.format {
            Format::Terminal => report::terminal(&document, out),
            Format::Markdown => report::markdown(&document, out),
            Format::Csv => report::csv(&document, out),
        })?;
        show(&runs, false, self.html.as_deref())
    }
}
