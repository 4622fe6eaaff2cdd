//! Presets: what people do with strings.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;

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
    /// All texts of a program that loads its data: captured, each read once, then dropped together.
    Load,
}

impl Preset {
    pub(crate) fn scenario(self) -> Scenario {
        let scenario = |mix: &str, live, lifetimes, hit_rate| Scenario {
            mix: mix.parse().expect("a test reads the mix of every preset"),
            live,
            lifetimes,
            hit_rate,
            threads: if self == Self::Shared { 2 } else { 1 },
            details: Details::default(),
        };
        match self {
            Self::Tags => scenario("capture:1,clone:8,eq:20,hash:20", 10_000, Random, 0.9),
            Self::Tokens => scenario("capture:10,read:20,eq:10", 50_000, Fifo, 0.3),
            Self::Keys => scenario("capture:1,lookup:50", 50_000, Random, 0.9),
            Self::Records => scenario("capture:1,read:1", 50_000, Fifo, 0.9),
            Self::Shared => scenario("capture:1,clone:20,read:20", 10_000, Fifo, 0.9),
            Self::Load => scenario("capture:1,read:1", 1, Together, 0.9),
        }
    }
}

/// The flags that choose a scenario.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ScenarioFlags {
    /// Use the strings as this kind of program does; the other flags override parts of it [default:
    /// records; for the embedded tags and tokens, the preset of that name; for a recorded program,
    /// its recorded use].
    #[arg(long, value_name = "NAME", value_enum)]
    preset: Option<Preset>,
    /// Mix operations by weight, such as capture:1,clone:8,eq:20,hash:20; also lookup and read. As
    /// many strings are dropped as are captured and cloned: drop may be left out.
    #[arg(long, value_name = "MIX")]
    mix: Option<Mix>,
    /// Keep this many strings alive, clones among them.
    #[arg(long, value_name = "N", value_parser = between(1..=10_000_000))]
    live: Option<usize>,
    /// Drop the oldest string first (fifo), or any (random).
    #[arg(long, value_name = "ORDER", value_enum)]
    lifetimes: Option<Lifetimes>,
    /// Let this share of comparisons and look-ups find an equal text: 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    hit_rate: Option<f64>,
    /// Run the scenario in this many threads at once.
    #[arg(long, value_name = "N", value_parser = between(1..=64))]
    threads: Option<usize>,
}

fn between(numbers: RangeInclusive<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(numbers)
}

fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().unwrap_or(f64::NAN);
    let is_share = (0.0..=1.0).contains(&share);
    is_share
        .then_some(share)
        .ok_or("a number from 0 to 1 is needed")
}

impl ScenarioFlags {
    /// Returns the named preset, or `default`, changed by the other flags.
    pub(crate) fn scenario(&self, default: Scenario) -> Result<Scenario, String> {
        let mut scenario = self.preset.map_or(default, Preset::scenario);
        let has_numbers = self.live.is_some() || self.hit_rate.is_some() || self.threads.is_some();
        if scenario.is_load() && (has_numbers || self.mix.is_some() || self.lifetimes.is_some()) {
            return Err(
                "--preset load has no parts that other flags override; leave them out".to_owned(),
            );
        }
        if let Some(mix) = &self.mix {
            scenario.mix = mix.clone();
            scenario.details.is_interleaved = false;
        }
        scenario.live = self.live.unwrap_or(scenario.live);
        if let Some(lifetimes) = self.lifetimes {
            scenario.lifetimes = lifetimes;
            scenario.details.owned = 0.0;
        }
        scenario.hit_rate = self.hit_rate.unwrap_or(scenario.hit_rate);
        scenario.threads = self.threads.unwrap_or(scenario.threads);
        scenario.details.is_apart &= self.threads.is_none();
        let mix = &scenario.mix;
        if self.hit_rate.is_some() && !scenario.has_hits() {
            return Err(format!(
                "--hit-rate is of comparisons and look-ups, and the mix {mix} has none; add eq or \
                 lookup"
            ));
        }
        if self.lifetimes.is_some() && mix.weight(Operation::Capture) == 0 {
            return Err(format!(
                "--lifetimes is the order in which captures replace strings, and the mix {mix} \
                 has no captures; add capture"
            ));
        }
        Ok(scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    fn scenario(flags: &str) -> Result<Scenario, String> {
        let matches = ScenarioFlags::augment_args(Command::new("test").no_binary_name(true))
            .try_get_matches_from(flags.split_whitespace())
            .unwrap();
        let flags = ScenarioFlags::from_arg_matches(&matches).unwrap();
        flags.scenario(Preset::Tags.scenario())
    }

    #[test]
    fn flags_change_the_preset() {
        assert_eq!(scenario(""), Ok(Preset::Tags.scenario()));
        for preset in Preset::value_variants() {
            let name = preset.to_possible_value().unwrap();
            let of_flag = scenario(&format!("--preset={}", name.get_name()));
            assert_eq!(of_flag, Ok(preset.scenario()));
        }
        let flags = "--preset=keys --mix=capture:1,eq:2,drop:1 --live=7 --lifetimes=fifo \
                     --hit-rate=0.5 --threads=3";
        let expected = Scenario {
            mix: "capture:1,eq:2".parse().unwrap(),
            live: 7,
            lifetimes: Fifo,
            hit_rate: 0.5,
            threads: 3,
            details: Details::default(),
        };
        assert_eq!(scenario(flags), Ok(expected));
    }
}
