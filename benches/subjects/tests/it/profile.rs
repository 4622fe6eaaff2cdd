//! Tests of the names in `PROFILE`. The laws examine its other fields.

use std::any::type_name;

use string_kit::CapturedStr;

/// The names in `PROFILE` that differ from the compiler's name without paths, and that name.
const NAMES: [(&str, &str); 5] = [
    ("Cow<'static, str>", "Cow<str>"),
    ("StringBuf", "StringBuf<24>"),
    ("HipStr<'static>", "HipStr<Arc>"),
    ("KString", "KStringBase<Box<str>>"),
    ("flexstr::SharedStr", "FlexStr<str, Arc<str>>"),
];

/// Returns the compiler's name of the type, without paths and lifetimes.
fn short_name<S>() -> String {
    type_name::<S>()
        .replace("'_, ", "")
        .split_inclusive(['<', '>', ',', ' '])
        .map(|part| {
            part.rsplit("::")
                .next()
                .expect("a split has at least one part")
        })
        .collect()
}

/// Checks that the name is the type as users write it.
fn check_name<S: CapturedStr>() {
    let name = S::PROFILE.name;
    let expected = NAMES
        .iter()
        .find(|(written, _)| *written == name)
        .map_or(name, |(_, compiled)| compiled);
    assert_eq!(short_name::<S>(), expected);
}

for_each_type! { $ the_name_is_the_type_as_users_write_it: check_name; }

#[test]
fn names_are_unique() {
    let mut names = Vec::new();
    macro_rules! collect {
        ($name:ident, $ty:ty) => {
            names.push(<$ty>::PROFILE.name);
        };
    }
    string_kit_subjects::for_each_representation!(collect);
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
