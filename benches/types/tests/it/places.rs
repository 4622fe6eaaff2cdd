//! The files that name a type: to add one, these are written or get a line.

use std::fs;
use std::path::Path;

/// Adds the files of sources and manifests in which a word stands, but for tests.
fn find(root: &Path, path: &str, word: &str, found: &mut Vec<String>) {
    if root.join(path).is_dir() {
        let entries = fs::read_dir(root.join(path)).unwrap();
        for name in entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
            if !["target", "tests"].contains(&&*name) {
                find(root, &format!("{path}/{name}"), word, found);
            }
        }
    } else if Path::new(path)
        .extension()
        .is_some_and(|end| end == "rs" || end == "toml")
    {
        let text = fs::read_to_string(root.join(path)).unwrap();
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut words = text.split(|letter| !is_of_word(letter));
        found.extend(words.any(|named| named == word).then(|| path.to_owned()));
    }
}

#[test]
fn a_type_is_named_in_its_files_their_lists_and_the_manifests_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let types = "benches/types/src";
    for (name, expected) in [
        // A rival, and a representation with what the compiler says of those.
        (
            "imstr",
            "benches/types/Cargo.toml TYPES/rivals/im_string.rs",
        ),
        (
            "flexstr",
            "Cargo.toml benches/types/Cargo.toml TYPES/types/flex_str.rs string-kit/Cargo.toml \
             string-kit/src/captured_str.rs string-kit/src/repr/flex_str.rs \
             string-kit/src/repr/mod.rs",
        ),
        // Their files, and the lists: modules are named after them.
        ("im_string", "TYPES/rivals/im_string.rs TYPES/rivals/mod.rs"),
        (
            "flex_str",
            "benches/src/question/contend/clones.rs TYPES/types/flex_str.rs TYPES/types/mod.rs \
             string-kit/src/repr/mod.rs",
        ),
    ] {
        let mut found = Vec::new();
        for path in ["Cargo.toml", "benches", "string-kit"] {
            find(&root, path, name, &mut found);
        }
        found.sort();
        assert_eq!(found.join(" "), expected.replace("TYPES", types), "{name}");
    }
}
