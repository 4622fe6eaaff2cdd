//! The versions of other crates in string-kit's README and in the compiler's error for a type of
//! another version, against those of `Cargo.toml`.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

/// Returns the part of a version that compatible versions have in common: 1, 0.3 or 0.0.4.
fn compatible(version: &str) -> &str {
    let len = match version.find(|c: char| c != '0' && c != '.') {
        None => version.len(),
        Some(first) => {
            let end = version[first..].find('.');
            end.map_or(version.len(), |end| first + end)
        }
    };
    &version[..len]
}

fn crates() -> Vec<(String, String)> {
    let (workspace, manifest) = (read("Cargo.toml"), read("string-kit/Cargo.toml"));
    let features = manifest.lines().filter_map(|line| {
        let (name, dependency) = line.split_once(" = [\"dep:")?;
        dependency.starts_with(&format!("{name}\"")).then_some(name)
    });
    let versions = features.map(|name| {
        let mut lines = workspace.lines();
        let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
        let version = line.and_then(|line| line.split('"').nth(1));
        (name.to_owned(), compatible(version.unwrap()).to_owned())
    });
    versions.collect()
}

#[test]
fn the_readme_and_the_error_name_the_version_of_each_crate() {
    let readme = read("string-kit/README.md");
    let source = read("string-kit/src/captured_str.rs");
    let parts: Vec<&str> = source.split("\\\n").map(str::trim_start).collect();
    let error = parts.concat();
    let crates = crates();
    assert_eq!(crates.len(), 17);
    for (name, version) in crates {
        let named = format!("`{name}` {version}");
        let start = format!("| `{}::", name.replace('-', "_"));
        match readme.lines().find(|line| line.starts_with(&start)) {
            Some(row) => {
                assert_eq!(row.split(" | ").nth(1), Some(&*version), "{row}");
                assert!(
                    error.contains(&named),
                    "the error of CapturedStr lacks {named}"
                );
            }
            None => assert!(
                readme.contains(&named),
                "string-kit/README.md lacks {named}"
            ),
        }
    }
}
