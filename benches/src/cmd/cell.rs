//! `cell`: what verbs that measure by processes call this program by, once for each.

use std::io::{self, Write};

use super::Failure;
use crate::measure::Task;

/// What is asked for: a task, as JSON.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "TASK", value_parser = task)]
    task: Task,
}

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let answer = self.task.answer().map_err(Failure::Arguments)?;
        Ok(writeln!(io::stdout(), "{answer}")?)
    }
}

fn task(json: &str) -> Result<Task, String> {
    serde_json::from_str(json).map_err(|error| format!("it is of another build: {error}"))
}
