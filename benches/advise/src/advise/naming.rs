//! Names of types and variants in printed code.

use std::collections::HashSet;

use heck::ToUpperCamelCase;
use unicode_ident::{is_xid_continue, is_xid_start};

/// The most characters of a name.
const LONGEST: usize = 40;
/// The names of the prelude that a type would hide.
const PRELUDE: &str = "AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Debug Default \
    DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator \
    Future Hash Into IntoFuture IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd \
    Result Send Sized Some String Sync ToOwned ToString TryFrom TryInto Unpin Vec";

/// Returns the names that no type may have.
pub(super) fn taken() -> HashSet<String> {
    PRELUDE.split_whitespace().map(ToOwned::to_owned).collect()
}

/// Returns a name, with a number if it is used already, and uses it.
pub(super) fn free(name: String, used: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}{number}"));
    let mut names = [name.clone()].into_iter().chain(numbered);
    let free = names.find(|name| used.insert(name.clone()));
    free.unwrap_or(name)
}

/// Returns the name of a type like that of a field, a label or a word.
pub(super) fn camel(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|letter| if is_xid_continue(letter) { letter } else { '_' })
        .collect();
    let camel = if kept.is_ascii() {
        kept.to_upper_camel_case()
    } else {
        kept
    };
    let mut name: String = camel.chars().take(LONGEST).collect();
    if !name.starts_with(|letter| letter == '_' || is_xid_start(letter)) {
        name.insert_str(0, "Of");
    }
    if ["Self", "_"].contains(&&*name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_rust_names_them_and_hide_no_name_of_the_prelude() {
        let names = "span.name userName tags[] Self self 1st größe 姓名 a-b Box box option";
        let mut used = taken();
        let names = names.split(' ').map(|name| free(camel(name), &mut used));
        let expected = "SpanName UserName Tags Self_ Self_2 Of1st größe 姓名 AB Box2 Box3 Option2";
        assert_eq!(names.collect::<Vec<_>>().join(" "), expected);
    }
}
