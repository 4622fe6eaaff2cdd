//! The versions of the measured crates.

/// Returns the version of a package in the lock file.
pub(crate) fn version(package: &str) -> Option<&'static str> {
    let lock = include_str!("../../../Cargo.lock");
    let entries = lock.split("[[package]]");
    let mut quoted = entries.map(|entry| entry.split('"').skip(1).step_by(2));
    let mut entry = quoted.find(|entry| entry.clone().next() == Some(package))?;
    entry.nth(1)
}
