//! A program that is built with several values of the variable that chooses its string types.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use string_kit_record::CANDIDATES;

use crate::folder::Folder;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// Two crates with an alias each, so that a value of the variable concerns both.
const LIBRARY: &str = r#"string_kit_record::recorded! { pub type Key = String, "key"; }"#;
const PROGRAM: &str = r#"
use std::any::type_name;

string_kit_record::recorded! {
    type Text = String;
    type Name = Box<str>, "name";
}
string_kit_record::count_heap!();

struct Wrapped(Name);
impl From<Name> for Wrapped {
    fn from(name: Name) -> Self {
        Self(name)
    }
}
trait Local {}
impl Local for Text {}
impl Local for u8 {}

fn main() {
    let texts: Vec<Text> = (0..1_000).map(|number| Text::from(&*number.to_string())).collect();
    drop(vec![0_u8; 1 << 20]);
    drop(Wrapped::from(Name::from("a name")).0);
    println!("{}, {}, {}", type_name::<Text>(), type_name::<Name>(), type_name::<keys::Key>());
    std::mem::forget(texts);
}
"#;

fn package() -> Folder {
    let folder = Folder::new("trial");
    fs::create_dir_all(folder.at("keys")).expect("there is a folder");
    let write = |name: &str, text: &str| fs::write(folder.at(name), text).expect("it is written");
    let dependency = format!("string-kit-record = {{ path = {CRATE:?} }}");
    write(
        "Cargo.toml",
        &format!(
            "[workspace]\n[package]\nname = 'trial'\nedition = '2024'\n\
             [[bin]]\nname = 'trial'\npath = 'main.rs'\n[profile.dev]\ndebug = 0\n\
             [dependencies]\nkeys = {{ path = 'keys' }}\n{dependency}\n"
        ),
    );
    write(
        "keys/Cargo.toml",
        &format!(
            "[package]\nname = 'keys'\nedition = '2024'\n[lib]\npath = 'lib.rs'\n\
             [dependencies]\n{dependency}\n"
        ),
    );
    write("main.rs", PROGRAM);
    write("keys/lib.rs", LIBRARY);
    let lock = fs::read_to_string(Path::new(CRATE).join("../Cargo.lock"));
    write("Cargo.lock", &lock.expect("the workspace has a lock file"));
    folder
}

/// Builds and runs the program.
fn run(package: &Folder, variable: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["run", "--offline", "--features", "string-kit-record/try"])
        .arg("--target-dir")
        .arg(Path::new(CRATE).join("../target/trial"))
        .current_dir(package.at(""))
        .env_remove("STRING_KIT_TRY")
        .env("STRING_KIT_HEAP", package.at("heap.json"))
        .env("STRING_KIT_RECORD", package.at("record.jsonl"));
    if let Some(variable) = variable {
        command.env("STRING_KIT_TRY", variable);
    }
    command.output().expect("cargo runs")
}

fn lines(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("it is UTF-8").trim_end()
}

#[test]
fn the_variable_chooses_the_types_and_rebuilds_the_crates_that_name_them() {
    let package = package();
    let recorded = run(&package, None);
    let types = lines(&recorded.stdout);
    let record = || package.read("record.jsonl");
    let saved = record();
    assert!(recorded.status.success(), "{}", lines(&recorded.stderr));
    let recorded = types.matches("string_kit_record::recorded::Recorded<");
    assert_eq!(recorded.count(), 3, "{types}");
    for (variable, expected) in [
        ("lean_string", ["LeanString"; 3]),
        (
            "text=compact_string",
            ["CompactString", "Box<str>", "String"],
        ),
        ("key=arc_str,smol_str", ["SmolStr", "SmolStr", "Arc<str>"]),
    ] {
        let output = run(&package, Some(variable));
        let said = lines(&output.stderr);
        assert!(output.status.success(), "{said}");
        let built = said.matches("Compiling").count();
        assert_eq!(built, 2, "{said}");
        let names: Vec<&str> = lines(&output.stdout)
            .split(", ")
            .map(|path| path.rsplit_once("::").map_or(path, |(_, name)| name))
            .collect();
        assert_eq!(names, expected);
        let written = package.read("heap.json");
        let heap: serde_json::Value = serde_json::from_str(&written).expect("it is JSON");
        let [peak, live] = ["peak", "live"].map(|part| heap[part].as_u64().expect("it is there"));
        // The texts are at most 24 bytes each, beside what std holds.
        assert!(
            peak >= (1 << 20) + live && (12_000..80_000).contains(&live),
            "{heap}"
        );
    }
    // A program that is tried saves nothing.
    assert_eq!(record(), saved);
    assert!(!package.at("record.1.jsonl").exists());
    let output = run(&package, Some("text=rope"));
    let said = lines(&output.stderr);
    assert!(said.contains("cannot find `rope` in `types`"), "{said}");
}

#[test]
fn candidates_have_ids_and_names_of_their_own() {
    let parts = CANDIDATES
        .iter()
        .flat_map(|candidate| [candidate.id, candidate.name]);
    let distinct: BTreeSet<&str> = parts.collect();
    assert_eq!(distinct.len(), 2 * CANDIDATES.len());
}
