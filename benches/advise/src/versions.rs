//! The versions of the measured crates.

use std::sync::LazyLock;

/// The name and the version of each package of Cargo's lock file.
static PACKAGES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lock = include_str!("../../../Cargo.lock");
    let package = |entry: &'static str| {
        let mut quoted = entry.split('"').skip(1).step_by(2);
        Some((quoted.next()?, quoted.next()?))
    };
    lock.split("[[package]]").filter_map(package).collect()
});

/// Returns the version of a package that is measured.
pub(crate) fn version(name: &str) -> &'static str {
    let mut packages = PACKAGES.iter();
    let found = packages.find(|(package, _)| *package == name);
    found.map_or("", |(_, version)| version)
}
