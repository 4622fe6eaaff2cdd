//! `all`: every question, one after the other, in one report.

use std::ffi::OsString;
use std::time::Duration;

use string_kit_measure::{Common, Failure};

use super::{Asked, Questions, answer, question_of};

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let all = self.questions()?;
        let times = all.iter().map(|asked| self.common.effort(&asked.plan).time);
        let seconds = times.sum::<Duration>().as_secs();
        eprintln!("string-kit: {} questions take about {seconds} s", all.len());
        answer(&self.common, all)
    }

    /// Returns the questions that have the types of `--type`.
    fn questions(&self) -> Result<Vec<Asked>, Failure> {
        let mut all = Vec::new();
        for name in Questions::NAMES {
            let argv: Vec<OsString> = [vec![(*name).into()], self.common.passed_on()].concat();
            let Some(question) = question_of(&argv) else {
                continue;
            };
            match question.get().plan() {
                Ok(plan) => {
                    let words: Vec<_> = argv.iter().map(|word| word.to_string_lossy()).collect();
                    let command = format!("{} -- {}", super::CARGO_RUN, words.join(" "));
                    all.push(Asked {
                        question,
                        plan,
                        argv,
                        command,
                    });
                }
                // A type that this question does not have.
                Err(Failure::Arguments(_)) if !self.common.types.is_empty() => {}
                Err(failure) => return Err(failure),
            }
        }
        if all.is_empty() {
            let types = self.common.types.join(", ");
            return Err(Failure::Arguments(format!(
                "no question has the types {types}"
            )));
        }
        Ok(all)
    }
}
