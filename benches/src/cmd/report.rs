//! `report`: a saved run, shown again.

use std::path::PathBuf;

use super::output;
use crate::failure::Failure;
use crate::run;

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that --json wrote.
    #[arg(value_name = "RUN")]
    file: PathBuf,
    /// Write an HTML page too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let runs = run::read(&self.file)?;
        output::show(&runs, true, self.html.as_deref())
    }
}
