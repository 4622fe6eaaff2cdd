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
    name: &'static str,
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

/// The risk of a dependency, from the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Risk {
    /// None: the type is std's.
    Std,
    /// A crate with releases for two years or more, and without an advisory.
    Maintained,
    /// Any other crate.
    Other,
}

impl Crate {
    /// Returns the crate of a package; none for std's own, and for unlisted crates.
    pub fn of_package(name: &str) -> Option<&'static Self> {
        CRATES.iter().find(|one| one.name == name)
    }

    /// Returns the crate that paths of Rust call by this name.
    pub fn of_path(name: &str) -> Option<&'static Self> {
        CRATES.iter().find(|one| one.name.replace('-', "_") == name)
    }

    /// Returns the risk of depending on a package.
    pub(crate) fn risk(package: &str) -> Risk {
        let is_maintained = |of: &Self| {
            let span = of.first.zip(of.released);
            let is_long = span.is_some_and(|(first, last)| *years_after(first, 2) <= *last);
            is_long && of.advisories.is_empty()
        };
        match Self::of_package(package) {
            _ if package == "std" => Risk::Std,
            Some(of) if is_maintained(of) => Risk::Maintained,
            _ => Risk::Other,
        }
    }

    /// Returns a reason to be careful with a young crate: it is unpublished, below version 0.1 or younger than a
    /// year.
    pub(crate) fn youth(&self) -> Option<String> {
        let Some(first) = self.first else {
            return Some(format!("{} is not published", self.name));
        };
        if self.version.starts_with("0.0.") {
            return Some(format!(
                "{} {} is below version 0.1",
                self.name, self.version
            ));
        }
        // Counted up to the newest release of all, so that a report does not depend on its day.
        let newest = CRATES.iter().filter_map(|of| of.released).max()?;
        (*years_after(first, 1) > *newest)
            .then(|| format!("{} was first released on {first}", self.name))
    }
}

/// Returns the day some years after another, both as 2026-11-23.
fn years_after(day: &str, years: u32) -> String {
    let (year, rest) = day.split_once('-').unwrap_or((day, ""));
    let year: u32 = year.parse().expect("a test wrote the day");
    format!("{:04}-{rest}", year + years)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn risk_and_youth_follow_from_releases() {
        let risks = [
            "std",
            "smol_str",
            "smartstring",
            "lean_string",
            "string-kit",
        ];
        let expected = [
            Risk::Std,
            Risk::Maintained,
            Risk::Other,
            Risk::Other,
            Risk::Other,
        ];
        assert_eq!(risks.map(Crate::risk), expected);
        let youth = |name| {
            Crate::of_package(name)
                .and_then(Crate::youth)
                .unwrap_or_default()
        };
        assert_eq!(youth("smol_str"), "");
        assert_eq!(youth("char_str"), "char_str 0.0.4 is below version 0.1");
        assert_eq!(
            youth("cold-string"),
            "cold-string was first released on 2026-02-22"
        );
        assert_eq!(youth("string-kit"), "string-kit is not published");
    }
}
