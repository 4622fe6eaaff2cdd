//! The flags of what a run of many cells prints: as every verb does, or a line a cell.

use std::io::{self, Write};
use std::path::PathBuf;

use super::output::{check_page, write_page};
use super::{Failure, document};
use crate::report::bars::Bars;
use crate::report::{self, Document};

/// Where the findings go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Show {
    /// Print a line of JSON for each cell instead of tables.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values instead of tables, a line for each cell.
    #[arg(long)]
    csv: bool,
    /// Write an HTML page too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Show {
    /// Makes sure that the page can be written, before time is spent on what stands in it.
    pub(super) fn check(&self) -> Result<(), Failure> {
        check_page(self.html.as_deref())
    }

    /// Prints the findings, for a program or for people, and writes the page.
    pub(super) fn show(
        &self,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        csv: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        document: &Document,
    ) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.json {
            json(&mut out)?;
        } else if self.csv {
            csv(&mut out)?;
        } else {
            report::terminal(document, &mut out)?;
        }
        out.flush()?;
        write_page(self.html.as_deref(), || Ok(document.clone()))
    }
}

/// Shows bars, and fails with those that are missed.
pub(super) fn hold(bars: &Bars, show: &Show) -> Result<(), Failure> {
    let document = document(Some(&bars.machine), bars.sections());
    show.show(
        |mut out| bars.json_lines(&mut out),
        |mut out| bars.csv(&mut out),
        &document,
    )?;
    bars.missed()
        .map_or(Ok(()), |what| Err(Failure::Missed(what)))
}
