//! The places where a report goes.

use std::path::Path;

use string_kit_measure::Failure;
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::output::{print, write_file};
use string_kit_measure::report::{self, Document, Section, pivot};
use string_kit_measure::run::Run;

use crate::question::Questions;

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

/// Returns the report of some runs, under the machine of the first.
pub(super) fn document(runs: &[Run]) -> Document {
    let title = "string-kit: which string type to keep text in";
    Document::new(title, runs, runs.iter().flat_map(sections).collect())
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
