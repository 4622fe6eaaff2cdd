//! Code that puts a verdict into practice.
//!
//! The files in `benches/snippets` are compiled and run by the tests here, for every type. A reader sees
//! them with `Text` defined, and with the name of the field in place of `field`.

use heck::ToSnakeCase;

use crate::candidate::{Candidate, Kind};
use crate::crates::Crate;

/// The most characters of the name of a field: all lines fit into 100 columns.
const LONGEST: usize = 40;

/// The package of the trait that captures values.
const OURS: &str = "string-kit";

/// The words that name no field.
const KEYWORDS: &str = " abstract as async await become box break const continue crate do dyn else enum extern \
     false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
     static struct super trait true try type typeof unsafe unsized use virtual where while yield ";

/// Returns the lines of `Cargo.toml`, if it needs any, and the code that keeps a field as this candidate
/// does.
pub(super) fn snippet(candidate: &Candidate, field: &str) -> String {
    let code = code(candidate, field);
    match dependencies(candidate) {
        none if none.is_empty() => code,
        lines => format!("[dependencies]\n{}\n\n{code}", lines.join("\n")),
    }
}

/// Returns the lines of the dependencies.
fn dependencies(candidate: &Candidate) -> Vec<String> {
    let mut lines = Vec::new();
    let version = |package| Crate::of_package(package).map(|of| of.version);
    let package = candidate.package;
    let features = match package {
        "std" | OURS => r#""std""#.to_owned(),
        _ => format!(r#""std", "{package}""#),
    };
    if package != OURS
        && let Some(version) = version(package)
    {
        lines.push(format!(r#"{package} = "{version}""#));
    }
    if (package == OURS || code_of(candidate).contains("string_kit"))
        && let Some(version) = version(OURS)
    {
        // Its default features bring other string types, with their licences and compilers.
        lines.push(format!(
            r#"{OURS} = {{ version = "{version}", default-features = false, features = [{features}] }}"#,
        ));
    }
    lines
}

/// Returns the code.
fn code(candidate: &Candidate, field: &str) -> String {
    let code = code_of(candidate).replace("field", &identifier(field));
    if !code.contains("Text") {
        return code;
    }
    let defined = format!("type Text = {};\n\nstruct ", candidate.path);
    code.replacen("struct ", &defined, 1)
}

/// Returns the code of a kind of candidates.
fn code_of(candidate: &Candidate) -> &'static str {
    macro_rules! file {
        ($name:literal) => {
            include_str!(concat!("../../snippets/", $name))
        };
    }
    match (candidate.kind, candidate.package) {
        // A `Cow` would borrow the text.
        (Kind::Owned, "std") if candidate.id != "cow" => file!("owned_std.rs"),
        (Kind::Owned, _) => file!("owned.rs"),
        (Kind::Interned, "lasso") => file!("lasso.rs"),
        (Kind::Interned, "string-interner") => file!("string_interner.rs"),
        (Kind::Interned, "ustr") => file!("ustr.rs"),
        (Kind::Interned, _) => file!("set.rs"),
        (Kind::Column, _) => file!("column.rs"),
    }
}

/// Returns a Rust identifier like the name of a field.
fn identifier(field: &str) -> String {
    let ascii = field.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let mut name = ascii.to_snake_case();
    name.truncate(LONGEST);
    if name.is_empty() || name.starts_with(|letter: char| letter.is_ascii_digit()) {
        name.insert_str(0, "field_");
    }
    if KEYWORDS.split(' ').any(|keyword| keyword == name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::HashSet;

    use proptest::prelude::*;
    use string_kit_subjects::for_each_representation;

    use super::*;
    use crate::candidate::candidates;

    /// Compiles and runs the code of owned strings for each type, and lists the types.
    macro_rules! owned {
        ($file:literal: $($id:ident: $ty:ty;)*) => {
            $(mod $id {
                use std::any::TypeId;

                type Text = $ty;
                pub(super) const PATH: &str = stringify!($ty);
                pub(super) const TYPE: fn() -> TypeId = TypeId::of::<Text>;

                include!(concat!("../../snippets/", $file));

                #[test]
                fn the_text_is_kept() {
                    assert_eq!(&*Record::of_text("Zürich").field, "Zürich");
                    assert_eq!(&*Record::of_value(&1.5).field, "1.5");
                }
            })*
        };
    }

    owned! { "owned_std.rs":
        string: String;
        boxed_str: Box<str>;
        arc_str: std::sync::Arc<str>;
        rc_str: std::rc::Rc<str>;
    }
    owned! { "owned.rs":
        cow: std::borrow::Cow<'static, str>;
        string_buf: string_kit::StringBuf<24>;
        shared_str: string_kit::SharedStr;
        smol_str: smol_str::SmolStr;
        smart_lazy: smartstring::SmartString<smartstring::LazyCompact>;
        smart_compact: smartstring::SmartString<smartstring::Compact>;
        compact_string: compact_str::CompactString;
        eco_string: ecow::EcoString;
        lean_string: lean_string::LeanString;
        char_str: char_str::CharStr;
        char_string: char_str::CharString;
        hip_str: hipstr::HipStr<'static>;
        arcstr: arcstr::ArcStr;
        cold_string: cold_string::ColdString;
        kstring: kstring::KStringBase<kstring::backend::BoxedStr>;
        flex_str: flexstr::SharedStr;
    }

    /// Compiles and runs the code of texts in a set.
    macro_rules! set {
        ($($id:ident: $ty:ty;)*) => {
            $(mod $id {
                type Text = $ty;
                pub(super) const PATH: &str = stringify!($ty);

                include!("../../snippets/set.rs");

                #[test]
                fn equal_texts_are_kept_once() {
                    let mut table = HashSet::new();
                    let text = "a text that is longer than any that is inline";
                    let [first, second] = [(); 2].map(|()| Record::of_text(text, &mut table).field);
                    assert_eq!(&*first, text);
                    assert_eq!(first.as_ptr(), second.as_ptr());
                }
            })*
        };
    }

    set! {
        arc_str_set: std::sync::Arc<str>;
        shared_str_set: string_kit::SharedStr;
    }

    mod lasso {
        type Text = ::lasso::Spur;
        pub(super) const PATH: &str = "lasso::Spur";

        include!("../../snippets/lasso.rs");

        #[test]
        fn equal_texts_are_kept_once() {
            let mut table = Rodeo::default();
            let records = ["Zürich"; 2].map(|text| Record::of_text(text, &mut table));
            assert_eq!(records[0].field, records[1].field);
            assert_eq!(records[1].as_str(&table), "Zürich");
        }
    }

    mod string_interner {
        type Text = ::string_interner::DefaultSymbol;
        pub(super) const PATH: &str = "string_interner::DefaultSymbol";

        include!("../../snippets/string_interner.rs");

        #[test]
        fn equal_texts_are_kept_once() {
            let mut table = DefaultStringInterner::default();
            let records = ["Zürich"; 2].map(|text| Record::of_text(text, &mut table));
            assert_eq!(records[0].field, records[1].field);
            assert_eq!(records[1].as_str(&table), Some("Zürich"));
        }
    }

    mod ustr {
        type Text = ::ustr::Ustr;
        pub(super) const PATH: &str = "ustr::Ustr";

        include!("../../snippets/ustr.rs");

        #[test]
        fn equal_texts_are_kept_once() {
            let [first, second] = ["Zürich"; 2].map(Record::of_text);
            assert_eq!(first.field, second.field);
            assert_eq!(second.as_str(), "Zürich");
        }
    }

    mod str_list {
        pub(super) const PATH: &str = "string_kit::StrList";

        include!("../../snippets/column.rs");

        #[test]
        fn a_column_has_the_text_of_each_row() {
            let columns = Columns::of_texts(["Zürich", "", "Graz"]);
            assert_eq!(columns.field.len(), 3);
            assert_eq!(
                [0, 1, 2].map(|row| columns.text(row)),
                ["Zürich", "", "Graz"]
            );
        }
    }

    /// Calls a macro with the name of each candidate whose code is compiled here.
    macro_rules! paths {
        ($($id:ident)*) => {
            [$((stringify!($id), $id::PATH)),*]
        };
    }

    const PATHS: [(&str, &str); 26] = paths! {
        string boxed_str arc_str rc_str cow string_buf shared_str smol_str smart_lazy smart_compact
        compact_string eco_string lean_string char_str char_string hip_str arcstr cold_string kstring
        flex_str arc_str_set shared_str_set lasso string_interner ustr str_list
    };

    #[test]
    fn the_code_of_every_candidate_is_compiled() {
        let printed: HashSet<_> = candidates().iter().map(|of| (of.id, of.path)).collect();
        assert_eq!(printed, HashSet::from(PATHS));
    }

    #[test]
    fn the_types_are_those_that_are_measured() {
        macro_rules! check {
            ($id:ident, $ty:ty) => {
                assert_eq!($id::TYPE(), TypeId::of::<$ty>(), stringify!($id));
            };
        }
        for_each_representation!(check);
    }

    #[test]
    fn dependencies_are_the_measured_versions_with_features_that_exist() {
        let manifest = include_str!("../../../../string-kit/Cargo.toml");
        let manifest: toml::Table = manifest.parse().unwrap();
        for candidate in candidates() {
            let lines: toml::Table = dependencies(&candidate).join("\n").parse().unwrap();
            let ours = lines.get("string-kit").map(|ours| &ours["features"]);
            for feature in ours
                .iter()
                .flat_map(|features| features.as_array().unwrap())
            {
                let feature = feature.as_str().unwrap();
                assert!(manifest["features"].get(feature).is_some(), "{feature}");
            }
            if candidate.package != "std" {
                assert!(lines.contains_key(candidate.package), "{lines}");
            }
        }
    }

    #[test]
    fn fields_are_named_as_rust_names_them() {
        let cases = [
            ("city", "city"),
            ("user.name", "user_name"),
            ("userName", "user_name"),
            ("tags[]", "tags"),
            ("type", "type_"),
            ("Self", "self_"),
            ("1st", "field_1st"),
            ("größe", "gr_e"),
            ("", "field_"),
            ("東京", "field_"),
        ];
        for (field, expected) in cases {
            assert_eq!(identifier(field), expected);
        }
    }

    proptest! {
        #[test]
        fn any_name_of_a_field_gives_code(field in ".{0,80}|[a-z]{2,8}|[a-zA-Z_. ]{30,200}") {
            for candidate in candidates() {
                let code = code(&candidate, &field);
                prop_assert!(syn::parse_file(&code).is_ok(), "{code}");
                let shown = snippet(&candidate, &field);
                prop_assert!(shown.lines().all(|line| line.len() <= 100), "{shown}");
            }
        }
    }
}
