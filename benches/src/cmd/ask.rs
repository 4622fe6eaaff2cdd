//! The verb of every question: flags to a plan, a plan to a run, a run to a report.

use std::ffi::OsString;
use std::io::Write;
use std::slice;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use string_kit_measure::Failure;
use string_kit_measure::Question;
use string_kit_measure::engine::{self, Part, Plan, Sampler};
use string_kit_measure::output::print;
use string_kit_measure::run::{self, Run};

use super::output;
use crate::question::Questions;

/// Asks a question, and shows the answer; `argv` are the arguments after the program's name.
///
/// # Errors
///
/// See [`Failure`].
pub(super) fn ask(
    question: &dyn Question,
    argv: &[OsString],
    command: String,
) -> Result<(), Failure> {
    let common = question.common();
    if let Some(text) = question.printed() {
        return print(|out| out.write_all(text.as_bytes()));
    }
    // A question that is refused leaves no files.
    let plan = question.plan()?;
    common.check_files()?;
    let run = measure(question, plan, argv, command)?;
    common.save(|out| run::write(&run, out))?;
    output::show(
        slice::from_ref(&run),
        common.is_shown(),
        common.html.as_deref(),
    )?;
    question.verify(&run)
}

/// Runs the plan of a question under a progress bar.
///
/// # Errors
///
/// Those of [`engine::run`].
pub(super) fn measure(
    question: &dyn Question,
    plan: Plan,
    argv: &[OsString],
    command: String,
) -> Result<Run, Failure> {
    let effort = question.effort();
    let bar = progress_bar(plan.question);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is a share of 1,000.
    let mut progress = |share: f64| bar.set_position((share * 1000.0) as u64);
    let run = engine::run(plan, &effort, argv, command, &mut progress);
    bar.finish_and_clear();
    run
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
