//! Presets: what people do with strings.

use super::Scenario;

/// A scenario by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Preset {
    /// Tags of a metrics pipeline: captured once, then cloned, compared and hashed.
    Tags,
    /// Tokens of a parser: captured, read and compared, and dropped in order.
    Tokens,
    /// Keys of a map: looked up far more often than inserted.
    Keys,
    /// Records that are read once: captured, read, dropped.
    Records,
    /// Records that two threads share: cloned and read by both.
    Shared,
}

impl Preset {
    /// Returns the scenario.
    pub(crate) fn scenario(self) -> Scenario {
        todo!()
    }
}

/// The flags that choose a scenario.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ScenarioFlags {}

impl ScenarioFlags {
    /// Returns the preset that is asked for, or `default`, changed by the flags.
    ///
    /// # Errors
    ///
    /// If the flags contradict each other.
    pub(crate) fn scenario(&self, default: Preset) -> Result<Scenario, String> {
        let _ = default;
        todo!()
    }
}
