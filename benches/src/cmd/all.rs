//! `all`: every question, one after the other, in one report.

use std::ffi::OsString;
use std::io;

use string_kit_measure::Common;
use string_kit_measure::Failure;
use string_kit_measure::engine::Plan;
use string_kit_measure::run::{self, Run};

use super::{ask, output, question_of};
use crate::question::Questions;

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
}

/// A question with its plan and the arguments that ask it.
struct Asked {
    question: Questions,
    plan: Plan,
    argv: Vec<OsString>,
}

impl Args {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.common.check_files()?;
        let all = self.questions()?;
        let seconds: u64 = all
            .iter()
            .map(|asked| asked.question.get().effort().time.as_secs())
            .sum();
        eprintln!("string-kit: {} questions take about {seconds} s", all.len());
        let (mut runs, mut questions): (Vec<Run>, Vec<Questions>) = (Vec::new(), Vec::new());
        for Asked {
            question,
            plan,
            argv,
        } in all
        {
            let words: Vec<_> = argv.iter().map(|word| word.to_string_lossy()).collect();
            let command = format!("{} -- {}", super::CARGO_RUN, words.join(" "));
            runs.push(ask::measure(question.get(), plan, &argv, command)?);
            questions.push(question);
        }
        let write = |out: &mut dyn io::Write| runs.iter().try_for_each(|run| run::write(run, out));
        self.common.save(write)?;
        output::show(&runs, self.common.is_shown(), self.common.html.as_deref())?;
        let mut asked = questions.iter().zip(&runs);
        asked.try_for_each(|(question, run)| question.get().verify(run))
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
                Ok(plan) => all.push(Asked {
                    question,
                    plan,
                    argv,
                }),
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
