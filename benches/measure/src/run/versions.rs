//! The versions of the measured crates.

use std::collections::BTreeMap;

/// Cargo's own list of the packages that the laboratory was built from.
const LOCK: &str = include_str!("../../../../Cargo.lock");

/// The packages whose direct dependencies are measured.
const MEASURING: [&str; 4] = [
    "string-kit",
    "string-kit-advise",
    "string-kit-benches",
    "string-kit-types",
];

/// Returns the versions of the laboratory's direct dependencies, by name.
///
/// A package of which there are several versions has all of them, separated by a space.
pub(crate) fn versions() -> BTreeMap<String, String> {
    // The name comes first, then the version, and one dependency a line: "name" or "name version".
    let package = |package: &'static str| {
        let mut quoted = package.split('"').skip(1).step_by(2);
        Some((quoted.next()?, quoted.next()?, package))
    };
    let packages = || LOCK.split("[[package]]").filter_map(package);
    let measuring = packages().filter(|(name, ..)| MEASURING.contains(name));
    let lines = measuring.flat_map(|(.., package)| package.lines());
    let direct: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix(" \"")?.split(['"', ' ']).next())
        .collect();
    let mut versions = BTreeMap::<String, String>::new();
    for (name, version, _) in packages().filter(|(name, ..)| direct.contains(name)) {
        let known = versions.entry(name.to_owned()).or_default();
        let gap = if known.is_empty() { "" } else { " " };
        known.extend([gap, version]);
    }
    versions
}
