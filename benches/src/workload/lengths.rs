//! One operation on texts of chosen lengths, by every representation.
//!
//! Each result is dropped at once, so the allocator returns the block that it has just taken back:
//! its fastest path, the same for every representation.

use std::fmt::{self, Display};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::hint::black_box;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use clap::ValueEnum;
use string_kit::CapturedStr;
use string_kit_measure::engine::{Stopwatch, repeat};
use string_kit_types::{Representation, Work};

pub(crate) const LONGEST: usize = 65_536;

/// The number of texts of one length: enough to even out their places in memory, and few enough for
/// the first cache up to 1,024 bytes.
const TEXTS: usize = 16;
/// The number of values that are converted in one timed span: enough to take long against a reading
/// of the clock.
const CONVERTED: usize = 64;
/// The number of texts of a mix: too many lengths for a processor to learn their order.
const MIXED: usize = 2048;
const MIXED_LONGEST: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(crate) enum Length {
    /// One length for all texts.
    Bytes(usize),
    /// Lengths of tokens of Rust source code, up to 64 bytes, in random order.
    Tokens,
    /// Lengths of telemetry's tag values, up to 64 bytes, in random order.
    Tags,
    /// Names in ten scripts, up to 64 bytes each, in random order.
    Names,
    /// Lengths of 0 to 64 bytes, equally often, in random order.
    Uniform,
}

impl Length {
    const MIXES: [(&'static str, Self); 4] = [
        ("tokens", Self::Tokens),
        ("tags", Self::Tags),
        ("names", Self::Names),
        ("uniform", Self::Uniform),
    ];

    /// Returns lengths on both sides of every inline capacity, some longer ones, and the mixes.
    pub(crate) fn defaults() -> Vec<Self> {
        let short = [0, 1, 8, 9, 15, 16, 17, 22, 23, 24, 25, 32];
        let bytes = short.into_iter().chain([64, 256, 1024, 4096]);
        bytes
            .map(Self::Bytes)
            .chain(Self::MIXES.map(|(_, mix)| mix))
            .collect()
    }

    /// Returns the names, or English words of the other lengths, beginning with a whole one.
    pub(crate) fn texts(self, random: &mut fastrand::Rng) -> Vec<&'static str> {
        let mut lengths: Vec<usize> = match self {
            Self::Bytes(length) => vec![length; TEXTS],
            Self::Tokens => string_kit_data::tokens().iter().map(String::len).collect(),
            Self::Tags => {
                let tags = string_kit_data::tags().into_iter().flatten();
                tags.map(|(_, value)| value.len()).collect()
            }
            Self::Names => {
                let names = string_kit_data::names().iter().map(|row| &*row.name);
                let fitting = names.filter(|name| name.len() <= MIXED_LONGEST);
                let mut mix: Vec<&str> = fitting.cycle().take(MIXED).collect();
                random.shuffle(&mut mix);
                return mix;
            }
            Self::Uniform => (0..=MIXED_LONGEST).cycle().take(MIXED).collect(),
        };
        if !matches!(self, Self::Bytes(_)) {
            lengths.retain(|&length| length <= MIXED_LONGEST);
            random.shuffle(&mut lengths);
            lengths.truncate(MIXED);
        }
        let words = PROSE[..LONGEST].match_indices(' ').map(|(at, _)| at + 1);
        let text = |(length, start)| &PROSE[start..start + length];
        lengths.into_iter().zip(words.cycle()).map(text).collect()
    }
}

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(length) => write!(f, "{length}"),
            mix => {
                let mut names = Self::MIXES.iter().filter(|(_, named)| named == mix);
                names.try_for_each(|(name, _)| write!(f, "mix: {name}"))
            }
        }
    }
}

/// Reads a number of bytes, or the name of a mix.
impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mix = Self::MIXES.iter().find(|(name, _)| *name == text);
        let bytes = text.parse().ok().filter(|bytes| *bytes <= LONGEST);
        mix.map(|(_, mix)| *mix)
            .or(bytes.map(Self::Bytes))
            .ok_or_else(|| {
                format!("a length is 0 to {LONGEST} bytes, or a mix: tokens, tags, names, uniform")
            })
    }
}

/// Words, of twice as many bytes as the longest text.
static PROSE: LazyLock<String> = LazyLock::new(|| {
    const WORDS: &str = concat!(
        "the cache of a server keeps each request with its header and user name ",
        "while old answers expire after some minutes unless another reader asks again"
    );
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut prose = String::new();
    while prose.len() <= 2 * LONGEST {
        prose.push_str(words[random.usize(..words.len())]);
        prose.push(' ');
    }
    prose
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[value(rename_all = "snake_case")]
pub(crate) enum Operation {
    /// A string from a `&str`, by `CapturedStr::from_text`, and its drop.
    Create,
    /// `clone`, and the drop of the clone.
    Clone,
    /// `into_string` of a value that is not shared, and the drop of the `String`.
    IntoString,
    /// `==` of two equal texts in different places.
    Equal,
    /// std's default hash.
    Hash,
}

impl Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.expect("every operation has a name").get_name())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Operations {
    /// The length of the longest text that is stored inside the value.
    pub(crate) inline_capacity: usize,
    /// Returns a function that does the operation on each text so many times.
    pub(crate) timer: fn(Operation, Vec<&'static str>) -> Timer,
    /// Returns whether an operation on a text has the same result as for a `String`.
    pub(crate) check: fn(Operation, &str) -> bool,
}

impl Work for Operations {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self {
            inline_capacity: S::PROFILE.inline_capacity,
            timer: timer::<S, TWIN>,
            check: check::<S>,
        }
    }
}

/// Does an operation a number of times, and returns the time that it took.
pub(crate) type Timer = Box<dyn FnMut(u32) -> Duration>;

fn timer<S: CapturedStr, const TWIN: bool>(
    operation: Operation,
    texts: Vec<&'static str>,
) -> Timer {
    let values = || made::<S>(&texts);
    match operation {
        Operation::Create => each::<_, TWIN>(texts, |text| {
            black_box(&S::from_text(text));
        }),
        Operation::Clone => each::<_, TWIN>(values(), |value| {
            black_box(&value.clone());
        }),
        Operation::IntoString => into_string::<S, TWIN>(texts),
        Operation::Equal => {
            let mut pairs = Vec::with_capacity(texts.len());
            for (a, b) in values().into_iter().zip(values()) {
                pairs.push([a, b]);
            }
            each::<_, TWIN>(pairs, |[a, b]| {
                black_box(a == b);
            })
        }
        Operation::Hash => each::<_, TWIN>(values(), |value| {
            black_box(hash(value));
        }),
    }
}

fn made<S: CapturedStr>(texts: &[&str]) -> Vec<S> {
    // PERF: a loop, since an adapter's closures are compiled for each type.
    let mut made = Vec::with_capacity(texts.len());
    for text in texts {
        made.push(S::from_text(text));
    }
    made
}

fn each<T: 'static, const TWIN: bool>(values: Vec<T>, operation: impl Fn(&T) + 'static) -> Timer {
    Box::new(move |count| {
        repeat(count, || {
            black_box(TWIN);
            for value in &values {
                operation(black_box(value));
            }
        })
    })
}

/// Converts values that are made a few at a time: otherwise the time would be that of an allocator
/// which takes back very many blocks.
fn into_string<S: CapturedStr, const TWIN: bool>(texts: Vec<&'static str>) -> Timer {
    Box::new(move |count| {
        let mut watch = Stopwatch::default();
        let mut values: Vec<S> = Vec::with_capacity(CONVERTED);
        let mut texts = texts.iter().cycle().take(count as usize * texts.len());
        loop {
            for text in texts.by_ref().take(CONVERTED) {
                values.push(S::from_text(text));
            }
            if values.is_empty() {
                return watch.elapsed();
            }
            watch.time(|| {
                black_box(TWIN);
                black_box(&values);
                for value in values.drain(..) {
                    black_box(&value.into_string());
                }
            });
        }
    })
}

fn check<S: CapturedStr>(operation: Operation, text: &str) -> bool {
    let value = S::from_text(text);
    match operation {
        Operation::Create => value.as_str() == text,
        Operation::Clone => value.clone().as_str() == text,
        Operation::IntoString => value.into_string() == text,
        Operation::Equal => {
            value == S::from_text(text) && value != S::from_text(&format!("{text}."))
        }
        Operation::Hash => hash(&value) == hash(&String::from(text)),
    }
}

fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::representations::representations;

    #[test]
    fn a_length_is_a_number_or_a_mix() {
        assert_eq!("24".parse(), Ok(Length::Bytes(24)));
        assert_eq!("tags".parse(), Ok(Length::Tags));
        assert_eq!(Length::Tags.to_string(), "mix: tags");
    }

    #[test]
    fn texts_have_the_lengths_that_were_asked_for() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in [Length::defaults(), vec![Length::Bytes(LONGEST)]].concat() {
            let texts = length.texts(&mut random);
            let (count, is_right): (_, &dyn Fn(usize) -> bool) = match length {
                Length::Bytes(length) => (TEXTS, &move |len| len == length),
                _ => (MIXED, &|len| len <= MIXED_LONGEST),
            };
            assert_eq!(texts.len(), count, "{length}");
            assert!(texts.iter().all(|text| is_right(text.len())), "{length}");
        }
    }

    #[test]
    fn every_operation_keeps_every_name() {
        for subject in representations::<Operations>() {
            for operation in Operation::value_variants() {
                for row in string_kit_data::names() {
                    for text in [&row.symbol, &row.name] {
                        let is_kept = (subject.work.check)(*operation, text);
                        assert!(is_kept, "{operation} of {}: {text}", subject.name);
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_of_every_inline_capacity_are_measured_by_default() {
        let defaults = Length::defaults();
        for subject in representations::<Operations>() {
            let inline = subject.work.inline_capacity;
            let ends = [inline, inline + 1].map(|length| defaults.contains(&Length::Bytes(length)));
            assert!(inline == 0 || ends == [true; 2], "{}", subject.name);
        }
    }
}
