//! Code that puts the verdict into practice: one struct for a record, with the picked type of each
//! field.

use std::fmt::Write as _;
use std::path::Path;

use heck::ToSnakeCase;
use string_kit_measure::run::distinct;
use unicode_ident::{is_xid_continue, is_xid_start};

use crate::candidate::Candidate;
use crate::crates::Package;

/// The most characters of the name of a field.
const LONGEST: usize = 40;
/// The most characters of a line.
const WIDTH: usize = 100;

/// The words that name no field: keywords, and the names that the code uses.
const TAKEN: &str = " abstract as async await become box break const continue crate do dyn else \
     enum extern false final fn for gen if impl in let loop macro match mod move mut override priv \
     pub ref return self static struct super trait true try type typeof unsafe unsized use virtual \
     where while yield new tables texts ";

/// A field of a record, with the type that keeps it.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub(super) field: &'a str,
    pub(super) candidate: &'a Candidate,
    /// True if a record may have several texts of the field.
    pub(super) is_many: bool,
}

/// Returns the expression that makes a value of the text `$`; the table of the field is `tables.#`.
fn fill(candidate: &Candidate) -> &'static str {
    match candidate.id {
        "lasso" | "string_interner" => "tables.#.get_or_intern($)",
        "arc_str_set" | "shared_str_set" => "keep_once($, &mut tables.#)",
        "cow" => "std::borrow::Cow::Owned($.to_owned())",
        // Their `From` keeps a reference.
        "kstring" => "kstring::KStringBase::from_ref($)",
        "flex_str" => "flexstr::FlexStr::from_borrowed($).into_owned()",
        _ => "$.into()",
    }
}

/// The type of the table of a field, without parameters; the function that makes one; and the
/// expression that reads the text of the handle `$`, if that needs the table.
type TableCode = (&'static str, &'static str, Option<&'static str>);

fn table(candidate: &Candidate) -> Option<TableCode> {
    match candidate.id {
        "lasso" => Some(("lasso::Rodeo", "new", Some("tables.#.resolve(&$)"))),
        "string_interner" => Some((
            "string_interner::DefaultStringInterner",
            "default",
            Some(r#"tables.#.resolve($).expect("the tables are those of the record")"#),
        )),
        "arc_str_set" | "shared_str_set" => Some(("std::collections::HashSet", "new", None)),
        _ => None,
    }
}

/// The function that returns the kept text of a set.
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

/// Returns the lines for `Cargo.toml`, and a struct that keeps these fields of a record in one
/// list.
pub(super) fn list_record<'a>(list: &Candidate, fields: impl Iterator<Item = &'a str>) -> String {
    let names = identifiers(fields);
    let texts: Vec<String> = names.iter().map(|name| format!("{name}: &str")).collect();
    let mut code = format!(
        "pub struct Record {{
    texts: {path},
}}

impl Record {{
{new}        Self {{
            texts: {path}::from(&[{all}][..]),
        }}
    }}
",
        path = list.path,
        new = constructor(&texts),
        all = names.join(", "),
    );
    for (at, name) in names.iter().enumerate() {
        let head = format!("pub fn {name}(&self) -> &str");
        let _ = writeln!(code, "\n    {head} {{\n        &self.texts[{at}]\n    }}");
    }
    with_dependencies([list].into_iter(), &(code + "}\n"))
}

fn with_dependencies<'a>(candidates: impl Iterator<Item = &'a Candidate>, code: &str) -> String {
    let lines = distinct(candidates.filter_map(dependency)).join("\n");
    if lines.is_empty() {
        return code.to_owned();
    }
    format!("# Cargo.toml\n[dependencies]\n{lines}\n\n// src/record.rs\n{code}")
}

/// Returns the line of a dependency, by its path if it is not published.
fn dependency(candidate: &Candidate) -> Option<String> {
    let Package {
        name,
        version,
        is_published,
    } = *candidate.package()?;
    if is_published {
        return Some(format!(r#"{name} = "{version}""#));
    }
    // Its default features bring other string types, with their licences and compilers.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let path = root.unwrap_or(Path::new("")).join(name);
    Some(format!(
        r#"{name} = {{ path = "{}", default-features = false, features = ["std"] }}"#,
        path.display()
    ))
}

/// Returns the head of a constructor, in one line if it fits.
fn constructor(parameters: &[String]) -> String {
    let line = format!("    pub fn new({}) -> Self {{\n", parameters.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines = parameters.join(",\n        ");
    format!("    pub fn new(\n        {lines},\n    ) -> Self {{\n")
}

/// Returns the lines for `Cargo.toml`, and a struct for a record with these members.
pub(super) fn record(members: &[Member<'_>]) -> String {
    let mut parameters = Vec::new();
    let [mut fields, mut values, mut readers] = [const { String::new() }; 3];
    let [mut tables, mut makes, mut shrinks] = [const { String::new() }; 3];
    let mut keep_once = "";
    let names = identifiers(members.iter().map(|member| member.field));
    for (name, member) in names.iter().zip(members) {
        let candidate = member.candidate;
        let path = candidate.path;
        let with = |code: &str, text: &str| code.replace('#', name).replace('$', text);
        let fill = fill(candidate);
        let (parameter, ty, value) = if member.is_many {
            let fill = with(fill, "text");
            let value = format!("{name}.iter().map(|&text| {fill}).collect()");
            ("&[&str]", format!("Vec<{path}>"), value)
        } else {
            ("&str", path.to_owned(), with(fill, name))
        };
        parameters.push(format!("{name}: {parameter}"));
        let _ = writeln!(fields, "    pub {name}: {ty},");
        let _ = writeln!(values, "            {name}: {value},");
        let Some((table, make, read)) = table(candidate) else {
            continue;
        };
        let mut of_texts = String::new();
        if fill.starts_with("keep_once") {
            keep_once = KEEP_ONCE;
            of_texts = format!("<{path}>");
        }
        let _ = writeln!(tables, "    {name}: {table}{of_texts},");
        let _ = writeln!(makes, "            {name}: {table}::{make}(),");
        if candidate.id == "string_interner" {
            let _ = writeln!(shrinks, "        self.{name}.shrink_to_fit();");
        }
        if let Some(read) = read {
            let (this, ty, value) = if member.is_many {
                let read = with(read, "handle");
                let value = format!("self.{name}.iter().map(|&handle| {read})");
                ("&'a self", "impl Iterator<Item = &'a str>", value)
            } else {
                ("&self", "&'a str", with(read, &format!("self.{name}")))
            };
            let head = format!("pub fn {name}<'a>({this}, tables: &'a Tables) -> {ty}");
            let _ = writeln!(readers, "\n    {head} {{\n        {value}\n    }}");
        }
    }
    if !tables.is_empty() {
        parameters.push("tables: &mut Tables".to_owned());
        if !shrinks.is_empty() {
            shrinks = format!(
                "
    /// Frees unused memory. Call it after the last record.
    pub fn shrink_to_fit(&mut self) {{
{shrinks}    }}
"
            );
        }
        tables = format!(
            "/// The tables that keep each text once. Make one value for all records.
pub struct Tables {{
{tables}}}

impl Tables {{
    pub fn new() -> Self {{
        Self {{
{makes}        }}
    }}
{shrinks}}}

"
        );
    }
    let new = constructor(&parameters);
    let code = format!(
        "pub struct Record {{
{fields}}}

{tables}impl Record {{
{new}        Self {{
{values}        }}
    }}
{readers}}}
{keep_once}"
    );
    with_dependencies(members.iter().map(|member| member.candidate), &code)
}

/// Returns Rust identifiers like the names of fields, each once.
fn identifiers<'a>(fields: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for field in fields {
        let name = identifier(field);
        let more = (2..).map(|number| format!("{name}_{number}"));
        let mut all = [name.clone()].into_iter().chain(more);
        let free = all.find(|name| !names.contains(name));
        names.push(free.expect("there is a number for each"));
    }
    names
}

/// Returns a Rust identifier like the name of a field. Letters of all scripts are kept.
fn identifier(field: &str) -> String {
    let kept = field.replace(|letter| !is_xid_continue(letter), "_");
    let snake = if kept.is_ascii() {
        kept.to_snake_case()
    } else {
        kept.to_lowercase()
    };
    let mut name: String = snake.chars().take(LONGEST).collect();
    if !name.starts_with(|letter| letter == '_' || is_xid_start(letter)) {
        name.insert_str(0, "field_");
    }
    if TAKEN.split(' ').any(|taken| taken == name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::process::Command;
    use std::{env, fs};

    use proptest::prelude::*;

    use super::*;
    use crate::candidate::candidates;

    /// The call of a record's code, in the module `@`.
    fn call(candidate: &Candidate, is_many: bool) -> String {
        let table = table(candidate);
        let (make, tables) = match table {
            Some(_) => ("let mut tables = @::Tables::new();", ", &mut tables"),
            None => ("", ""),
        };
        let (texts, plain) = if is_many {
            ("&[\"Zürich\", \"\"]", "city.iter().map(|text| &**text)")
        } else {
            ("\"Zürich\"", "city")
        };
        let read = table
            .and_then(|(.., read)| read)
            .map_or(plain, |_| "city(&tables)");
        let check = if is_many {
            format!("assert!(one.{read}.eq([\"Zürich\", \"\"]))")
        } else {
            format!("assert_eq!(&*one.{read}, \"Zürich\")")
        };
        format!("{{ {make} let one = @::Record::new({texts}{tables}); {check}; }}\n")
    }

    #[test]
    fn printed_code_compiles_in_a_package_of_its_own_and_keeps_texts() {
        let candidates = candidates();
        let (list, kept) = candidates.split_last().unwrap();
        let member = |candidate, is_many| Member {
            field: "city",
            candidate,
            is_many,
        };
        let mut dependencies = HashSet::new();
        let (mut modules, mut calls) = (String::new(), String::new());
        let mut add = |code: String, call: &str| {
            let parts = code.split_once("\n\n// src/record.rs\n");
            let (lines, code) = parts.unwrap_or(("", &code));
            dependencies.extend(lines.lines().skip(2).map(ToOwned::to_owned));
            let name = format!("record_{}", calls.len());
            modules.extend([format!("mod {name} {{\n{code}}}\n")]);
            calls += &call.replace('@', &name);
        };
        for one in kept {
            for is_many in [false, true] {
                add(record(&[member(one, is_many)]), &call(one, is_many));
            }
        }
        // All at once: fields of one name, and several tables.
        let all: Vec<Member<'_>> = kept.iter().map(|one| member(one, false)).collect();
        add(record(&all), "let _ = @::Tables::new().shrink_to_fit();\n");
        let names = ["city", "user.name", "type"].into_iter();
        let listed = "{ let one = @::Record::new(\"Zürich\", \"\", \"a\"); \
                      assert_eq!(one.city(), \"Zürich\"); \
                      assert_eq!([one.user_name(), one.type_()], [\"\", \"a\"]); }\n";
        add(list_record(list, names), listed);

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
        let main = format!("#![allow(dead_code)]\n{modules}\nfn main() {{\n{calls}}}\n");
        write("main.rs", &main);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/printed");
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
        let fields = "city user.name userName tags[] type Self 1st Größe größe ? 😀 姓名 नाम.पता ١";
        let expected = "city user_name user_name_2 tags type_ self_ field_1st größe größe_2 field_ \
                        field__2 姓名 नाम_पता field_١";
        assert_eq!(identifiers(fields.split(' ')).join(" "), expected);
        assert_eq!(identifier(""), "field_");
    }

    proptest! {
        #[test]
        fn any_names_of_fields_give_code(
            fields in proptest::collection::vec(".{0,80}|[a-z]{2,8}|[a-zA-Z_. ]{30,200}", 1..4)
        ) {
            let candidates = candidates();
            let (list, kept) = candidates.split_last().expect("there are some");
            let mut codes = vec![list_record(list, fields.iter().map(String::as_str))];
            for candidate in kept {
                let member = |field| Member { field, candidate, is_many: false };
                let members: Vec<Member<'_>> = fields.iter().map(|field| member(field)).collect();
                codes.push(record(&members));
            }
            for code in codes {
                // The lines for Cargo.toml come first, if there are any.
                let code = code.split_once("record.rs\n").map_or(&*code, |(_, code)| code);
                prop_assert!(syn::parse_file(code).is_ok(), "{code}");
            }
        }
    }
}
