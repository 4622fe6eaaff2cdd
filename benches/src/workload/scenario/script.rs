//! The script of a scenario: its operations in drawn order, the same for each candidate.

use super::Scenario;

/// The operations of a scenario, drawn.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) scenario: Scenario,
}

impl Script {
    /// Draws a script for so many texts.
    pub(crate) fn new(scenario: &Scenario, texts: usize, random: &mut fastrand::Rng) -> Self {
        let _ = (texts, random);
        Self {
            scenario: scenario.clone(),
        }
    }

    /// Returns the number of operations of a pass.
    pub(crate) fn pass(&self) -> usize {
        todo!()
    }
}
