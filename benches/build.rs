//! Notes which compiler builds the laboratory, which a report of times names; and of what, by which
//! programs that measure for each other know that they are of one build.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// What is measured, and what measures: their sources, and what says how they are built, of which crates.
const SOURCES: [&str; 8] = [
    "src",
    "../string-kit/src",
    "../string-kit/alloc/src",
    "Cargo.toml",
    "../string-kit/Cargo.toml",
    "../string-kit/alloc/Cargo.toml",
    "../Cargo.toml",
    "../Cargo.lock",
];

fn main() -> io::Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo::rustc-env=STRING_KIT_RUSTC={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");

    let mut hasher = DefaultHasher::new();
    hasher.write(version.as_bytes());
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
        hash(Path::new(path), &mut hasher)?;
    }
    let sources = hasher.finish();
    println!("cargo::rustc-env=STRING_KIT_SOURCES={sources:016x}");
    Ok(())
}

/// All that is in a file or a folder, whatever order the system has it in.
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
