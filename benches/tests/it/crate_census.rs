//! The facts of each crate that defines a string type: what Cargo knows, and what its source has.
//!
//! `benches/data/crates.json` has them, for the laboratory to show. All are of the version that is measured.
//!
//! Advisories are those that `deny.toml` names. `cargo deny` compares it with the database for the crates
//! that users of the published crates build, so that a table that only the laboratory uses has none here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use syn::visit::{self, Visit};

use crate::program::check_or_write;

/// The crates of the representations and of the tables, and the crates of ours with unsafe code.
const CRATES: [&str; 16] = [
    "arcstr",
    "char_str",
    "cold-string",
    "compact_str",
    "ecow",
    "flexstr",
    "hipstr",
    "kstring",
    "lasso",
    "lean_string",
    "smartstring",
    "smol_str",
    "string-interner",
    "string-kit",
    "string-kit-concat",
    "ustr",
];

#[derive(Serialize, Deserialize)]
struct Facts {
    name: String,
    version: String,
    license: Option<String>,
    msrv: Option<String>,
    /// The condition on which the crate builds without std, if there is one.
    no_std: Option<String>,
    r#unsafe: usize,
    advisories: Vec<String>,
    /// The day of the first release, if a machine that wrote the file knew it.
    first: Option<String>,
    /// The day on which the version was published, likewise.
    released: Option<String>,
}

#[test]
fn the_file_is_what_cargo_and_the_sources_have() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/crates.json");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let known: Vec<Facts> = serde_json::from_str(&written).unwrap_or_default();
    let (packages, advisories) = (packages(), advisories());
    let mut lines = Vec::new();
    for name in CRATES {
        let mut found = packages.iter().filter(|package| package["name"] == name);
        let package = found
            .next()
            .unwrap_or_else(|| panic!("{name} is no dependency"));
        assert!(found.next().is_none(), "there are two versions of {name}");
        let text = |key: &str| package[key].as_str().map(ToOwned::to_owned);
        let version = text("version").unwrap();
        let is_same = |of: &&Facts| of.name == name && of.version == version;
        let before = known.iter().find(is_same);
        let before = before.and_then(|of| Some((of.first.clone()?, of.released.clone()?)));
        let (first, released) = days(package).or(before).unzip();
        let of_crate = advisories.iter().filter(|(of, _)| of == name);
        let facts = Facts {
            name: name.to_owned(),
            version,
            license: text("license"),
            msrv: text("rust_version"),
            no_std: no_std(package),
            r#unsafe: unsafe_uses(package),
            advisories: of_crate.map(|(_, id)| id.clone()).collect(),
            first,
            released,
        };
        lines.push(serde_json::to_string(&facts).unwrap());
    }
    let lines = format!("[\n{}\n]\n", lines.join(",\n"));
    check_or_write("crate_census", &file, &lines);
}

#[test]
fn the_comparison_has_the_licences_the_compilers_and_the_unsafe_code() {
    let text = include_str!("../../../docs/COMPARE.md");
    let (_, table) = text.split_once("| unsafe | laws broken").unwrap();
    let rows = table.lines().skip(2).take_while(|row| !row.is_empty());
    let packages = packages();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split([' ', ',', '/']).map(str::to_lowercase);
        words
            .filter(|word| !["", "or"].contains(&&**word))
            .collect()
    };
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let of_crate = |at: usize| cells[at].split(',').next().unwrap();
        let package = packages.iter().find(|package| package["name"] == cells[1]);
        let package = package.unwrap_or_else(|| panic!("{row}: it is no dependency"));
        let text = |key: &str| package[key].as_str().unwrap_or("not declared");
        let (msrv, uses) = (text("rust_version"), unsafe_uses(package));
        assert_eq!(words(cells[2]), words(text("license")), "{row}");
        assert!(msrv.starts_with(of_crate(3)), "{row}: Rust {msrv}");
        assert_eq!(of_crate(5), uses.to_string(), "{row}");
    }
}

/// Returns Cargo's data of the packages that this machine builds.
fn packages() -> Vec<Value> {
    let output = |command: &mut Command| {
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    };
    let rustc = output(Command::new("rustc").arg("-vV"));
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .args(["--filter-platform", host.unwrap()])
            .current_dir(env!("CARGO_MANIFEST_DIR")),
    );
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

/// Returns the advisories that `deny.toml` ignores, each as a crate and an id.
fn advisories() -> Vec<(String, String)> {
    let deny: toml::Table = include_str!("../../../deny.toml").parse().unwrap();
    let ignored = deny["advisories"]["ignore"].as_array().unwrap().iter();
    let pair = |ignored: &toml::Value| {
        let [id, reason] = ["id", "reason"].map(|name| ignored[name].as_str().unwrap());
        let Some((name, _)) = reason.split_once(": ") else {
            panic!("{id}: the reason in deny.toml begins with a crate and a colon");
        };
        (name.to_owned(), id.to_owned())
    };
    ignored.map(pair).collect()
}

/// Returns the days of the first release and of this version, if the index that Cargo keeps on this machine says.
fn days(package: &Value) -> Option<(String, String)> {
    // <registry>/src/<index>/<package>-<version>/Cargo.toml
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let mut folders = manifest.ancestors().skip(2);
    let index = folders.next()?.file_name()?;
    let cache = folders.nth(1)?.join("index").join(index).join(".cache");
    let name = package["name"].as_str()?;
    let file = cache.join(name.get(..2)?).join(name.get(2..4)?).join(name);
    let file = fs::read(file).ok()?;
    let releases = file.split(|&byte| byte == 0);
    let releases = releases.filter_map(|part| serde_json::from_slice::<Value>(part).ok());
    let releases: Vec<Value> = releases.collect();
    let day = |of: &Value| Some(of["pubtime"].as_str()?.get(..10)?.to_owned());
    let this = releases
        .iter()
        .find(|of| of["vers"] == package["version"])?;
    Some((releases.iter().filter_map(day).min()?, day(this)?))
}

/// Returns the condition on which a crate builds without std, as its attributes and its features have it.
fn no_std(package: &Value) -> Option<String> {
    let library = fs::read_to_string(source(package).join("lib.rs")).unwrap();
    let library = format!("\n{library}");
    let mut attributes = library
        .split("\n#![")
        .filter_map(|rest| rest.split(']').next());
    let attribute =
        attributes.find(|text| text.ends_with("no_std") || text.ends_with("no_std)"))?;
    Some(match attribute.split('"').collect::<Vec<_>>()[..] {
        ["no_std"] if package["features"]["std"].is_null() => "always".to_owned(),
        ["no_std"] => "without the feature std".to_owned(),
        ["cfg_attr(not(feature = ", name, _] => format!("without the feature {name}"),
        ["cfg_attr(feature = ", name, _] => format!("with the feature {name}"),
        _ => panic!("{}: {attribute} is no known condition", package["name"]),
    })
}

/// Returns the folder of a package's sources.
fn source(package: &Value) -> PathBuf {
    Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("src")
}

/// Returns the number of blocks, functions, traits and impls of a package that are marked `unsafe`.
fn unsafe_uses(package: &Value) -> usize {
    let mut counter = Counter(0);
    let mut folders = vec![source(package)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = syn::parse_file(&fs::read_to_string(&path).unwrap());
                let why = |error| panic!("{}: {error}", path.display());
                counter.visit_file(&source.unwrap_or_else(why));
            }
        }
    }
    counter.0
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
