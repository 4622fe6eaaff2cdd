//! Records the compiler's version and the commit, which reports name, and a hash of the sources, by
//! which two programs of the laboratory know that they come from one build.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// The packages of all code that is measured or measures.
const PACKAGES: [&str; 8] = [
    "benches",
    "benches/advise",
    "benches/measure",
    "benches/subjects",
    "string-kit",
    "string-kit-concat",
    "string-kit-macros",
    "string-kit-serde",
];

fn main() -> io::Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(rustc).arg("--version"));
    let version = version.unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo::rustc-env=STRING_KIT_RUSTC={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");

    let mut hasher = DefaultHasher::new();
    hasher.write(version.as_bytes());
    let root = Path::new("..");
    let of_packages = PACKAGES.iter().flat_map(|package| {
        let folder = root.join(package);
        [folder.join("src"), folder.join("Cargo.toml")]
    });
    let of_workspace = ["Cargo.toml", "Cargo.lock"].map(|file| root.join(file));
    for path in of_packages.chain(of_workspace) {
        println!("cargo::rerun-if-changed={}", path.display());
        hash(&path, &mut hasher)?;
    }
    let sources = hasher.finish();
    println!("cargo::rustc-env=STRING_KIT_SOURCES={sources:016x}");

    // The log of HEAD grows by each commit; a copy of the sources without it has no commit.
    println!("cargo::rerun-if-changed=../../.git/logs/HEAD");
    let commit = output(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]));
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=STRING_KIT_COMMIT={}", commit.trim());
    Ok(())
}

/// Returns the standard output of a program that ended well.
fn output(program: &mut Command) -> Option<String> {
    let output = program
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Hashes a file, or all files of a folder in the order of their names.
fn hash(path: &Path, hasher: &mut impl Hasher) -> io::Result<()> {
    if !path.is_dir() {
        hasher.write(&fs::read(path)?);
        return Ok(());
    }
    let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| hash(path, hasher))
}
