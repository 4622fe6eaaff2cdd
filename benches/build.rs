//! Records the compiler's version and the commit, which reports name, and hashes of the sources, by
//! which two programs of the laboratory know that they come from one build.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// The packages of all code that is measured or measures.
const LABORATORY: [&str; 8] = [
    "benches",
    "benches/advise",
    "benches/measure",
    "benches/types",
    "string-kit",
    "string-kit-concat",
    "string-kit-macros",
    "string-kit-serde",
];

fn main() -> io::Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(rustc).arg("--version"), "an unknown rustc");
    let package = env::current_dir()?;
    let mut folders = package.ancestors();
    let root = folders
        .find(|folder| folder.join("Cargo.lock").is_file())
        .ok_or_else(|| io::Error::other("no folder above has a Cargo.lock"))?;
    println!(
        "cargo::rerun-if-changed={}",
        root.join("benches/build.rs").display()
    );
    let mut hasher = DefaultHasher::new();
    hasher.write(version.as_bytes());
    let folders = LABORATORY.map(|package| root.join(package));
    let of_packages = folders
        .iter()
        .flat_map(|folder| ["src", "Cargo.toml"].map(|name| folder.join(name)));
    for path in of_packages.chain(["Cargo.toml", "Cargo.lock"].map(|file| root.join(file))) {
        println!("cargo::rerun-if-changed={}", path.display());
        hash(&path, &mut hasher)?;
    }
    println!(
        "cargo::rustc-env=STRING_KIT_SOURCES={:016x}",
        hasher.finish()
    );
    println!("cargo::rustc-env=STRING_KIT_RUSTC={}", version.trim());

    // The log of HEAD grows by each commit; a copy of the sources without it has no commit. Cargo
    // takes a file that does not exist for one that changed.
    let log = root.join(".git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let mut git = Command::new("git");
    let commit = output(git.args(["rev-parse", "--short=12", "HEAD"]), "unknown");
    println!("cargo::rustc-env=STRING_KIT_COMMIT={}", commit.trim());
    Ok(())
}

/// Returns the standard output of a program, or `default` if it did not end well.
fn output(program: &mut Command, default: &str) -> String {
    let ended = program
        .output()
        .ok()
        .filter(|output| output.status.success());
    let text = ended.and_then(|output| String::from_utf8(output.stdout).ok());
    text.unwrap_or_else(|| default.to_owned())
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
