//! Code that puts the verdict into practice: one struct for a record, with the picked type of each field.

use std::collections::HashSet;
use std::path::Path;

use heck::ToSnakeCase;
use string_kit_measure::run::distinct;

use crate::candidate::{Candidate, Kind};
use crate::crates::Crate;

/// The most characters of the name of a field.
const LONGEST: usize = 40;
/// The most characters of a line.
const WIDTH: usize = 100;

/// The words that name no field: keywords, and the names that the code uses.
const TAKEN: &str = " abstract as async await become box break const continue crate do dyn else enum extern \
     false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
     static struct super trait true try type typeof unsafe unsized use virtual where while yield new tables texts ";

/// A field of a record, with the type that keeps it.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub(super) field: &'a str,
    pub(super) candidate: &'a Candidate,
    /// True if a record may have several texts of the field.
    pub(super) is_many: bool,
}

/// The parts of the code that depend on the type.
struct Parts {
    /// Makes a value of the text `$`.
    fill: &'static str,
    /// The type of the table, and the expression that makes one.
    table: Option<(String, &'static str)>,
    /// Reads the handle `$`, if its table is needed.
    read: Option<&'static str>,
}

fn parts(candidate: &Candidate) -> Parts {
    let owned = |fill| Parts {
        fill,
        table: None,
        read: None,
    };
    let table = |ty: &str, make, fill, read| Parts {
        fill,
        table: Some((ty.to_owned(), make)),
        read,
    };
    match (candidate.kind, candidate.id) {
        (Kind::Interned, "lasso") => table(
            "lasso::Rodeo",
            "lasso::Rodeo::new()",
            "tables.#.get_or_intern($)",
            Some("tables.#.resolve(&$)"),
        ),
        (Kind::Interned, "string_interner") => table(
            "string_interner::DefaultStringInterner",
            "string_interner::DefaultStringInterner::default()",
            "tables.#.get_or_intern($)",
            Some(r#"tables.#.resolve($).expect("the tables are those of the record")"#),
        ),
        (Kind::Interned, id) if id != "ustr" => table(
            &format!("std::collections::HashSet<{}>", candidate.path),
            "std::collections::HashSet::new()",
            "keep_once($, &mut tables.#)",
            None,
        ),
        (_, "cow") => owned("std::borrow::Cow::Owned($.to_owned())"),
        // Their `From` keeps a reference.
        (_, "kstring") => owned("kstring::KStringBase::from_ref($)"),
        (_, "flex_str") => owned("flexstr::FlexStr::from_borrowed($).into_owned()"),
        _ => owned("$.into()"),
    }
}

/// Returns the kept text of a set.
const KEEP_ONCE: &str = "
/// Returns the text of the set that equals `text`; adds it if there is none.
fn keep_once<T>(text: &str, kept: &mut std::collections::HashSet<T>) -> T
where
    T: std::borrow::Borrow<str> + Clone + Eq + std::hash::Hash + for<'a> From<&'a str>,
{
    if let Some(found) = kept.get(text) {
        return found.clone();
    }
    let first = T::from(text);
    kept.insert(first.clone());
    first
}
";

/// Returns the lines for `Cargo.toml`, and a struct for a record with these members.
pub(super) fn record(members: &[Member<'_>]) -> String {
    with_dependencies(members.iter().map(|of| of.candidate), &struct_of(members))
}

/// Returns the lines for `Cargo.toml`, and a struct that keeps these fields of a record in one list.
pub(super) fn list_record<'a>(list: &Candidate, fields: impl Iterator<Item = &'a str>) -> String {
    let names = identifiers(fields);
    let texts = names.iter().map(|name| format!("{name}: &str"));
    let mut code = format!(
        "pub struct Record {{\n    texts: {path},\n}}\n\nimpl Record {{\n{new}        Self {{\n            texts: \
         {path}::from(&[{all}][..]),\n        }}\n    }}\n",
        path = list.path,
        new = constructor(&texts.collect::<Vec<_>>()),
        all = names.join(", "),
    );
    code.extend(names.iter().enumerate().map(|(at, name)| {
        format!("\n    pub fn {name}(&self) -> &str {{\n        &self.texts[{at}]\n    }}\n")
    }));
    with_dependencies([list].into_iter(), &(code + "}\n"))
}

fn with_dependencies<'a>(candidates: impl Iterator<Item = &'a Candidate>, code: &str) -> String {
    match distinct(candidates.filter_map(dependency)) {
        none if none.is_empty() => code.to_owned(),
        lines => format!(
            "# Cargo.toml\n[dependencies]\n{}\n\n// src/record.rs\n{code}",
            lines.join("\n")
        ),
    }
}

/// Returns the line of a dependency, by its path if it is not published.
fn dependency(candidate: &Candidate) -> Option<String> {
    let package = candidate.package;
    let of = Crate::of_package(package)?;
    Some(if of.released.is_some() {
        format!(r#"{package} = "{}""#, of.version)
    } else {
        // Its default features bring other string types, with their licences and compilers.
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        let path = path.unwrap_or(Path::new("")).join(package);
        let path = path.to_string_lossy();
        format!(
            r#"{package} = {{ path = {path:?}, default-features = false, features = ["std"] }}"#
        )
    })
}

/// Returns the head of a constructor, in one line if it fits.
fn constructor(parameters: &[String]) -> String {
    let line = format!("    pub fn new({}) -> Self {{\n", parameters.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines = parameters.iter().map(|one| format!("        {one},\n"));
    format!(
        "    pub fn new(\n{}    ) -> Self {{\n",
        lines.collect::<String>()
    )
}

/// Returns each text that a member has, one after another.
fn each<T>(all: &[T], text: impl Fn(&T) -> Option<String>) -> String {
    all.iter().filter_map(text).collect()
}

fn struct_of(members: &[Member<'_>]) -> String {
    let names = identifiers(members.iter().map(|of| of.field));
    let all: Vec<_> = (names.iter().zip(members))
        .map(|(name, of)| (name, of, parts(of.candidate)))
        .collect();
    let has_tables = all.iter().any(|(.., parts)| parts.table.is_some());
    let mut parameters: Vec<String> = (all.iter())
        .map(|(name, of, _)| format!("{name}: {}", if of.is_many { "&[&str]" } else { "&str" }))
        .collect();
    parameters.extend(has_tables.then(|| "tables: &mut Tables".to_owned()));
    let fields = each(&all, |(name, of, _)| {
        let path = of.candidate.path;
        let vec = format!("Vec<{path}>");
        let ty = if of.is_many { &vec } else { path };
        Some(format!("    pub {name}: {ty},\n"))
    });
    let values = each(&all, |(name, of, parts)| {
        let fill = parts.fill.replace('#', name);
        let value = if of.is_many {
            let fill = fill.replace('$', "text");
            format!("{name}.iter().map(|&text| {fill}).collect()")
        } else {
            fill.replace('$', name)
        };
        Some(format!("            {name}: {value},\n"))
    });
    let readers = each(&all, |(name, of, parts)| {
        let read = parts.read?.replace('#', name);
        let (this, ty, value) = if of.is_many {
            let read = read.replace('$', "handle");
            let value = format!("self.{name}.iter().map(|&handle| {read})");
            ("&'a self", "impl Iterator<Item = &'a str>", value)
        } else {
            (
                "&self",
                "&'a str",
                read.replace('$', &format!("self.{name}")),
            )
        };
        Some(format!(
            "\n    pub fn {name}<'a>({this}, tables: &'a Tables) -> {ty} {{\n        {value}\n    }}\n"
        ))
    });
    let has_set = all
        .iter()
        .any(|(.., parts)| parts.fill.starts_with("keep_once"));
    format!(
        "pub struct Record {{\n{fields}}}\n\n{tables}impl Record {{\n{new}        Self {{\n{values}        }}\n    \
         }}\n{readers}}}\n{keep_once}",
        tables = if has_tables {
            tables_of(&all)
        } else {
            String::new()
        },
        new = constructor(&parameters),
        keep_once = if has_set { KEEP_ONCE } else { "" },
    )
}

/// Returns the struct of the tables that some members have.
fn tables_of(all: &[(&String, &Member<'_>, Parts)]) -> String {
    let types = each(all, |(name, _, parts)| {
        let (ty, _) = parts.table.as_ref()?;
        Some(format!("    {name}: {ty},\n"))
    });
    let values = each(all, |(name, _, parts)| {
        let (_, make) = parts.table.as_ref()?;
        Some(format!("            {name}: {make},\n"))
    });
    let shrinking = each(all, |(name, of, _)| {
        let has_room = of.candidate.id == "string_interner";
        has_room.then(|| format!("        self.{name}.shrink_to_fit();\n"))
    });
    let shrink = format!(
        "\n    /// Frees unused memory. Call it after the last record.\n    pub fn shrink_to_fit(&mut self) \
         {{\n{shrinking}    }}\n"
    );
    format!(
        "/// The tables that keep each text once. Make one value for all records.\npub struct Tables {{\n{types}}}\n\n\
         impl Tables {{\n    pub fn new() -> Self {{\n        Self {{\n{values}        }}\n    }}\n{shrink}}}\n\n",
        shrink = if shrinking.is_empty() { "" } else { &shrink },
    )
}

/// Returns Rust identifiers like the names of fields, each once.
fn identifiers<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let unique = |field| {
        let name = identifier(field);
        let more = (2..).map(|number| format!("{name}_{number}"));
        let mut free = [name.clone()]
            .into_iter()
            .chain(more)
            .filter(|name| !taken.contains(name));
        let name = free.next().expect("there is a number for each");
        taken.insert(name.clone());
        name
    };
    fields.map(unique).collect()
}

/// Returns a Rust identifier like the name of a field.
fn identifier(field: &str) -> String {
    let ascii = field.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let mut name = ascii.to_snake_case();
    name.truncate(LONGEST);
    if name.is_empty() || name.starts_with(|letter: char| letter.is_ascii_digit()) {
        name.insert_str(0, "field_");
    }
    if TAKEN.split(' ').any(|taken| taken == name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::{env, fs};

    use proptest::prelude::*;

    use super::*;
    use crate::candidate::candidates;

    #[test]
    fn printed_code_compiles_in_a_package_of_its_own_and_keeps_texts() {
        let candidates = candidates();
        let list = candidates
            .iter()
            .find(|one| one.kind == Kind::Column)
            .unwrap();
        let kept: Vec<&Candidate> = candidates
            .iter()
            .filter(|one| one.kind != Kind::Column)
            .collect();
        let member = |candidate, is_many| Member {
            field: "city",
            candidate,
            is_many,
        };
        let mut dependencies = HashSet::new();
        let mut modules = String::new();
        let mut calls = String::new();
        let mut add = |code: String, call: &str| {
            let (lines, code) = code
                .split_once("\n\n// src/record.rs\n")
                .unwrap_or(("", &code));
            dependencies.extend(lines.lines().skip(2).map(ToOwned::to_owned));
            let name = format!("record_{}", calls.len());
            modules.extend([format!("mod {name} {{\n{code}}}\n")]);
            calls += &call.replace('@', &name);
        };
        for one in &kept {
            let parts = parts(one);
            let (make, tables) = match parts.table {
                Some(_) => ("let mut tables = @::Tables::new();", ", &mut tables"),
                None => ("", ""),
            };
            let read = if parts.read.is_some() {
                "city(&tables)"
            } else {
                "city"
            };
            let both = format!(
                "{{ {make} let one = @::Record::new(\"Zürich\"{tables}); assert_eq!(&*one.{read}, \"Zürich\"); }}\n"
            );
            add(record(&[member(one, false)]), &both);
            let read = if parts.read.is_some() {
                "city(&tables)"
            } else {
                "city.iter().map(|text| &**text)"
            };
            let many = format!(
                "{{ {make} let one = @::Record::new(&[\"Zürich\", \"\"]{tables}); assert!(one.{read}.eq([\"Zürich\", \
                 \"\"])); }}\n"
            );
            add(record(&[member(one, true)]), &many);
        }
        // All at once: fields of one name, and several tables.
        let all: Vec<Member<'_>> = kept.iter().map(|one| member(one, false)).collect();
        add(record(&all), "let _ = @::Tables::new().shrink_to_fit();\n");
        let names = ["city", "user.name", "type"].into_iter();
        let listed = "{ let one = @::Record::new(\"Zürich\", \"\", \"a\"); assert_eq!([one.city(), one.user_name(), \
                      one.type_()], [\"Zürich\", \"\", \"a\"]); }\n";
        add(list_record(list, names), listed);

        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/printed");
        let package = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(package.path().join(name), text).unwrap();
        let lines: Vec<String> = dependencies.into_iter().collect();
        write(
            "Cargo.toml",
            &format!(
                "[workspace]\n[package]\nname = \"printed\"\nedition = \"2024\"\n[[bin]]\nname = \"printed\"\npath = \
                 \"main.rs\"\n[profile.dev]\ndebug = 0\n[dependencies]\n{}\n",
                lines.join("\n")
            ),
        );
        write("Cargo.lock", include_str!("../../../../Cargo.lock"));
        let main = format!("#![allow(dead_code)]\n{modules}\nfn main() {{\n{calls}}}\n");
        write("main.rs", &main);
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--offline", "--target-dir"])
            .arg(target)
            .current_dir(package.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}\n{main}");
    }

    #[test]
    fn fields_are_named_as_rust_names_them() {
        let cases = [
            ("city", "city"),
            ("user.name", "user_name"),
            ("userName", "user_name_2"),
            ("tags[]", "tags"),
            ("type", "type_"),
            ("Self", "self_"),
            ("1st", "field_1st"),
            ("größe", "gr_e"),
            ("", "field_"),
            ("東京", "field__2"),
        ];
        let names = identifiers(cases.iter().map(|of| of.0));
        assert_eq!(names, cases.map(|of| of.1));
    }

    proptest! {
        #[test]
        fn any_names_of_fields_give_code(
            fields in proptest::collection::vec(".{0,80}|[a-z]{2,8}|[a-zA-Z_. ]{30,200}", 1..4)
        ) {
            let candidates = candidates();
            let (list, kept) = candidates.split_last().expect("there are some");
            for candidate in kept {
                let members = fields.iter().map(|field| Member { field, candidate, is_many: false });
                let members: Vec<Member<'_>> = members.collect();
                let code = struct_of(&members);
                prop_assert!(syn::parse_file(&code).is_ok(), "{code}");
            }
            let code = list_record(list, fields.iter().map(String::as_str));
            let (_, code) = code.split_once("record.rs\n").expect("it has a dependency");
            prop_assert!(syn::parse_file(code).is_ok(), "{code}");
        }
    }
}
