//! Code that puts the verdict into practice: aliases of types, and enums.

use std::collections::HashSet;
use std::fmt::Write as _;

pub(super) use super::naming::{camel, free};
use crate::candidate::Candidate;
use crate::crates::Package;
use crate::profile::{Kind, Plain};

/// The most characters of a line.
const WIDTH: usize = 96;

/// Returns a line for each alias, with the dependency that it needs, and enums.
pub(super) fn lines(aliases: &[(String, &Candidate)], enums: &[String]) -> String {
    let mut code = String::new();
    for (alias, candidate) in aliases {
        let dependency = match candidate.package() {
            None => String::new(),
            Some(Package {
                name,
                version,
                is_published: true,
            }) => format!(r#" // Cargo.toml: {name} = "{version}""#),
            Some(Package { name, .. }) => format!(" // {name} is not published: by its path"),
        };
        let _ = writeln!(code, "type {alias} = {};{dependency}", candidate.path);
    }
    for line in enums {
        code += line;
    }
    code
}

/// Returns what must change in code whose strings become handles of an interner.
pub(super) fn changes(candidate: &Candidate) -> &'static str {
    match candidate.id {
        "lasso" => {
            "Pass a `lasso::Rodeo` along: `from(text)` is `table.get_or_intern(text)`, and a text \
             is read by `table.resolve(&name)`."
        }
        "string_interner" => {
            "Pass a `string_interner::DefaultStringInterner` along: `from(text)` is \
             `table.get_or_intern(text)`, and a text is read by `table.resolve(name)`."
        }
        "internity" => {
            "Pass an `internity::LocalLexicon` along: `from(text)` is `table.intern(text)`, and a \
             text is read by `table.resolve(name)`."
        }
        "pool" => {
            "Pass a `string_kit::Pool` along: `from(text)` is `pool.get(text)`; it is read without \
             the pool."
        }
        "arc_intern" => "`from(text)` stays; a text is freed with its last handle.",
        "arc_str_set" => {
            "Pass a `HashSet` of such strings along: `from(text)` is a clone of the one that it \
             has, or of a new one that is inserted."
        }
        "ustr" => "`from(text)` stays; the texts are never freed.",
        _ => "Its conversions are not those of `String`: see its documentation.",
    }
}

/// Returns the definition of an enum of this name, in one line if it fits.
pub(super) fn enum_of(name: &str, words: &[String]) -> String {
    let mut used = HashSet::new();
    let variants: Vec<String> = words
        .iter()
        .map(|word| free(camel(word), &mut used))
        .collect();
    let line = format!("enum {name} {{ {} }}\n", variants.join(", "));
    let options = textwrap::Options::new(WIDTH).subsequent_indent("    ");
    textwrap::fill(&line, options)
}

/// Returns the type of a field that needs no string.
pub(super) fn plain_type(plain: &Plain) -> String {
    let name = match plain.kind {
        Kind::Nothing => "()",
        Kind::Bool => "bool",
        Kind::Unsigned => "u64",
        Kind::Signed => "i64",
        Kind::Float => "f64",
        Kind::Ipv4 => "std::net::Ipv4Addr",
        Kind::Ip => "std::net::IpAddr",
        Kind::Uuid => "[u8; 16]",
        Kind::Time => "std::time::SystemTime",
        Kind::Enum => "enum",
    };
    if plain.has_empty {
        return format!("Option<{name}>");
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;
    use crate::candidate::candidates;

    const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../string-kit");

    /// Programs that record an alias `Word`, and whether they edit strings.
    const EXAMPLES: [(&str, bool); 3] = [
        (include_str!("../../../../examples/record.rs"), false),
        (COUNTER, false),
        (EDITOR, true),
    ];
    const COUNTER: &str = "
        use std::collections::BTreeMap;

        string_kit_record::recorded! { type Word = Box<str>, \"word\";
}
        fn count(text: &str) -> BTreeMap<Word, usize> {
            let mut counts = BTreeMap::new();
            for word in text.split(' ') {
                *counts.entry(Word::from(word)).or_default() += word.len();
            }
            let longest = counts.keys().max_by_key(|word| word.len()).cloned();
            println!(\"{:?}\", longest.filter(|word| word.starts_with('a')));
            counts.retain(|word, _| !word.is_empty());
            counts
        }
";
    const EDITOR: &str = "
        string_kit_record::recorded! { pub type Word = String, \"word\";
}
        fn edit(text: &str) -> Word {
            let mut word = Word::from(text);
            word.push_str(\".done\");
            word.push('!');
            assert!(word.clone() == word && word.ends_with('!'));
            let mut empty = Word::default();
            empty.push_str(&word);
            println!(\"{empty}\");
            empty
        }
";

    #[test]
    fn printed_aliases_compile_in_programs_that_recorded() {
        let mut dependencies = HashSet::new();
        let mut modules = String::new();
        let candidates = candidates();
        let aliased = candidates.iter().filter(|one| one.is_drop_in());
        for (number, candidate) in aliased.enumerate() {
            let alias = lines(&[("Word".to_owned(), candidate)], &[]);
            if let Some((_, dependency)) = alias.split_once("// Cargo.toml: ") {
                dependencies.insert(dependency.trim().to_owned());
            } else if alias.contains("string_kit::") {
                dependencies.insert(format!("string-kit = {{ path = {KIT:?} }}"));
            }
            for (at, (example, is_edited)) in EXAMPLES.into_iter().enumerate() {
                let (before, rest) = example
                    .split_once("string_kit_record::recorded! {")
                    .unwrap();
                let (_, after) = rest.split_once("\n}\n").unwrap();
                if candidate.is_mutable || !is_edited {
                    let name = format!("alias_{number}_{at}");
                    modules.extend(["mod ", &name, " {\n", before, &alias, after, "}\n"]);
                }
            }
        }

        let package = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(package.path().join(name), text).unwrap();
        let manifest = r#"[workspace]
[package]
name = "printed"
edition = "2024"
[[bin]]
name = "printed"
path = "main.rs"
[profile.dev]
debug = 0
[dependencies]"#;
        let lines = [manifest.to_owned()].into_iter().chain(dependencies);
        write("Cargo.toml", &lines.collect::<Vec<_>>().join("\n"));
        write("Cargo.lock", include_str!("../../../../Cargo.lock"));
        // The examples save their records.
        modules += "mod string_kit_record { pub fn save(_: impl AsRef<std::path::Path>) \
                    -> std::io::Result<()> { Ok(()) } }\n";
        let modules = modules.replace("string_kit_record::save", "crate::string_kit_record::save");
        let main = format!("#![allow(dead_code)]\n{modules}\nfn main() {{}}\n");
        write("main.rs", &main);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/printed");
        let output = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--offline", "--target-dir"])
            .arg(target)
            .current_dir(package.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}\n{main}");
    }

    #[test]
    fn words_of_an_enum_have_names_of_their_own() {
        let words = ["a b", "a-b", ""].map(ToOwned::to_owned);
        assert_eq!(
            enum_of("TheField", &words),
            "enum TheField { AB, AB2, Of }\n"
        );
    }

    proptest! {
        #[test]
        fn any_names_give_code(
            field in ".{0,80}",
            words in proptest::collection::vec(".{0,80}|[a-z]{2,8}|[a-zA-Z_. ]{30,200}", 1..4),
        ) {
            let all = candidates();
            let alias = (camel(&field), &all[2]);
            let code = lines(&[alias], &[enum_of(&camel(&field), &words)]);
            prop_assert!(syn::parse_file(&code).is_ok(), "{code}");
        }
    }
}
