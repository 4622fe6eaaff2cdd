//! The patterns: which thread clones which string.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Pattern {
    Own,
    Borrowed,
    Private,
    Picked(usize),
}

/// The most strings of [`Pattern::Picked`]: of 64 bytes, they and their handles take some 30 MB.
const MOST_PICKED: usize = 1 << 18;

impl Pattern {
    const NAMED: [(&'static str, Self); 3] = [
        ("own", Self::Own),
        ("borrowed", Self::Borrowed),
        ("private", Self::Private),
    ];

    pub(super) fn strings(self) -> usize {
        match self {
            Self::Picked(count) => count,
            _ => 1,
        }
    }

    pub(crate) fn help() -> String {
        let named = Self::NAMED.map(|(_, pattern)| pattern.words()).join("\n");
        let picked = "picked:N: one of N shared strings each time, in random order";
        format!("Share strings in these ways.\n{picked}\n{named}")
    }

    pub(crate) fn words(self) -> String {
        let words = match self {
            Self::Own => "all threads share one string, each by a handle of its own",
            Self::Borrowed => "all threads share one string, and borrow one handle of it",
            Self::Private => "each thread has another string: nothing is shared",
            Self::Picked(count) => {
                &format!("one of {count} shared strings each time, in random order")
            }
        };
        format!("{self}: {words}")
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, pattern)| pattern == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "picked:{}", self.strings()),
        }
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, found)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*found);
        }
        text.strip_prefix("picked:")
            .and_then(|count| count.parse().ok())
            .filter(|count| (1..=MOST_PICKED).contains(count))
            .map(Self::Picked)
            .ok_or_else(|| {
                let known = Self::NAMED.map(|(name, _)| name).join(", ");
                format!("the patterns are {known}, and picked:N with N from 1 to {MOST_PICKED}")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read_back() {
        let named = Pattern::NAMED.map(|(_, pattern)| pattern);
        for pattern in named.into_iter().chain([Pattern::Picked(4)]) {
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
            assert!(pattern.words().starts_with(&pattern.to_string()));
        }
    }
}
