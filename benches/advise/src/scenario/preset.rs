//! Presets: what people do with strings.

use clap::ValueEnum;

use super::Lifetimes::{Fifo, Random, Together};
use super::{Details, Lifetimes, Mix, Operation, Scenario};

/// A scenario by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    /// A program that reads all its data, keeps them, reads each once, and drops them.
    Load,
}

impl Preset {
    /// Returns the scenario.
    pub(crate) fn scenario(self) -> Scenario {
        let of = |mix: &str, live, lifetimes, hit_rate| Scenario {
            mix: mix.parse().expect("a test reads the mix of every preset"),
            live,
            lifetimes,
            hit_rate,
            threads: if self == Self::Shared { 2 } else { 1 },
            details: Details::default(),
        };
        match self {
            Self::Tags => of("capture:1,clone:8,eq:20,hash:20", 10_000, Random, 0.9),
            Self::Tokens => of("capture:10,read:20,eq:10", 50_000, Fifo, 0.3),
            Self::Keys => of("capture:1,lookup:50", 50_000, Random, 0.9),
            Self::Records => of("capture:1,read:1", 50_000, Fifo, 0.9),
            Self::Shared => of("capture:1,clone:20,read:20", 10_000, Fifo, 0.9),
            Self::Load => of("capture:1,read:1", 1, Together, 0.9),
        }
    }
}

/// The flags that choose a scenario.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ScenarioFlags {
    /// Use the strings as this kind of program does; the other flags override parts of it.
    #[arg(long, value_name = "NAME", value_enum)]
    preset: Option<Preset>,
    /// Mix operations by weight: capture:1,clone:8,eq:20,hash:20; also lookup, read and drop.
    #[arg(long, value_name = "MIX")]
    mix: Option<Mix>,
    /// Keep this many strings alive, clones among them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    live: Option<u64>,
    /// Drop the oldest string first (fifo), or any (random).
    #[arg(long, value_name = "ORDER", value_enum)]
    lifetimes: Option<Lifetimes>,
    /// Let this share of comparisons and look-ups find an equal text: 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    hit_rate: Option<f64>,
    /// Run the scenario in this many threads at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: Option<u64>,
}

/// Reads a share.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

impl ScenarioFlags {
    /// Returns the preset that is asked for, or `default`, changed by the flags.
    pub(crate) fn scenario(&self, default: Scenario) -> Result<Scenario, String> {
        let preset = self.preset.map_or(default, Preset::scenario);
        let is_changed = self.mix.is_some() || self.hit_rate.is_some() || self.lifetimes.is_some();
        if preset.is_load() && (is_changed || self.live.is_some() || self.threads.is_some()) {
            return Err(
                "--preset load has no parts that other flags override; leave them out".to_owned(),
            );
        }
        let number = |flag: Option<u64>, otherwise| {
            flag.map_or(otherwise, |number| {
                usize::try_from(number).unwrap_or(usize::MAX)
            })
        };
        let scenario = Scenario {
            mix: self.mix.clone().unwrap_or(preset.mix),
            live: number(self.live, preset.live),
            lifetimes: self.lifetimes.unwrap_or(preset.lifetimes),
            hit_rate: self.hit_rate.unwrap_or(preset.hit_rate),
            threads: number(self.threads, preset.threads),
            details: Details {
                is_apart: preset.details.is_apart && self.threads.is_none(),
                ..preset.details
            },
        };
        if self.hit_rate.is_some() && !scenario.has_hits() {
            return Err(format!(
                "--hit-rate is of comparisons and look-ups, and the mix {} has none; add eq or lookup",
                scenario.mix
            ));
        }
        if self.lifetimes.is_some() && scenario.mix.weight(Operation::Capture) == 0 {
            return Err(format!(
                "--lifetimes is the order in which captures replace strings, and the mix {} has no \
                 captures; add capture",
                scenario.mix
            ));
        }
        Ok(scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Command {
        #[command(flatten)]
        flags: ScenarioFlags,
    }

    fn scenario(flags: &[&str]) -> Result<Scenario, String> {
        let argv = ["test"].iter().chain(flags);
        let command = Command::try_parse_from(argv).map_err(|why| why.to_string())?;
        command.flags.scenario(Preset::Tags.scenario())
    }

    #[test]
    fn flags_change_the_preset() {
        for preset in Preset::value_variants() {
            assert_eq!(preset.scenario().threads > 1, *preset == Preset::Shared);
        }
        assert_eq!(scenario(&[]), Ok(Preset::Tags.scenario()));
        let shared = scenario(&["--preset=shared"]);
        assert_eq!(shared, Ok(Preset::Shared.scenario()));
        let changed = scenario(&[
            "--preset=keys",
            "--mix=capture:1,eq:2,drop:1",
            "--live=7",
            "--lifetimes=fifo",
            "--hit-rate=0.5",
            "--threads=3",
        ]);
        let expected = Scenario {
            mix: "capture:1,eq:2".parse().unwrap(),
            live: 7,
            lifetimes: Fifo,
            hit_rate: 0.5,
            threads: 3,
            details: Details::default(),
        };
        assert_eq!(changed, Ok(expected));
    }

    #[test]
    fn a_flag_without_effect_is_refused() {
        let fault = scenario(&["--mix=capture:1", "--hit-rate=0.5"]).unwrap_err();
        assert!(fault.contains("add eq or lookup"), "{fault}");
        let fault = scenario(&["--mix=eq:1", "--lifetimes=fifo"]).unwrap_err();
        assert!(fault.contains("add capture"), "{fault}");
    }

    #[test]
    fn numbers_out_of_bounds_are_refused() {
        for flag in [
            "--live=0",
            "--live=10000001",
            "--threads=0",
            "--threads=65",
            "--hit-rate=-0.1",
            "--hit-rate=1.1",
            "--hit-rate=NaN",
            "--mix=drops:1",
            "--preset=tag",
        ] {
            assert!(scenario(&[flag]).is_err(), "{flag}");
        }
    }
}
