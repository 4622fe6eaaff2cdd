//! Which crate a type is of, and of which version.

/// The crate's name as its users know it and the version that is examined, if it is known; from the
/// name in paths of Rust.
///
/// ```
/// use string_kit_benches::conformance::crate_of;
///
/// assert_eq!(crate_of("smartstring"), ("smartstring", Some("2.0.0")));
/// assert_eq!(crate_of("cold_string"), ("cold-string", Some("0.5.0")));
/// assert_eq!(crate_of("alloc").0, "std");
/// ```
#[must_use]
pub fn crate_of(path: &'static str) -> (&'static str, Option<&'static str>) {
    match path {
        "alloc" | "core" | "std" => ("std", env!("STRING_KIT_RUSTC").split(' ').nth(1)),
        "string_kit" => ("string-kit", Some(env!("CARGO_PKG_VERSION"))),
        _ => pinned(path).map_or((path, None), |(name, version)| (name, Some(version))),
    }
}

/// The line of the subjects' manifest that has the crate and its exact version.
fn pinned(path: &str) -> Option<(&'static str, &'static str)> {
    let manifest = include_str!("../../subjects/Cargo.toml");
    manifest.lines().find_map(|line| {
        let (name, pin) = line.split_once(" = ")?;
        let version = pin.split_once("\"=")?.1.split('"').next()?;
        (name.replace('-', "_") == path).then_some((name, version))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_subjects::all;

    #[test]
    fn the_version_of_each_is_known() {
        for listed in all() {
            let (name, version) = crate_of(listed.subject.defined_in());
            assert!(version.is_some(), "{} of {name}", listed.name);
        }
    }
}
