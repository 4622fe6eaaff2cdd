//! Presets: what people do with strings.

use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;

use string_kit_measure::Failure;

use super::{Mix, Workload};

/// A workload by name.
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
    /// Records that threads share: cloned and read by each, so types whose clones contend are
    /// excluded.
    Shared,
    /// All texts of a program that loads its data: captured, each read once, then dropped together.
    Load,
}

impl Preset {
    pub(crate) fn workload(self) -> Workload {
        let (mix, live) = match self {
            Self::Tags => ("capture:1,clone:8,eq:20,hash:20", 10_000),
            Self::Tokens => ("capture:10,read:20,eq:10", 50_000),
            Self::Keys => ("capture:1,lookup:50", 50_000),
            Self::Records => ("capture:1,read:1", 50_000),
            Self::Shared => ("capture:1,clone:20,read:20", 10_000),
            Self::Load => ("capture:1,read:1", 1),
        };
        Workload {
            mix: mix.parse().expect("a test reads the mix of every preset"),
            live,
            is_load: self == Self::Load,
            is_shared: self == Self::Shared,
        }
    }
}

/// The flags that choose a workload.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct WorkloadFlags {
    /// Use the strings as this kind of program does; the other flags override parts of it [default:
    /// records; for the embedded tags and tokens, the preset of that name].
    #[arg(long, value_name = "NAME", value_enum)]
    preset: Option<Preset>,
    /// Mix operations by weight, such as capture:1,clone:8,eq:20,hash:20; also lookup and read. As
    /// many strings are dropped as are captured and cloned: drop may be left out.
    #[arg(long, value_name = "MIX")]
    mix: Option<Mix>,
    /// Keep this many strings alive, clones among them.
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    live: Option<usize>,
}

impl WorkloadFlags {
    /// Returns the named preset, or `default`, changed by the other flags.
    pub(crate) fn apply(&self, default: Workload) -> Result<Workload, Failure> {
        let mut workload = self.preset.map_or(default, Preset::workload);
        if workload.is_load && (self.live.is_some() || self.mix.is_some()) {
            let reason = "--preset load has no parts that other flags override; leave them out";
            return Err(Failure::Arguments(reason.to_owned()));
        }
        if let Some(mix) = &self.mix {
            workload.mix = mix.clone();
        }
        workload.live = self.live.unwrap_or(workload.live);
        Ok(workload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    fn workload(flags: &str) -> Option<Workload> {
        let matches = WorkloadFlags::augment_args(Command::new("test").no_binary_name(true))
            .try_get_matches_from(flags.split_whitespace())
            .unwrap();
        let flags = WorkloadFlags::from_arg_matches(&matches).unwrap();
        flags.apply(Preset::Tags.workload()).ok()
    }

    #[test]
    fn flags_change_the_preset() {
        assert_eq!(workload(""), Some(Preset::Tags.workload()));
        for preset in Preset::value_variants() {
            let name = preset.to_possible_value().unwrap();
            let named = workload(&format!("--preset={}", name.get_name()));
            assert_eq!(named, Some(preset.workload()));
        }
        let expected = Workload {
            mix: "capture:1,eq:2".parse().unwrap(),
            live: 7,
            ..Preset::Keys.workload()
        };
        let flags = "--preset=keys --mix=capture:1,eq:2,drop:1 --live=7";
        assert_eq!(workload(flags), Some(expected));
        assert_eq!(workload("--preset=load --live=7"), None);
    }
}
