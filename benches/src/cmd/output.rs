//! How a verb is to show what it found out: the flags, and the showing.

use std::fs::{File, OpenOptions};
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
    /// Write an HTML page too; that of 'compare' has all that the other verbs measure, by
    /// their defaults, and takes another minute.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Output {
    /// Makes sure that the page can be written, before time is spent on what stands in it.
    pub(super) fn check(&self) -> Result<(), Failure> {
        check_page(self.html.as_deref())
    }

    /// Prints the findings, for a program or for people, and writes the same as a page, if there is
    /// to be one.
    pub(super) fn show(
        &self,
        findings: &impl Serialize,
        document: &Document,
    ) -> Result<(), Failure> {
        self.show_with_page(findings, document, || Ok(document.clone()))
    }

    /// The same with a page of its own, which is made if there is to be one, after all is printed.
    pub(super) fn show_with_page(
        &self,
        findings: &impl Serialize,
        document: &Document,
        page: impl FnOnce() -> Result<Document, Failure>,
    ) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.json {
            report::json(findings, &mut out)?;
        } else {
            report::terminal(document, &mut out)?;
        }
        out.flush()?;
        write_page(self.html.as_deref(), page)
    }
}

/// Makes sure that a page can be written, if there is to be one.
pub(super) fn check_page(path: Option<&Path>) -> Result<(), Failure> {
    path.map_or(Ok(()), check_file)
}

/// Makes and writes a page, if there is to be one.
pub(super) fn write_page(
    path: Option<&Path>,
    page: impl FnOnce() -> Result<Document, Failure>,
) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(());
    };
    let page = page()?;
    write_file(path, |out| report::page(&page, out))
}

/// Makes sure that a file can be written; what is in it stays there.
pub(super) fn check_file(path: &Path) -> Result<(), Failure> {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened
        .map(drop)
        .map_err(|error| Failure::File(path.to_owned(), error))
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
