//! The versions of the measured crates.

use std::collections::BTreeMap;

/// Cargo's own list of the packages that the laboratory was built from.
const LOCK: &str = include_str!("../../../../Cargo.lock");

/// The packages whose direct dependencies are measured.
const MEASURING: [&str; 4] = [
    "string-kit",
    "string-kit-advise",
    "string-kit-benches",
    "string-kit-subjects",
];

/// Returns the versions of the laboratory's direct dependencies, by name.
///
/// A package of which there are several versions has all of them, separated by a space.
pub(crate) fn versions() -> BTreeMap<String, String> {
    // Cargo writes one key a line, and one dependency a line: "name" or "name version".
    let value = |package: &'static str, key: &str| {
        let value = |line: &'static str| line.strip_prefix(key)?.strip_prefix(" = ");
        Some(package.lines().find_map(value)?.trim_matches('"'))
    };
    let packages = || {
        LOCK.split("[[package]]")
            .filter_map(|one| Some((value(one, "name")?, one)))
    };
    let measuring = packages().filter(|(name, _)| MEASURING.contains(name));
    let lines = measuring.flat_map(|(_, one)| one.lines());
    let direct = lines.filter_map(|line| line.strip_prefix(" \"")?.split(['"', ' ']).next());
    let direct: Vec<&str> = direct.collect();
    let mut versions = BTreeMap::<String, String>::new();
    for (name, one) in packages().filter(|(name, _)| direct.contains(name)) {
        let known = versions.entry(name.to_owned()).or_default();
        let gap = if known.is_empty() { "" } else { " " };
        known.extend([gap, value(one, "version").unwrap_or_default()]);
    }
    versions
}
