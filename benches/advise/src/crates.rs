//! The crates of the string types, in the versions that are measured.

use std::sync::LazyLock;

static PACKAGES: LazyLock<Vec<Package>> = LazyLock::new(|| {
    let lock = include_str!("../../../Cargo.lock");
    lock.split("[[package]]")
        .filter_map(Package::parse)
        .collect()
});

/// The kept crates without an advisory whose releases span two years, in November 2026.
const MATURE: &str =
    "arcstr compact_str ecow flexstr internment kstring smol_str string-interner ustr";
/// Warnings about others then: a first release within a year, or none for two years.
const WARNINGS: [(&str, &str); 3] = [
    ("cold-string", "was first released on 2026-02-22"),
    ("internity", "was first released in 2026"),
    ("lasso", "has had no release since 2024"),
];

/// A package of Cargo's lock file.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) is_published: bool,
}

impl Package {
    /// Reads an entry of the lock file: `name = "…"`, then `version = "…"`.
    fn parse(entry: &'static str) -> Option<Self> {
        let mut quoted = entry.split('"').skip(1).step_by(2);
        Some(Self {
            name: quoted.next()?,
            version: quoted.next()?,
            is_published: entry.contains("\nsource = "),
        })
    }

    /// Returns the package that a path of Rust begins with; none for std's own types.
    pub(crate) fn find(path: &str) -> Option<&'static Self> {
        let (name, _) = path.split_once("::")?;
        let mut packages = PACKAGES.iter();
        packages.find(|package| package.name.replace('-', "_") == name)
    }

    /// Returns whether the crate has no advisory, and releases that span two years or more.
    pub(crate) fn is_mature(&self) -> bool {
        MATURE.split(' ').any(|name| name == self.name)
    }

    /// Returns a reason to be careful with a crate: it is unpublished, below version 0.1, younger
    /// than a year, or without a release for two.
    pub(crate) fn warning(&self) -> Option<String> {
        let Self { name, version, .. } = self;
        if !self.is_published {
            return Some(format!("{name} is not published"));
        }
        if version.starts_with("0.0.") {
            return Some(format!("{name} {version} is below version 0.1"));
        }
        let (_, what) = WARNINGS.iter().find(|(other, _)| other == name)?;
        Some(format!("{name} {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maturity_and_warnings_follow_from_releases() {
        for (path, is_mature, warning) in [
            ("smol_str::SmolStr", true, ""),
            ("smartstring::SmartString", false, ""),
            ("lean_string::LeanString", false, ""),
            (
                "char_str::CharStr",
                false,
                "char_str 0.0.4 is below version 0.1",
            ),
            (
                "cold_string::ColdString",
                false,
                "cold-string was first released on 2026-02-22",
            ),
            ("lasso::Spur", false, "lasso has had no release since 2024"),
            (
                "string_kit::SharedStr",
                false,
                "string-kit is not published",
            ),
        ] {
            let package = Package::find(path).unwrap();
            assert_eq!(package.is_mature(), is_mature, "{path}");
            assert_eq!(package.warning().unwrap_or_default(), warning);
        }
        assert!(Package::find("String").is_none() && Package::find("std::rc::Rc").is_none());
    }
}
