//! The places where a report goes.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::judge::{self, Judge};
use crate::question::Questions;
use crate::report::{self, Document, Section, pivot};
use crate::run::Run;

/// Prints the report of some runs if `is_printed`, and writes it to the file `page`, if there is one.
///
/// # Errors
///
/// If one of them cannot be written.
pub(super) fn show(runs: &[Run], is_printed: bool, page: Option<&Path>) -> Result<(), Failure> {
    let document = document(runs);
    if is_printed {
        print(|out| report::terminal(&document, out))?;
    }
    match page {
        Some(path) => write_file(path, |out| report::page(&document, out)),
        None => Ok(()),
    }
}

/// Writes to the standard output stream.
pub(super) fn print(
    write: impl FnOnce(&mut io::StdoutLock<'_>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Returns the report of some runs, under the machine of the first.
pub(super) fn document(runs: &[Run]) -> Document {
    Document {
        title: "string-kit: which string type to keep text in".to_owned(),
        machine: machine(runs),
        sections: runs.iter().flat_map(sections).collect(),
    }
}

/// Returns the machine of the first run, line by line.
pub(super) fn machine(runs: &[Run]) -> String {
    let first = runs.first().map(|run| run.header.machine.to_string());
    first.unwrap_or_default()
}

/// Returns the question's own part, if this program knows the question, and the tables.
fn sections(run: &Run) -> Vec<Section> {
    let run = judge::calm(run.clone());
    let judge = Judge::of(&run);
    let question = if Questions::NAMES.contains(&&*run.header.question) {
        super::question_of(&[run.header.question.clone().into()])
    } else {
        None
    };
    let question = question.as_ref().map(Questions::get);
    let mut sections = Vec::new();
    sections.extend(
        question
            .iter()
            .flat_map(|question| question.first_sections(&judge)),
    );
    sections.push(pivot::section(&judge));
    sections.extend(
        question
            .iter()
            .flat_map(|question| question.sections(&judge)),
    );
    sections
}

/// Makes sure that a file can be written; its content stays. "-" is the standard output stream.
pub(crate) fn check_file(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened
        .map(drop)
        .map_err(|error| Failure::File(path.to_owned(), error))
}

/// Writes a file.
///
/// # Errors
///
/// If it cannot be written, with its path.
pub(crate) fn write_file(
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
