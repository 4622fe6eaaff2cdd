//! Which string type for this data: the advisor.

mod constraint;
mod facts;
mod snippet;
mod sql;

use super::Question;
use crate::cmd::Common;
use crate::engine::{Plan, Sampler, Unit};
use crate::failure::Failure;

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        todo!()
    }

    fn sample(&self, _unit: &Unit, _sampler: &mut Sampler) -> Result<(), Failure> {
        todo!()
    }
}
