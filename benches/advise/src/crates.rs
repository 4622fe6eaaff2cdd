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
    /// The day on which the version was published, if it is known.
    pub released: Option<&'static str>,
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
}
