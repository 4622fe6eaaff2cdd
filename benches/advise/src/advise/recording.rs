//! The memory of the candidates: it is recorded by tasks of the run, and read from it.

use std::io;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Program, Sampler};
use string_kit_measure::run::{Factors, Unit};

use super::factors::{FIELD, KEPT, TYPE};
use crate::candidate::{BASELINE, Candidate, Memory, Part};

pub(super) const TAKEN: &str = "taken";
pub(super) const CAPTURED: &str = "taken by all captured";

/// A part whose memory is recorded.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Recording {
    pub(super) name: String,
    pub(super) part: Part,
    /// True if the field needs no string: `String` alone is recorded.
    pub(super) is_plain: bool,
    /// True if a process records this part alone, so that tables of the process can be recorded.
    pub(super) is_alone: bool,
}

impl Recording {
    /// Records the memory of each candidate, and reports it.
    pub(super) fn report(
        &self,
        candidates: &[Candidate],
        allocator: Program,
        sampler: &mut Sampler,
    ) -> io::Result<()> {
        for candidate in candidates {
            let is_of_process = candidate
                .interner()
                .is_some_and(|table| table.is_of_process);
            let is_baseline = candidate.name == BASELINE;
            if self.is_plain && !is_baseline || is_of_process && !self.is_alone {
                continue;
            }
            let Memory { kept, captured } = candidate.memory(&self.part);
            let factors = Factors::default()
                .with(FIELD, &self.name)
                .with(TYPE, &candidate.name);
            let mut cell =
                |metric, unit, number| sampler.fixed(factors.clone(), metric, unit, number as f64);
            cell(KEPT, Unit::Bytes, kept.asked())?;
            cell(TAKEN, Unit::Bytes, kept.taken(allocator))?;
            cell("blocks", Unit::Count, kept.count())?;
            if captured != kept {
                cell(CAPTURED, Unit::Bytes, captured.taken(allocator))?;
            }
        }
        Ok(())
    }
}
