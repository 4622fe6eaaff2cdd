//! The verb of every question: flags to a plan, a plan to a run, a run to a report.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use string_kit_measure::engine::{self, Part, Plan, Sampler};
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::output::{print, write_file};
use string_kit_measure::report::{self, Document, Section, pivot};
use string_kit_measure::run::{self, Run};
use string_kit_measure::{Common, Failure};

use crate::question::Questions;

/// A question with its plan, the arguments that ask it, and the command that does.
pub(super) struct Asked {
    pub(super) question: Questions,
    pub(super) plan: Plan,
    pub(super) argv: Vec<OsString>,
    pub(super) command: String,
}

/// Asks a question, and shows the answer; `argv` are the arguments after the program's name.
///
/// # Errors
///
/// See [`Failure`].
pub(super) fn ask(
    question: Questions,
    argv: Vec<OsString>,
    command: String,
) -> Result<(), Failure> {
    if let Some(text) = question.get().printed() {
        return print(|out| out.write_all(text.as_bytes()));
    }
    let common = question.get().common().clone();
    let asked = Asked {
        plan: question.get().plan()?,
        question,
        argv,
        command,
    };
    answer(&common, vec![asked])
}

/// Measures, saves and shows, and then compares with the expected results.
///
/// # Errors
///
/// See [`Failure`].
pub(super) fn answer(common: &Common, all: Vec<Asked>) -> Result<(), Failure> {
    common.check_files()?;
    let (mut runs, mut questions) = (Vec::new(), Vec::new());
    for asked in all {
        let (question, run) = measure(asked)?;
        questions.push(question);
        runs.push(run);
    }
    common.save(|out| runs.iter().try_for_each(|run| run::write(run, out)))?;
    show(&runs, common.is_shown(), common.html.as_deref())?;
    let mut asked = questions.iter().zip(&runs);
    asked.try_for_each(|(question, run)| question.get().verify(run))
}

/// Runs the plan of a question under a progress bar.
fn measure(asked: Asked) -> Result<(Questions, Run), Failure> {
    let effort = asked.question.get().common().effort(&asked.plan);
    let bar = progress_bar(asked.plan.question);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is a share of 1,000.
    let mut progress = |share: f64| bar.set_position((share * 1000.0) as u64);
    let run = engine::run(
        asked.plan,
        &effort,
        &asked.argv,
        asked.command,
        &mut progress,
    );
    bar.finish_and_clear();
    Ok((asked.question, run?))
}

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

/// Does a process's part of a run.
///
/// # Errors
///
/// Those of [`Question::sample`].
pub(super) fn sample(questions: &Questions, part: &Part) -> Result<(), Failure> {
    let question = questions.get();
    let plan = question.plan()?;
    let task = plan.tasks.get(part.task).ok_or_else(|| {
        Failure::Arguments(format!("there is no task {} of this question", part.task))
    })?;
    let mut sampler = Sampler::new(part, &plan, task);
    question.sample(task, &mut sampler)
}

/// Returns a bar on the standard error stream, with an estimate of the time that is left. It is hidden
/// if the stream is not a terminal.
fn progress_bar(question: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {percent} %, {eta} left")
        .expect("the template is sound");
    let bar = ProgressBar::new(1000).with_style(style.progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar.with_message(question)
}
