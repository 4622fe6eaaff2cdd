//! The versions of the measured crates.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Cargo's own list of the packages that the laboratory was built from.
const LOCK: &str = include_str!("../../../../Cargo.lock");

/// The packages whose direct dependencies are measured.
const MEASURING: [&str; 4] = [
    "string-kit",
    "string-kit-advise",
    "string-kit-benches",
    "string-kit-subjects",
];

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// Returns the versions of the laboratory's direct dependencies, by name.
///
/// A package of which there are several versions has all of them, separated by a space.
pub fn versions() -> BTreeMap<String, String> {
    let lock: Lock = toml::from_str(LOCK).expect("Cargo wrote the file");
    let measuring = lock
        .package
        .iter()
        .filter(|of| MEASURING.contains(&&*of.name));
    let direct: Vec<&str> = measuring
        .flat_map(|of| &of.dependencies)
        // `name version`, if there are several versions.
        .filter_map(|name| name.split(' ').next())
        .collect();
    let mut versions = BTreeMap::<String, String>::new();
    for package in lock.package.iter().filter(|of| direct.contains(&&*of.name)) {
        let known = versions.entry(package.name.clone()).or_default();
        if !known.is_empty() {
            known.push(' ');
        }
        known.push_str(&package.version);
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivals_and_own_crates_have_versions() {
        let versions = versions();
        assert_eq!(versions["smol_str"].split('.').count(), 3);
        assert!(versions.contains_key("string-kit") && versions.contains_key("compact_str"));
    }
}
