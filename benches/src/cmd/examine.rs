//! `examine`: what `conformance` calls this program by, once for each type.

use std::io;

use super::Failure;
use super::conformance::{laws, listed};
use crate::conformance::process;

/// What is asked for: a subject and laws, both by name.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "NAME")]
    subject: String,
    #[arg(value_name = "LAW", value_delimiter = ',')]
    laws: Vec<String>,
}

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let laws = laws(&self.laws)?;
        for listed in listed(&[self.subject])? {
            process::serve(&*listed.subject, laws.iter().copied(), &mut io::stdout())?;
        }
        Ok(())
    }
}
