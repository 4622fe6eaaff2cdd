//! The patterns: which thread clones which string, and which drops the clone.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A way to share strings among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pattern {
    /// Each thread clones a handle of its own, all of them of one string.
    Own,
    /// All threads clone one handle, which they borrow.
    Borrowed,
    /// Each thread has a string of its own.
    Private,
    /// One of so many shared strings each time, in random order.
    Picked(usize),
    /// One of so many strings each time that no cache has the next.
    Cold,
    /// Half of the threads clone, and the others drop the clones.
    Handoff,
    /// Each thread makes 64 clones, and then drops them.
    Batch,
}

/// The number of strings of [`Pattern::Cold`]: of 64 bytes, they and their handles take some 30 MB.
const COLD: usize = 1 << 18;
/// The number of clones that [`Pattern::Batch`] keeps at once.
pub(super) const BATCH: u32 = 64;

impl Pattern {
    const NAMED: [Self; 6] = [
        Self::Own,
        Self::Borrowed,
        Self::Private,
        Self::Cold,
        Self::Handoff,
        Self::Batch,
    ];

    /// Returns the number of strings that the threads share.
    pub(super) fn strings(self) -> usize {
        match self {
            Self::Picked(count) => count,
            Self::Cold => COLD,
            _ => 1,
        }
    }

    /// Returns whether a thread only drops clones.
    pub(super) fn drops(self, thread: usize) -> bool {
        self == Self::Handoff && thread % 2 == 1
    }

    /// Returns a reason why it cannot be done by so many threads, or with leaked clones.
    pub(crate) fn refuses(self, threads: usize, leaked: bool) -> Option<String> {
        match self {
            Self::Handoff | Self::Batch if leaked => Some(format!("{self} drops its clones")),
            Self::Handoff if threads % 2 == 1 => Some(format!("{self} takes pairs of threads")),
            _ => None,
        }
    }

    /// Returns the pattern in words.
    pub(crate) fn words(self) -> String {
        let some =
            |count| format!("{self}: one of {count} shared strings each time, in random order");
        match self {
            Self::Own => "own: each thread has its own handle of one string".to_owned(),
            Self::Borrowed => "borrowed: all threads borrow one handle".to_owned(),
            Self::Private => "private: each thread has a string of its own".to_owned(),
            Self::Picked(count) => some(count),
            Self::Cold => some(COLD),
            Self::Handoff => "handoff: half of the threads clone one string, the others drop the \
                              clones; the time is that of both"
                .to_owned(),
            Self::Batch => format!("batch: {BATCH} clones of one string, then {BATCH} drops"),
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
        if let Some(found) = Self::NAMED.into_iter().find(|one| one.to_string() == text) {
            return Ok(found);
        }
        text.strip_prefix("picked:")
            .and_then(|count| count.parse().ok())
            .filter(|count| (1..=COLD).contains(count))
            .map(Self::Picked)
            .ok_or_else(|| {
                let known = Self::NAMED.map(|one| one.to_string()).join(", ");
                format!("the patterns are {known}, and picked:N with N from 1 to {COLD}")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read_back() {
        for one in Pattern::NAMED.into_iter().chain([Pattern::Picked(4)]) {
            assert_eq!(one.to_string().parse(), Ok(one));
            assert!(one.words().starts_with(&one.to_string()));
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
