//! The facts of each crate that defines a string type: what Cargo knows, and what its source has.
//!
//! `benches/data/crates.json` has them, for the laboratory to show. All are of the version that is measured.
//!
//! Advisories are those that `deny.toml` names. `cargo deny` compares it with the database for the crates
//! that users of the published crates build, so that a table that only the laboratory uses has none here.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Meta, Token};

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

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    rust_version: Option<String>,
    features: HashMap<String, Vec<String>>,
    manifest_path: PathBuf,
}

/// A version in the index of a registry.
#[derive(Deserialize)]
struct Release {
    vers: String,
    pubtime: Option<String>,
}

#[test]
fn the_file_is_what_cargo_and_the_sources_have() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/crates.json");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let known: Vec<Facts> = serde_json::from_str(&written).unwrap_or_default();
    let packages = packages();
    let advisories = advisories();
    let mut lines = Vec::new();
    for name in CRATES {
        let package = package(name, &packages);
        let is_same = |of: &&Facts| of.name == name && of.version == package.version;
        let before = known.iter().find(is_same);
        let days =
            days(package).or_else(|| Some((before?.first.clone()?, before?.released.clone()?)));
        let facts = facts(package, &advisories, days);
        lines.push(serde_json::to_string(&facts).unwrap());
    }
    let lines = format!("[\n{}\n]\n", lines.join(",\n"));
    check_or_write("crate_census", &file, &lines);
}

fn package<'a>(name: &str, packages: &'a [Package]) -> &'a Package {
    let mut found = packages.iter().filter(|package| package.name == name);
    let package = found
        .next()
        .unwrap_or_else(|| panic!("{name} is no dependency"));
    assert!(found.next().is_none(), "there are two versions of {name}");
    package
}

/// Returns the facts of a package, in the folder that Cargo has it in.
fn facts(
    package: &Package,
    advisories: &[(String, String)],
    days: Option<(String, String)>,
) -> Facts {
    let (first, released) = days.unzip();
    let source = package.manifest_path.with_file_name("src");
    let mut counter = Counter(0);
    count_folder(&source, &mut counter);
    let of_crate = advisories.iter().filter(|(of, _)| *of == package.name);
    Facts {
        name: package.name.clone(),
        version: package.version.clone(),
        license: package.license.clone(),
        msrv: package.rust_version.clone(),
        no_std: no_std(&parsed(&source.join("lib.rs")), package),
        r#unsafe: counter.0,
        advisories: of_crate.map(|(_, id)| id.clone()).collect(),
        first,
        released,
    }
}

/// Returns the advisories that `deny.toml` ignores, each as a crate and an id.
fn advisories() -> Vec<(String, String)> {
    #[derive(Deserialize)]
    struct Deny {
        advisories: Advisories,
    }
    #[derive(Deserialize)]
    struct Advisories {
        ignore: Vec<Ignored>,
    }
    #[derive(Deserialize)]
    struct Ignored {
        id: String,
        reason: String,
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deny.toml");
    let deny: Deny = toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let ignored = deny.advisories.ignore.into_iter();
    let pair = |Ignored { id, reason }| match reason.split_once(": ") {
        Some((name, _)) => (name.to_owned(), id),
        None => panic!("{id}: the reason in deny.toml begins with a crate and a colon"),
    };
    ignored.map(pair).collect()
}

/// Returns the days of the first release and of this version, if the index that Cargo keeps on this machine says.
fn days(package: &Package) -> Option<(String, String)> {
    // <registry>/src/<index>/<package>-<version>/Cargo.toml
    let mut folders = package.manifest_path.ancestors().skip(2);
    let index = folders.next()?.file_name()?;
    let registry = folders.nth(1)?;
    let (first, second) = (package.name.get(..2)?, package.name.get(2..4)?);
    let cache = registry.join("index").join(index).join(".cache");
    let file = fs::read(cache.join(first).join(second).join(&package.name)).ok()?;
    let releases = file
        .split(|&byte| byte == 0)
        .filter_map(|part| serde_json::from_slice::<Release>(part).ok());
    let releases: Vec<Release> = releases.collect();
    let day = |of: &Release| Some(of.pubtime.as_ref()?.get(..10)?.to_owned());
    let this = releases.iter().find(|of| of.vers == package.version)?;
    Some((releases.iter().filter_map(day).min()?, day(this)?))
}

/// Returns the condition on which a crate builds without std, as its attributes and its features have it.
fn no_std(library: &syn::File, package: &Package) -> Option<String> {
    library.attrs.iter().find_map(|attribute| {
        if attribute.path().is_ident("no_std") {
            let condition = if package.features.contains_key("std") {
                "without the feature std"
            } else {
                "always"
            };
            return Some(condition.to_owned());
        }
        if !attribute.path().is_ident("cfg_attr") {
            return None;
        }
        let list = Punctuated::<Meta, Token![,]>::parse_terminated;
        let list = attribute.parse_args_with(list).unwrap();
        list.iter().find(|meta| meta.path().is_ident("no_std"))?;
        let (word, condition) = match list.into_iter().next()? {
            Meta::List(not) if not.path.is_ident("not") => ("without", not.parse_args().unwrap()),
            other => ("with", other),
        };
        let condition = condition.require_name_value().unwrap();
        assert!(
            condition.path.is_ident("feature"),
            "{}: no feature",
            package.name
        );
        let syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(name),
            ..
        }) = &condition.value
        else {
            panic!("{}: a feature without a name", package.name);
        };
        Some(format!("{word} the feature {}", name.value()))
    })
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
            counter.visit_file(&parsed(&path));
        }
    }
}

fn parsed(path: &Path) -> syn::File {
    let source = fs::read_to_string(path).unwrap();
    let file = syn::parse_file(&source);
    file.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
