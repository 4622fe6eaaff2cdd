//! Code that puts the verdict into practice: lines for Cargo.toml, aliases of types, and enums.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;

use super::naming::{camel, free};
use crate::candidate::Candidate;
use crate::versions::version;
use string_kit_types::Interner;

/// The most characters of a line.
const WIDTH: usize = 96;

/// An alias of a type that the advice names.
pub(super) struct Alias<'a> {
    pub(super) name: String,
    pub(super) candidate: &'a Candidate,
    /// The names of the fields in whose place a list is.
    pub(super) fields: String,
    /// True if the code that reads a field by a table is printed.
    pub(super) is_read_by_serde: bool,
}

/// Returns the code of aliases and enums, behind the lines for Cargo.toml that it needs.
pub(super) fn code(aliases: &[Alias<'_>], enums: &[String], used: &mut HashSet<String>) -> String {
    let mut packages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut code = String::new();
    for alias in aliases {
        let candidate = alias.candidate;
        // The features of std's types are those of serde.
        let package = candidate.package.map_or("serde", |package| package.name);
        if candidate.package.is_some() || !candidate.features.is_empty() {
            packages
                .entry(package)
                .or_default()
                .extend(candidate.features);
        }
        if candidate.is_list() {
            let fields = alias.fields.escape_debug();
            let line = format!("// One list in a record, in place of {fields}.");
            let options = textwrap::Options::new(WIDTH).subsequent_indent("// ");
            let _ = writeln!(code, "{}", textwrap::fill(&line, options));
        }
        let _ = writeln!(code, "type {} = {};", alias.name, candidate.path);
        let table = candidate.interner().filter(|table| !table.make.is_empty());
        if let Some(table) = table.filter(|_| alias.is_read_by_serde) {
            packages.entry("serde").or_default().insert("derive");
            code += &reader(&alias.name, table, used);
        }
    }
    if !enums.is_empty() {
        packages.entry("serde").or_default().insert("derive");
    }
    let lines = packages.into_iter().map(|(package, features)| {
        let origin = match version(package) {
            Some(version) if !package.starts_with("string-kit") => format!("version = {version:?}"),
            // Nothing is published: a checkout lies beside the package.
            _ => format!("path = \"../string-kit/{package}\""),
        };
        let features = match Vec::from_iter(features) {
            none if none.is_empty() => String::new(),
            features => format!(", features = {features:?}"),
        };
        format!("// Cargo.toml: {package} = {{ {origin}{features} }}\n")
    });
    lines.chain([code]).chain(enums.iter().cloned()).collect()
}

/// Returns the function by which serde reads handles of a table, and the table.
fn reader(alias: &str, table: Interner, used: &mut HashSet<String>) -> String {
    let [name, function] = ["TABLE", "interned"].map(|name| free(name.to_owned(), used));
    let Interner { table, make, .. } = table;
    format!(
        "thread_local! {{
    static {name}: std::cell::RefCell<{table}> = std::cell::RefCell::default();
}}
/// Reads a field: `#[serde(deserialize_with = \"{function}\")]`.
fn {function}<'de, D: serde::Deserializer<'de>>(from: D) -> Result<{alias}, D::Error> {{
    let read: std::borrow::Cow<'_, str> = serde::Deserialize::deserialize(from)?;
    let text = &*read;
    Ok({name}.with_borrow_mut(|table| {make}))
}}
"
    )
}

/// Returns the definition of an enum of this name, in one line if it fits, with the words as serde
/// reads them.
pub(super) fn enum_of(name: &str, words: &[String]) -> String {
    let mut used = HashSet::new();
    let variants: Vec<String> = words
        .iter()
        .map(|word| match &**word {
            "" => free("Empty".to_owned(), &mut used),
            word => free(camel(word), &mut used),
        })
        .collect();
    let named = || variants.iter().zip(words);
    let is_right = |rule: &&Rule| named().all(|(variant, word)| rule.1(variant) == *word);
    let mut code = "#[derive(serde::Deserialize, serde::Serialize)]\n".to_owned();
    let Some((rule, _)) = RULES.iter().find(is_right) else {
        let _ = writeln!(code, "enum {name} {{");
        for (variant, word) in named() {
            let _ = if variant == word {
                writeln!(code, "    {variant},")
            } else {
                writeln!(code, "    #[serde(rename = {word:?})] {variant},")
            };
        }
        return code + "}\n";
    };
    if !rule.is_empty() {
        let _ = writeln!(code, "#[serde(rename_all = {rule:?})]");
    }
    let line = format!("enum {name} {{ {} }}\n", variants.join(", "));
    let options = textwrap::Options::new(WIDTH).subsequent_indent("    ");
    code + &textwrap::fill(&line, options)
}

/// A rule of serde for the names of all variants, by its name.
type Rule = (&'static str, fn(&str) -> String);

const RULES: [Rule; 7] = [
    ("", |variant| variant.to_owned()),
    ("lowercase", |variant| variant.to_ascii_lowercase()),
    ("UPPERCASE", |variant| variant.to_ascii_uppercase()),
    ("snake_case", snake),
    ("SCREAMING_SNAKE_CASE", |variant| {
        snake(variant).to_ascii_uppercase()
    }),
    ("kebab-case", |variant| snake(variant).replace('_', "-")),
    ("SCREAMING-KEBAB-CASE", |variant| {
        snake(variant).replace('_', "-").to_ascii_uppercase()
    }),
];

/// Splits a name before each upper-case letter but the first, as serde does.
fn snake(variant: &str) -> String {
    let mut name = String::new();
    for (at, letter) in variant.char_indices() {
        if at > 0 && letter.is_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;
    use crate::candidate::candidates;
    use crate::profile::{Field, Plain};

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

    /// Texts of fields that need no string, a kind each.
    const PLAIN: &str = "_ _|true false|1 2|-1 2|1.10 -0.50|1.5 7|10.0.0.1 10.0.0.2|10.0.0.1 ::1|\
        0a0b0c0d-0000-4000-8000-0123456789ab|00c0ffee|00000000deadbeef|2026-11-28|\
        0af7651916cd43dd8448eb211c80319c|a94a8fe5ccb19ba61c4c0873d391e987982fbbd3|\
        9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    fn printed(name: &str, candidate: &Candidate, is_read_by_serde: bool) -> String {
        let alias = Alias {
            name: name.to_owned(),
            candidate,
            fields: "a, b\nc".to_owned(),
            is_read_by_serde,
        };
        code(&[alias], &[], &mut HashSet::new())
    }

    /// Returns programs that recorded, each with the alias that is printed for it.
    fn recorded(candidates: &[Candidate]) -> Vec<String> {
        let mut modules = Vec::new();
        for candidate in candidates.iter().filter(|candidate| candidate.is_drop_in) {
            let alias = printed("Word", candidate, false);
            for (example, is_edited) in EXAMPLES {
                let (before, after) = example
                    .split_once("string_kit_record::recorded! {")
                    .unwrap();
                let (_, after) = after.split_once("\n}\n").unwrap();
                if candidate.is_mutable || !is_edited {
                    modules.push([before, &alias, after].concat());
                }
            }
        }
        modules
    }

    /// Returns the types of fields and the enums that are printed, in structs that serde reads.
    fn read_by_serde(candidates: &[Candidate]) -> Vec<String> {
        let derive = "#[derive(serde::Deserialize)] struct Record";
        let owned = candidates.iter().map(|candidate| {
            let code = printed("Text", candidate, true);
            let reader = if code.contains("fn interned") {
                "#[serde(deserialize_with = \"interned\")]"
            } else {
                ""
            };
            format!("{code}{derive} {{ {reader} text: Text }}")
        });
        let plain = PLAIN.split('|').map(|texts| {
            let types = ["", " _"].map(|empty| {
                let line = format!("{texts}{empty}").replace('_', "");
                let texts: Vec<&str> = line.split(' ').collect();
                Plain::find(&Field::from_texts(&texts)).unwrap().layout().0
            });
            format!("{derive}({}, {});", types[0], types[1])
        });
        let words = [
            vec!["ar", "el"],
            vec!["eu-west-1", "Self", ""],
            vec!["\"quoted\"\n", "é", "enum"],
            vec!["IN_USE", "FREE"],
        ];
        let enums = words.map(|words| {
            let words: Vec<String> = words.into_iter().map(ToOwned::to_owned).collect();
            let enums = [enum_of("Word", &words)];
            let code = code(&[], &enums, &mut HashSet::new());
            format!("{code}{derive} {{ word: Option<Word> }}")
        });
        owned.chain(plain).chain(enums).collect()
    }

    /// Returns the lines of Cargo.toml that code names, each package with all its features.
    fn dependencies(code: &str) -> String {
        let mut packages: BTreeMap<&str, (String, BTreeSet<&str>)> = BTreeMap::new();
        for line in code.lines() {
            let Some(line) = line.trim().strip_prefix("// Cargo.toml: ") else {
                continue;
            };
            let (name, table) = line.split_once(" = { ").unwrap();
            let (origin, features) = table.split_once(", features = ").unwrap_or((table, ""));
            let origin = origin.replace("\"../string-kit/string-kit\"", &format!("{KIT:?}"));
            let (_, known) = packages
                .entry(name)
                .or_insert((origin.trim_end_matches(" }").to_owned(), BTreeSet::new()));
            known.extend(features.split('"').skip(1).step_by(2));
        }
        let line = |(name, (origin, features)): (&str, (String, BTreeSet<&str>))| {
            let features: Vec<&str> = features.into_iter().collect();
            format!("{name} = {{ {origin}, features = {features:?} }}\n")
        };
        packages.into_iter().map(line).collect()
    }

    #[test]
    fn printed_code_compiles_as_it_is_pasted() {
        let mut candidates = candidates();
        candidates.remove(1);
        let mut modules = String::new();
        let programs = recorded(&candidates)
            .into_iter()
            .chain(read_by_serde(&candidates));
        for (number, module) in programs.enumerate() {
            let _ = writeln!(modules, "mod module_{number} {{\n{module}\n}}");
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
[dependencies]
"#;
        write("Cargo.toml", &[manifest, &dependencies(&modules)].concat());
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
    fn every_type_that_an_alias_can_be_is_one_to_try() {
        let mut advised = candidates();
        advised.retain(|candidate| candidate.is_drop_in);
        // The baseline has a twin.
        advised.dedup_by_key(|candidate| candidate.id);
        let tried = string_kit_record::CANDIDATES;
        assert_eq!(advised.len(), tried.len());
        for (advised, tried) in advised.iter().zip(tried) {
            let expected = (advised.id, &*advised.name, advised.path);
            assert_eq!((tried.id, tried.name, tried.path), expected);
        }
    }

    #[test]
    fn enums_have_the_words_as_serde_reads_them() {
        for (words, rename, code) in [
            ("Ok Err", "", "enum E { Ok, Err }"),
            ("ar el", "lowercase", "enum E { Ar, El }"),
            ("GET PUT", "UPPERCASE", "enum E { Get, Put }"),
            ("in_use free", "snake_case", "enum E { InUse, Free }"),
            (
                "IN-USE FREE",
                "SCREAMING-KEBAB-CASE",
                "enum E { InUse, Free }",
            ),
            ("a.b a-b ", "", "enum E {"),
        ] {
            let words: Vec<String> = words.split(' ').map(ToOwned::to_owned).collect();
            let printed = enum_of("E", &words);
            let mut lines = printed.lines().skip(1);
            if !rename.is_empty() {
                let attribute = format!("#[serde(rename_all = {rename:?})]");
                assert_eq!(lines.next(), Some(&*attribute));
            }
            assert_eq!(lines.next(), Some(code));
        }
        let words = ["a.b", "a-b", ""].map(ToOwned::to_owned);
        let variants = "
    #[serde(rename = \"a.b\")] AB,
    #[serde(rename = \"a-b\")] AB2,
    #[serde(rename = \"\")] Empty,
}\n";
        assert!(enum_of("E", &words).ends_with(variants));
    }

    proptest! {
        #[test]
        fn any_names_give_code(
            field in ".{0,80}",
            words in proptest::collection::vec(".{0,80}|[a-z]{2,8}|[a-zA-Z_. ]{30,200}", 1..4),
        ) {
            let candidates = candidates();
            let alias = Alias {
                name: camel(&field),
                candidate: &candidates[2],
                fields: field.clone(),
                is_read_by_serde: true,
            };
            let enums = [enum_of(&camel(&field), &words)];
            let code = code(&[alias], &enums, &mut HashSet::new());
            prop_assert!(syn::parse_file(&code).is_ok(), "{code}");
        }
    }
}
