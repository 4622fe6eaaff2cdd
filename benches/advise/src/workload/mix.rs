//! Mixes: how often each operation is done.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use string_kit_measure::question::closest;

/// An operation on the strings of a working set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Operation {
    /// Makes a string of the next text; it takes the place of the oldest, which is dropped.
    Capture,
    /// Clones a live string; the clone takes the place of an older clone, which is dropped.
    Clone,
    /// Compares a live string with another one.
    Eq,
    /// Hashes a live string by std's default hasher.
    Hash,
    /// Looks a text up in a map whose keys are strings.
    Lookup,
    /// Reads the text of a live string.
    Read,
}

impl Operation {
    pub(crate) const COUNT: usize = Self::Read as usize + 1;

    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Clone => "clone",
            Self::Eq => "comparison",
            Self::Hash => "hash",
            Self::Lookup => "look-up",
            Self::Read => "read",
        }
    }
}

/// The greatest weight of an operation.
const MOST: u32 = 10_000;
/// The name of the operation that follows from the others.
const DROP: &str = "drop";

/// The weight of each operation that is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Mix(BTreeMap<Operation, u32>);

impl Mix {
    /// Returns the weight of an operation; 0 if it is not done.
    pub(crate) fn weight(&self, operation: Operation) -> u32 {
        self.0.get(&operation).copied().unwrap_or_default()
    }

    /// Returns the operations that are done, with their weights.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Operation, u32)> {
        let weights = self.0.iter();
        weights.map(|(operation, weight)| (*operation, *weight))
    }

    /// Returns the mix with weights in lowest terms.
    pub(crate) fn lowest(&self) -> Self {
        let divisor = self.0.values().copied().fold(0, gcd).max(1);
        let weights = self.iter();
        weights
            .map(|(operation, weight)| (operation, weight / divisor))
            .collect()
    }
}

/// Returns the greatest common divisor.
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl FromIterator<(Operation, u32)> for Mix {
    fn from_iter<I: IntoIterator<Item = (Operation, u32)>>(weights: I) -> Self {
        Self(weights.into_iter().collect())
    }
}

impl Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Writes the form that `from_str` reads.
impl Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self
            .iter()
            .map(|(operation, weight)| format!("{operation}:{weight}"));
        f.write_str(&parts.collect::<Vec<_>>().join(","))
    }
}

/// Reads `capture:1,clone:8,eq:20,hash:20,drop:9`. What is captured and cloned is dropped: if
/// `drop` has a weight, it must be the sum of both.
impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut mix = Self::default();
        let mut drops = None;
        for part in text.split(',') {
            let (name, weight) = part.split_once(':').ok_or_else(|| {
                format!("'{part}' is no operation with its weight, such as capture:1")
            })?;
            let (name, weight) = (name.trim(), weight.trim());
            let operation = (name != DROP).then(|| operation(name)).transpose()?;
            let number = || weight.parse().ok().filter(|weight| *weight > 0);
            let weight: u32 = number().ok_or_else(|| {
                format!("{name}: a weight is 1 to {MOST}; leave out an operation that is not done")
            })?;
            let before = match operation {
                // It is compared with the sum of two weights below.
                None => drops.replace(weight),
                Some(_) if weight > MOST => {
                    return Err(format!(
                        "{name}: {weight} is more than {MOST}; divide all weights"
                    ));
                }
                Some(operation) => mix.0.insert(operation, weight),
            };
            if before.is_some() {
                return Err(format!("{name} comes twice; add up its weights"));
            }
        }
        let made = mix.weight(Operation::Capture) + mix.weight(Operation::Clone);
        match drops {
            _ if mix.0.is_empty() => {
                Err("a mix takes an operation that is not drop, such as capture:1".to_owned())
            }
            Some(drops) if drops != made && made > 0 => Err(format!(
                "drop must equal capture + clone ({made}), or be left out"
            )),
            Some(drops) if drops != made => {
                Err("nothing is captured or cloned: leave drop out".to_owned())
            }
            _ => Ok(mix),
        }
    }
}

fn operation(name: &str) -> Result<Operation, String> {
    Operation::from_str(name, false).map_err(|_| {
        let operations = Operation::value_variants().iter().map(ToString::to_string);
        let names: Vec<String> = operations.chain([DROP.to_owned()]).collect();
        let best = closest(name, names.iter().map(String::as_str)).unwrap_or_default();
        let listed = names.join(", ");
        format!(
            "there is no operation '{name}'; did you mean '{best}'? The operations are: {listed}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weights_are_shown_in_lowest_terms() {
        let mix: Mix = "capture:10,read:20,eq:5".parse().unwrap();
        assert_eq!(mix.lowest().to_string(), "capture:2,eq:1,read:4");
    }

    #[test]
    fn drop_follows_from_captures_and_clones() {
        let mix: Mix = "capture:1,clone:8,eq:20,hash:20".parse().unwrap();
        let with_drop = "hash:20, capture:1,drop:9,clone:8,eq:20";
        assert_eq!(with_drop.parse(), Ok(mix.clone()));
        assert_eq!(mix.to_string(), "capture:1,clone:8,eq:20,hash:20");
    }

    proptest! {
        #[test]
        fn a_mix_is_read_back(
            weights in prop::collection::btree_map(0..6_usize, 1..=MOST, 1..=6)
        ) {
            let operations = Operation::value_variants();
            let weights = weights.into_iter().map(|(index, weight)| (operations[index], weight));
            let mix: Mix = weights.collect();
            prop_assert_eq!(mix.to_string().parse::<Mix>(), Ok(mix.clone()));
            let json = serde_json::to_string(&mix).unwrap();
            prop_assert_eq!(serde_json::from_str::<Mix>(&json).unwrap(), mix);
        }

        #[test]
        fn no_text_panics(text in "[a-z:,0-9 ]{0,40}") {
            let _ = text.parse::<Mix>();
        }
    }
}
