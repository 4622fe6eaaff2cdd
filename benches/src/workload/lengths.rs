//! One operation on texts of chosen lengths, by every representation.
//!
//! What an operation makes it drops at once, so the allocator gives out the block that it has just
//! got back: its fastest path, the same for every representation.

use std::fmt::{self, Debug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::sync::LazyLock;

use string_kit::CapturedStr;
use string_kit_subjects::for_each_representation;

use crate::input;

/// The longest text of a curve.
pub const LONGEST: usize = 4096;

/// How many texts of one length a pass has: so many that where they lie in memory evens out, so few
/// that they stay in the first cache up to 1,024 bytes.
pub const TEXTS: usize = 16;

/// The lengths of a curve: each up to 64 bytes, then in four steps from one power of 2 to the next,
/// up to [`LONGEST`].
///
/// ```
/// use string_kit_benches::workload::lengths;
///
/// let lengths = lengths::curve();
/// assert!(lengths.starts_with(&[0, 1, 2]) && lengths.ends_with(&[4096]));
/// ```
#[must_use]
pub fn curve() -> Vec<usize> {
    let halves = (7..=LONGEST.ilog2()).flat_map(|power| {
        let whole = 1 << power;
        [whole * 5 / 8, whole * 3 / 4, whole * 7 / 8, whole]
    });
    (0..=64).chain(halves).collect()
}

/// Many lengths in no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// As the embedded tokens of source code are long.
    Tokens,
    /// As the values of the embedded tags are long.
    Tags,
    /// Each length equally often.
    Uniform,
}

impl Mix {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tokens, Self::Tags, Self::Uniform];

    /// The name in reports: a Rust identifier.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::Mix;
    ///
    /// assert_eq!(Mix::Uniform.name(), "uniform");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Tags => "tags",
            Self::Uniform => "uniform",
        }
    }

    /// What it is, in a few words.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::Mix;
    ///
    /// assert!(Mix::Uniform.what().contains("equally often"));
    /// ```
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::Tokens => "lengths of tokens of Rust source code",
            Self::Tags => "lengths of the values of telemetry's tags",
            Self::Uniform => "lengths of 0 to 64 bytes, each equally often",
        }
    }

    /// The lengths, up to 64 bytes and shuffled: too many for a processor to learn by heart, and
    /// few enough for its second cache.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::Mix;
    ///
    /// assert!(Mix::Uniform.lengths().iter().all(|length| *length <= 64));
    /// ```
    #[must_use]
    pub fn lengths(self) -> Vec<usize> {
        let mut all: Vec<usize> = match self {
            Self::Tokens => input::tokens().iter().map(String::len).collect(),
            Self::Tags => {
                let tags = input::tags();
                tags.iter()
                    .flatten()
                    .map(|(_, value)| value.len())
                    .collect()
            }
            Self::Uniform => (0..=MIXED_LONGEST).cycle().take(MIXED).collect(),
        };
        all.retain(|&length| length <= MIXED_LONGEST);
        let mut random = fastrand::Rng::with_seed(2);
        random.shuffle(&mut all);
        all.truncate(MIXED);
        all
    }
}

/// How many texts a mix has.
const MIXED: usize = 2048;
/// The longest of them: a curve has each length up to here.
const MIXED_LONGEST: usize = 64;

/// A text of each length: English words, from the beginning of one.
///
/// ```
/// use string_kit_benches::workload::lengths;
///
/// let texts = lengths::texts(&[3, 0, 4096]);
/// assert_eq!(texts.iter().map(|text| text.len()).collect::<Vec<_>>(), [3, 0, 4096]);
/// ```
///
/// # Panics
///
/// If a length is above [`LONGEST`].
#[must_use]
pub fn texts(lengths: &[usize]) -> Vec<&'static str> {
    let words = || PROSE[..LONGEST].match_indices(' ').map(|(at, _)| at + 1);
    lengths
        .iter()
        .zip(words().cycle())
        .map(|(length, start)| &PROSE[start..start + length])
        .collect()
}

/// Words, twice as many bytes of them as the longest text has, in one order for all runs.
static PROSE: LazyLock<String> = LazyLock::new(|| {
    const WORDS: &str = "the cache of a server keeps each request with its header and user name \
        while old answers expire after some minutes unless another reader asks again";
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut prose = String::new();
    while prose.len() <= 2 * LONGEST {
        prose.push_str(words[random.usize(..words.len())]);
        prose.push(' ');
    }
    prose
});

/// What is done with each text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `from_text`, and the drop of what it made.
    Create,
    /// `clone`, and the drop of the clone.
    Clone,
    /// `into_string` of a value that no other shares, and the drop of the `String`.
    IntoString,
    /// `==` of two equal texts in different places.
    Equal,
    /// std's default hash.
    Hash,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Create,
        Self::Clone,
        Self::IntoString,
        Self::Equal,
        Self::Hash,
    ];

    /// The name in reports: a Rust identifier.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::Operation;
    ///
    /// assert_eq!(Operation::IntoString.name(), "into_string");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Clone => "clone",
            Self::IntoString => "into_string",
            Self::Equal => "equal",
            Self::Hash => "hash",
        }
    }

    /// What is measured, in a few words.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::Operation;
    ///
    /// assert!(Operation::Clone.what().contains("drop"));
    /// ```
    #[must_use]
    pub const fn what(self) -> &'static str {
        match self {
            Self::Create => "a value made of a &str, and its drop",
            Self::Clone => "a clone, and its drop",
            Self::IntoString => "a value that no other shares made into a String, and its drop",
            Self::Equal => "== of two equal texts in different places",
            Self::Hash => "std's default hash (SipHash 1-3)",
        }
    }
}

/// A representation whose operations can be timed.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The name in the list of representations.
    pub name: &'static str,
    /// The longest text, in bytes, that is kept inside the value.
    pub inline_capacity: usize,
    way: fn(Operation, &[&'static str]) -> Way,
    check: fn(Operation, &str) -> bool,
}

impl Subject {
    /// An operation on these texts.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::{Operation, subjects};
    ///
    /// let way = subjects()[0].way(Operation::Clone, &["tag"]);
    /// way.passes(2, |clones| clones());
    /// ```
    #[must_use]
    pub fn way(&self, operation: Operation, texts: &[&'static str]) -> Way {
        (self.way)(operation, texts)
    }

    /// Whether an operation on this text gives what it gives for a `String`.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::{Operation, subjects};
    ///
    /// assert!(subjects()[0].check(Operation::Hash, "tag"));
    /// ```
    #[must_use]
    pub fn check(&self, operation: Operation, text: &str) -> bool {
        (self.check)(operation, text)
    }
}

/// The representations, in the order of string-kit's list.
///
/// ```
/// assert_eq!(string_kit_benches::workload::lengths::subjects()[0].name, "string");
/// ```
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            subjects.push(Subject {
                name: stringify!($name),
                inline_capacity: <$ty>::PROFILE.inline_capacity,
                way: way::<$ty>,
                check: check::<$ty>,
            });
        };
    }
    for_each_representation!(add);
    subjects
}

/// An operation on some texts, ready to be timed.
pub struct Way(Box<Passes>);

type Passes = dyn Fn(u32, &mut dyn FnMut(&mut dyn FnMut()));

impl Way {
    /// Does the operation on each text, so many times, within calls of `around`; what it needs is
    /// made outside of them.
    ///
    /// ```
    /// use string_kit_benches::workload::lengths::{Operation, subjects};
    ///
    /// subjects()[0].way(Operation::IntoString, &["tag"]).passes(1, |convert| convert());
    /// ```
    pub fn passes(&self, count: u32, mut around: impl FnMut(&mut dyn FnMut())) {
        (self.0)(count, &mut around);
    }
}

impl Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Way").finish_non_exhaustive()
    }
}

fn way<S: CapturedStr>(operation: Operation, texts: &[&'static str]) -> Way {
    let values = || -> Vec<S> { texts.iter().map(|text| S::from_text(text)).collect() };
    match operation {
        Operation::Create => each(texts.to_vec(), |text| drop(black_box(S::from_text(text)))),
        Operation::Clone => each(values(), |value| drop(black_box(value.clone()))),
        Operation::IntoString => into_string::<S>(texts.to_vec()),
        Operation::Equal => {
            let pairs: Vec<(S, S)> = values().into_iter().zip(values()).collect();
            each(pairs, |(a, b)| {
                black_box(a == b);
            })
        }
        Operation::Hash => each(values(), |value| {
            black_box(hash(value));
        }),
    }
}

/// Does it for each of these.
fn each<T: 'static>(of: Vec<T>, operation: impl Fn(&T) + 'static) -> Way {
    Way(Box::new(move |count, around| {
        around(&mut || {
            for _ in 0..count {
                for each in &of {
                    operation(black_box(each));
                }
            }
        });
    }))
}

/// Converts values that are made a few at a time: of many, the blocks that they free would tell how
/// an allocator takes back a mass of them.
fn into_string<S: CapturedStr>(texts: Vec<&'static str>) -> Way {
    Way(Box::new(move |count, around| {
        let mut values: Vec<S> = Vec::with_capacity(TEXTS);
        for _ in 0..count {
            for few in texts.chunks(TEXTS) {
                values.extend(few.iter().map(|text| S::from_text(text)));
                around(&mut || {
                    for value in values.drain(..) {
                        drop(black_box(value.into_string()));
                    }
                });
            }
        }
    }))
}

fn check<S: CapturedStr>(operation: Operation, text: &str) -> bool {
    let value = S::from_text(text);
    match operation {
        Operation::Create => value.as_str() == text,
        Operation::Clone => value.clone().as_str() == text,
        Operation::IntoString => value.into_string() == text,
        Operation::Equal => value == S::from_text(text),
        Operation::Hash => hash(&value) == hash(&String::from(text)),
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_gives_what_it_gives_for_a_string() {
        for text in texts(&curve()) {
            for subject in subjects() {
                for operation in Operation::ALL {
                    let name = (subject.name, operation, text.len());
                    assert!(subject.check(operation, text), "{name:?}");
                }
            }
        }
    }

    #[test]
    fn the_curve_rises() {
        assert!(curve().is_sorted_by(|a, b| a < b), "{:?}", curve());
    }

    #[test]
    fn a_mix_is_as_large_as_the_others_and_no_longer_than_a_curve_goes_step_by_step() {
        for mix in Mix::ALL {
            let lengths = mix.lengths();
            assert_eq!(lengths.len(), MIXED, "{mix:?}");
            assert!(lengths.iter().all(|&length| length <= MIXED_LONGEST));
        }
    }
}
