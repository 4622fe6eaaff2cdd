//! The unsafe code of each crate, counted in the source of the version that is measured.
//!
//! `benches/data/unsafe.json` is what this counts, and what the laboratory shows.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde::{Deserialize, Serialize};
use syn::visit::{self, Visit};

/// The command that writes the file.
const WRITE: &str =
    "STRING_KIT_CENSUS=write cargo test -p string-kit-benches --test it unsafe_census";

/// The crates of the representations, and the crates of ours with unsafe code.
const CRATES: [&str; 13] = [
    "arcstr",
    "char_str",
    "cold-string",
    "compact_str",
    "ecow",
    "flexstr",
    "hipstr",
    "kstring",
    "lean_string",
    "smartstring",
    "smol_str",
    "string-kit",
    "string-kit-concat",
];

#[derive(Debug, PartialEq, Serialize)]
struct Census {
    /// As it is in paths of Rust.
    name: String,
    version: String,
    r#unsafe: usize,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
}

#[test]
fn the_file_is_what_the_sources_have() {
    let packages = packages();
    let census: Vec<Census> = CRATES.iter().map(|name| count(name, &packages)).collect();
    let mut lines = String::from("[\n");
    for (index, of_crate) in census.iter().enumerate() {
        if index > 0 {
            lines += ",\n";
        }
        lines += &serde_json::to_string(of_crate).unwrap();
    }
    lines += "\n]\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/unsafe.json");
    if env::var_os("STRING_KIT_CENSUS").is_some_and(|value| value == "write") {
        fs::write(&file, &lines).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written, lines, "to write it anew: {WRITE}");
}

/// Counts a crate, in the folder that Cargo has it in.
fn count(name: &str, packages: &[Package]) -> Census {
    let mut found = packages.iter().filter(|package| package.name == name);
    let package = found
        .next()
        .unwrap_or_else(|| panic!("{name} is no dependency"));
    assert!(found.next().is_none(), "there are two versions of {name}");
    let mut counter = Counter(0);
    count_folder(&package.manifest_path.with_file_name("src"), &mut counter);
    Census {
        name: name.replace('-', "_"),
        version: package.version.clone(),
        r#unsafe: counter.0,
    }
}

/// Returns Cargo's data of the packages that this machine builds.
fn packages() -> Vec<Package> {
    let output = |command: &mut Command| {
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {error}");
        output.stdout
    };
    let rustc = output(Command::new("rustc").arg("-vV"));
    let rustc = String::from_utf8(rustc).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .args(["--filter-platform", host.unwrap()])
            .current_dir(env!("CARGO_MANIFEST_DIR")),
    );
    let metadata: Metadata = serde_json::from_slice(&metadata).unwrap();
    metadata.packages
}

fn count_folder(folder: &Path, counter: &mut Counter) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            count_folder(&path, counter);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let file = syn::parse_file(&source);
            let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            counter.visit_file(&file);
        }
    }
}

/// A counter of blocks, functions, traits and impls that are marked `unsafe`. Arguments of macros do not
/// count.
struct Counter(usize);

impl<'ast> Visit<'ast> for Counter {
    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.0 += 1;
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.0 += usize::from(signature.unsafety.is_some());
        visit::visit_signature(self, signature);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.0 += usize::from(item.unsafety.is_some());
        visit::visit_item_impl(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0 += usize::from(item.unsafety.is_some());
        visit::visit_item_trait(self, item);
    }
}
