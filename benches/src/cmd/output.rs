//! How a verb is to show what it found out: the flags, and the showing.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Failure;
use crate::report::{self, Document};

/// Where the findings go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Output {
    /// Print one JSON document instead of tables.
    #[arg(long)]
    json: bool,
    /// Write an HTML page too; that of 'compare' has all that the other verbs measure.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Output {
    /// Whether there is to be a page.
    pub(super) fn is_page_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Prints the findings, for a program or for people, and writes the page if there is to be one.
    pub(super) fn show(
        &self,
        findings: &impl Serialize,
        document: &Document,
        page: &Document,
    ) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.json {
            report::json(findings, &mut out)?;
        } else {
            report::terminal(document, &mut out)?;
        }
        out.flush()?;
        match &self.html {
            Some(path) => write_file(path, |out| report::page(page, out)),
            None => Ok(()),
        }
    }
}

/// Writes a file, or says which one could not be written.
pub(super) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::File(path.to_owned(), error))
}
