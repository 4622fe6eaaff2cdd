//! Records the compiler's version and the commit, which reports name, and hashes of the sources, by
//! which two programs of the laboratory know that they come from one build. string-kit-laws records
//! the second hash alone.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// The sources and manifests of all code that is measured or measures.
const SOURCES: [&str; 16] = [
    "benches/src",
    "benches/subjects/src",
    "string-kit/src",
    "string-kit-concat/src",
    "string-kit-conformance/src",
    "string-kit-macros/src",
    "string-kit-serde/src",
    "benches/Cargo.toml",
    "benches/subjects/Cargo.toml",
    "string-kit/Cargo.toml",
    "string-kit-concat/Cargo.toml",
    "string-kit-conformance/Cargo.toml",
    "string-kit-macros/Cargo.toml",
    "string-kit-serde/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// The sources and manifests of all code that examines types by laws.
const LAWS: [&str; 10] = [
    "benches/subjects/laws/src",
    "benches/subjects/src",
    "string-kit/src",
    "string-kit-conformance/src",
    "benches/subjects/laws/Cargo.toml",
    "benches/subjects/Cargo.toml",
    "string-kit/Cargo.toml",
    "string-kit-conformance/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

fn main() -> io::Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(rustc).arg("--version"));
    let version = version.unwrap_or_else(|| "an unknown rustc".to_owned());
    let package = env::current_dir()?;
    let root = package
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .ok_or_else(|| io::Error::other("no folder above has a Cargo.lock"))?;
    println!(
        "cargo::rerun-if-changed={}",
        root.join("benches/build.rs").display()
    );
    let laws = hash_of(root, &version, &LAWS)?;
    println!("cargo::rustc-env=STRING_KIT_LAWS_SOURCES={laws:016x}");
    if package.ends_with("laws") {
        return Ok(());
    }
    let sources = hash_of(root, &version, &SOURCES)?;
    println!("cargo::rustc-env=STRING_KIT_SOURCES={sources:016x}");
    println!("cargo::rustc-env=STRING_KIT_RUSTC={}", version.trim());

    // The log of HEAD grows by each commit; a copy of the sources without it has no commit. Cargo
    // takes a file that does not exist for one that changed.
    let log = root.join(".git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let commit = output(Command::new("git").args(["rev-parse", "--short=12", "HEAD"]));
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=STRING_KIT_COMMIT={}", commit.trim());
    Ok(())
}

/// Returns the hash of the compiler's version and of these files and folders.
fn hash_of(root: &Path, version: &str, sources: &[&str]) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    hasher.write(version.as_bytes());
    for source in sources {
        let path = root.join(source);
        println!("cargo::rerun-if-changed={}", path.display());
        hash(&path, &mut hasher)?;
    }
    Ok(hasher.finish())
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
