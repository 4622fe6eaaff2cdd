//! Facts about the crates that define the string types, as the test `crate_census` wrote them.

use std::sync::LazyLock;

use serde::Deserialize;

static CRATES: LazyLock<Vec<Crate>> = LazyLock::new(|| {
    let file = include_str!("../../data/crates.json");
    serde_json::from_str(file).expect("the file is as the test wrote it")
});

/// A crate, in the version that is measured.
#[derive(Debug, Deserialize)]
pub struct Crate {
    /// The name of the package.
    pub(crate) name: &'static str,
    /// The version that is measured.
    pub version: &'static str,
    /// An SPDX expression.
    pub license: Option<&'static str>,
    /// The oldest compiler that the crate supports, if it declares one.
    pub msrv: Option<&'static str>,
    /// The condition on which the crate builds without std, if there is one.
    pub no_std: Option<&'static str>,
    /// The number of unsafe blocks, functions, traits and impls.
    pub r#unsafe: usize,
    /// The ids of the advisories about this version.
    pub advisories: Vec<&'static str>,
    /// The day of the first release; none if the crate is not published.
    first: Option<&'static str>,
    /// The day on which the version was published; none if the crate is not published.
    pub released: Option<&'static str>,
}

impl Crate {
    /// Returns the crate that paths of Rust call by this name; none for std's own, and for unlisted crates.
    pub fn of_path(name: &str) -> Option<&'static Self> {
        CRATES.iter().find(|one| one.name.replace('-', "_") == name)
    }

    /// Returns whether the crate has no advisory, and releases that span two years or more.
    pub(crate) fn is_maintained(&self) -> bool {
        let days = self.first.zip(self.released);
        let is_long = days.is_some_and(|(first, last)| number(first) + 2 * YEAR <= number(last));
        is_long && self.advisories.is_empty()
    }

    /// Returns a reason to be careful with a young crate: it is unpublished, below version 0.1 or younger than a
    /// year.
    pub(crate) fn youth(&self) -> Option<String> {
        let Self { name, version, .. } = self;
        let Some(first) = self.first else {
            return Some(format!("{name} is not published"));
        };
        if version.starts_with("0.0.") {
            return Some(format!("{name} {version} is below version 0.1"));
        }
        // Counted up to the newest release of all, so that a report does not depend on its day.
        let newest = CRATES.iter().filter_map(|of| of.released).max()?;
        (number(first) + YEAR > number(newest))
            .then(|| format!("{name} was first released on {first}"))
    }
}

/// The difference between the numbers of a day and of the same day a year later.
const YEAR: u32 = 10_000;

/// Returns the number of a day, such as 20261123.
fn number(day: &str) -> u32 {
    let digits = day.replace('-', "");
    digits.parse().expect("a test wrote the day")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maintenance_and_youth_follow_from_releases() {
        for (name, is_maintained, youth) in [
            ("smol_str", true, ""),
            ("smartstring", false, ""),
            ("lean_string", false, ""),
            ("char_str", false, "char_str 0.0.4 is below version 0.1"),
            (
                "cold_string",
                false,
                "cold-string was first released on 2026-02-22",
            ),
            ("string_kit", false, "string-kit is not published"),
        ] {
            let of = Crate::of_path(name).unwrap();
            assert_eq!(of.is_maintained(), is_maintained, "{name}");
            assert_eq!(of.youth().unwrap_or_default(), youth);
        }
        assert!(Crate::of_path("std").is_none());
    }
}
