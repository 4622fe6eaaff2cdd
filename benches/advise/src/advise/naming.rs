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
    let marked = |letter: &char| letter.is_ascii() || !is_mark(*letter);
    let letters = name.chars().filter(marked);
    let kept: String = letters
        .map(|letter| if is_kept(letter) { letter } else { '_' })
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

/// Returns whether a letter only follows others, such as an accent.
fn is_mark(letter: char) -> bool {
    is_xid_continue(letter) && !is_xid_start(letter)
}

/// Returns whether a name may have a letter. Rust compares names in their normal form C; without
/// marks and the letters that are left out here, two names are equal there only if they are here.
fn is_kept(letter: char) -> bool {
    let is_changed = matches!(letter,
        '\u{1100}'..='\u{11FF}' // parts of Hangul syllables
        | '\u{1F00}'..='\u{1FFF}' // Greek with accents, which are there twice
        | '\u{2100}'..='\u{214F}' // signs that are letters, such as that of Ohm
        | '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}' // ideographs that are there twice
    );
    is_xid_continue(letter) && !is_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_rust_names_them() {
        let names =
            "span.name userName tags[] Self self 1st größe 姓名 a-b \u{212B} e\u{301}t\u{e9}";
        let camels: Vec<String> = names.split(' ').map(camel).collect();
        let expected = "SpanName UserName Tags Self_ Self_ Of1st größe 姓名 AB Of et\u{e9}";
        assert_eq!(camels.join(" "), expected);
    }

    #[test]
    fn no_name_hides_the_prelude_or_equals_another() {
        let mut used = taken();
        let names = [
            "Box",
            "box",
            "option",
            "String",
            "self",
            "caf\u{e9}",
            "cafe\u{301}",
            "cafe",
        ];
        let free = names.map(|name| free(camel(name), &mut used));
        let expected = [
            "Box2",
            "Box3",
            "Option2",
            "String2",
            "Self_",
            "caf\u{e9}",
            "Cafe",
            "Cafe2",
        ];
        assert_eq!(free, expected);
    }
}
