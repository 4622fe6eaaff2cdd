//! Who clones what.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who clones what, and who drops it.
///
/// ```
/// use string_kit_benches::workload::contend::Pattern;
///
/// assert_eq!("picked:64".parse(), Ok(Pattern::Picked(64)));
/// assert_eq!(Pattern::Own.to_string(), "own");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Pattern {
    /// Each thread clones a handle of its own, all of them of one string.
    Own,
    /// All threads clone one handle, which they borrow.
    Borrowed,
    /// Each thread has a string of its own.
    Private,
    /// One of so many shared strings each time, in no order.
    Picked(usize),
    /// One of so many strings each time that no cache has the next.
    Cold,
    /// Half of the threads clone, and the others drop what they are handed.
    Handoff,
    /// Each thread makes 64 clones, and then drops them.
    Batch,
}

/// How many strings [`Pattern::Cold`] takes: of 64 bytes, they and their handles take some 30 MB.
pub const COLD: usize = 1 << 18;

/// How many clones [`Pattern::Batch`] keeps at once.
pub(crate) const BATCH: u32 = 64;

/// The most strings of [`Pattern::Picked`].
const MOST_PICKED: usize = COLD;

impl Pattern {
    /// How many strings the threads share.
    pub(crate) fn strings(self) -> usize {
        match self {
            Self::Picked(count) => count,
            Self::Cold => COLD,
            _ => 1,
        }
    }

    /// Whether it can be done by so many threads, with clones that are leaked or not.
    ///
    /// ```
    /// use string_kit_benches::workload::contend::Pattern;
    ///
    /// assert!(Pattern::Own.allows(3, true));
    /// assert!(!Pattern::Handoff.allows(3, false));
    /// assert!(!Pattern::Batch.allows(2, true));
    /// ```
    #[must_use]
    pub fn allows(self, threads: usize, leaked: bool) -> bool {
        match self {
            Self::Handoff => threads.is_multiple_of(2) && !leaked,
            Self::Batch => !leaked,
            _ => true,
        }
    }

    /// Whether one thread drops what another cloned.
    ///
    /// ```
    /// use string_kit_benches::workload::contend::Pattern;
    ///
    /// assert!(Pattern::Handoff.hands_over());
    /// ```
    #[must_use]
    pub fn hands_over(self) -> bool {
        self == Self::Handoff
    }

    /// In words.
    ///
    /// ```
    /// use string_kit_benches::workload::contend::Pattern;
    ///
    /// assert!(Pattern::Private.words().ends_with("of its own"));
    /// ```
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Own => "each thread has a handle of its own of one string".to_owned(),
            Self::Borrowed => "all threads borrow one handle".to_owned(),
            Self::Private => "each thread has a string of its own".to_owned(),
            Self::Picked(1) => "one string, by an index".to_owned(),
            Self::Picked(count) => format!("one of {count} shared strings each time, in no order"),
            Self::Cold => format!("one of {COLD} shared strings each time, in no order"),
            Self::Handoff => {
                "half of the threads clone one string, the others drop what they are handed"
                    .to_owned()
            }
            Self::Batch => format!("{BATCH} clones of one string, then {BATCH} drops"),
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("own"),
            Self::Borrowed => f.write_str("borrowed"),
            Self::Private => f.write_str("private"),
            Self::Picked(count) => write!(f, "picked:{count}"),
            Self::Cold => f.write_str("cold"),
            Self::Handoff => f.write_str("handoff"),
            Self::Batch => f.write_str("batch"),
        }
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = [
            Self::Own,
            Self::Borrowed,
            Self::Private,
            Self::Cold,
            Self::Handoff,
            Self::Batch,
        ];
        if let Some(found) = named.into_iter().find(|one| one.to_string() == text) {
            return Ok(found);
        }
        text.strip_prefix("picked:")
            .and_then(|count| count.parse().ok())
            .filter(|count| (1..=MOST_PICKED).contains(count))
            .map(Self::Picked)
            .ok_or_else(|| {
                let known = named.map(|one| one.to_string()).join(", ");
                format!(
                    "there is no such pattern; there are {known}, and picked:N, N from 1 to {MOST_PICKED}"
                )
            })
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.to_string()
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read_back() {
        for text in [
            "own", "borrowed", "private", "picked:4", "cold", "handoff", "batch",
        ] {
            let pattern: Pattern = text.parse().unwrap();
            assert_eq!(pattern.to_string(), text);
            assert!(!pattern.words().is_empty());
        }
        for text in [
            "",
            "owned",
            "picked",
            "picked:0",
            "picked:262145",
            "picked:x",
        ] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
    }
}
