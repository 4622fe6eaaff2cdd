//! The Rust code that repeats a failing case with the type under examination.
//!
//! A law writes its code with calls in one form: `@push(s, 'é')`, `@from("é")`, `@text(s)`. The
//! rendering depends on how the subject was declared: a named method becomes `s.push('é')`, and a
//! closure becomes a variable of its name and a call of it.

use core::fmt::Write;
use core::ops::Bound;

use crate::hostile::Draining;

/// The source code of a subject's declaration, from which the code of a case is made.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The type, as its author wrote it.
    pub(super) ty: &'static str,
    /// True if the type implements `CapturedStr`.
    pub(super) is_captured: bool,
    /// The closures of the declaration by the name of the method, the function type included.
    pub(super) closures: Vec<(&'static str, &'static str, &'static str)>,
    /// The expression after `capture: |value|`, and the name of the value.
    pub(super) capture: Option<(&'static str, &'static str)>,
}

/// The functions of a subject that take no value of the type.
const STATIC: [&str; 8] = [
    "from",
    "with_capacity",
    "from_utf8",
    "from_utf8_lossy",
    "concat",
    "try_from_str",
    "try_capture",
    "capture",
];

/// The closures of named methods whose results are not those of the subject's functions.
const CONVERTED: [(&str, &str, &str); 5] = [
    (
        "try_reserve",
        "fn(&mut S, usize) -> bool",
        "|text, more| text.try_reserve(more).is_ok()",
    ),
    (
        "try_push_str",
        "fn(&mut S, &str) -> bool",
        "|text, more| text.try_push_str(more).is_ok()",
    ),
    (
        "from_utf8",
        "fn(&[u8]) -> Option<S>",
        "|bytes| S::from_utf8(bytes).ok()",
    ),
    (
        "try_capture",
        "fn(&dyn Display) -> Option<S>",
        "|value| S::try_capture(value).ok()",
    ),
    (
        "try_from_str",
        "fn(&str) -> Option<S>",
        "|text| S::try_from_text(text).ok()",
    ),
];

/// Names that the code of a case may contain, with their paths.
const PATHS: [(&str, &str); 33] = [
    ("Answers", "string_kit_conformance::Answers"),
    ("AssertUnwindSafe", "std::panic::AssertUnwindSafe"),
    ("BTreeMap", "std::collections::BTreeMap"),
    ("Bomb", "string_kit_conformance::Bomb"),
    ("Borrow", "std::borrow::Borrow"),
    ("Bound", "std::ops::Bound"),
    ("Capture", "string_kit_conformance::Capture"),
    ("CapturedStr", "string_kit::CapturedStr"),
    ("Chars", "string_kit_conformance::values::Chars"),
    ("Cow", "std::borrow::Cow"),
    ("Display", "std::fmt::Display"),
    ("Draining", "string_kit_conformance::Draining"),
    ("Errs", "string_kit_conformance::values::Errs"),
    ("Fickle", "string_kit_conformance::Fickle"),
    ("Fuse", "string_kit_conformance::Fuse"),
    ("HashMap", "std::collections::HashMap"),
    ("Hinted", "string_kit_conformance::Hinted"),
    ("Panics", "string_kit_conformance::values::Panics"),
    ("Pieces", "string_kit_conformance::values::Pieces"),
    ("SerdeInput", "string_kit_conformance::probe::SerdeInput"),
    ("Shields", "string_kit_conformance::values::Shields"),
    ("Span", "string_kit_conformance::Span"),
    ("Swallows", "string_kit_conformance::values::Swallows"),
    ("Then", "string_kit_conformance::values::Then"),
    ("ascii", "string_kit_conformance::texts::ascii"),
    ("catch_unwind", "std::panic::catch_unwind"),
    ("check", "string_kit_conformance::check"),
    ("count", "string_kit_conformance::count"),
    ("hashed", "string_kit_conformance::values::hashed"),
    ("serialized", "string_kit_conformance::values::serialized"),
    ("texts_to", "string_kit_conformance::texts::texts_to"),
    ("write", "std::fmt::Write as _"),
    ("with_budget", "string_kit_conformance::with_budget"),
];

impl Source {
    /// Returns the code of a case: imports, the type and the closures that it needs, and `body`.
    pub(super) fn code(&self, body: &str) -> String {
        let mut used = Vec::new();
        let body = self.rendered(body, &mut used);
        let mut code = format!("type S = {};\n", self.ty);
        for (name, ty, closure) in used {
            writeln!(code, "let {name}: {ty} = {};", of_s(closure)).expect("a String grows");
        }
        if let Some((value, captured)) = self.capture
            && has_word(&body, "Way")
        {
            let captured = of_s(captured);
            write!(
                code,
                "struct Way;\nimpl Capture<S> for Way {{\n    \
                 fn capture<D: Display>({value}: &D) -> S {{\n        {captured}\n    }}\n}}\n"
            )
            .expect("a String grows");
        }
        code.push_str(&body);
        let mut whole = String::new();
        for (name, path) in PATHS {
            if has_word(&code, name) {
                writeln!(whole, "use {path};").expect("a String grows");
            }
        }
        whole.push_str(&code);
        whole.replace('\u{1}', "@").replace('\u{2}', "~")
    }

    /// Replaces each call in `body`, and notes the closures that it needs.
    fn rendered(
        &self,
        body: &str,
        used: &mut Vec<(&'static str, &'static str, &'static str)>,
    ) -> String {
        let mut code = String::new();
        let (mut rest, mut plain) = (body, true);
        while let Some(at) = rest.find(['@', '~']) {
            code.push_str(&rest[..at]);
            let is_range = rest[at..].starts_with('~');
            rest = &rest[at + 1..];
            if is_range {
                let (range, after) = rest.split_once('~').expect("a range ends with ~");
                rest = after;
                if plain {
                    code.push_str(range);
                } else {
                    write!(code, "Answers::of({range}).span()").expect("a String grows");
                }
                continue;
            }
            let (name, after) = rest.split_once('(').expect("a call has arguments");
            rest = after;
            let closure = self.closure(name);
            plain = closure.is_none();
            if let Some(closure) = closure
                && !used.contains(&closure)
            {
                used.push(closure);
            }
            if STATIC.contains(&name) {
                code.push_str(&match (name, closure) {
                    (_, Some((name, ..))) => format!("{name}("),
                    ("capture", None) if self.capture.is_some() => "Way::capture(".to_owned(),
                    ("capture", None) => "<S as CapturedStr>::capture(".to_owned(),
                    ("from", None) if self.is_captured => {
                        "<S as CapturedStr>::from_text(".to_owned()
                    }
                    _ => format!("S::{name}("),
                });
                continue;
            }
            let end = rest.find([',', ')']).expect("a call ends");
            let (value, after) = rest.split_at(end);
            match (name, closure) {
                ("text", None) => {
                    write!(code, "AsRef::<str>::as_ref(&{value}").expect("a String grows");
                    rest = after;
                }
                (_, None) => {
                    write!(code, "{value}.{name}(").expect("a String grows");
                    rest = after.strip_prefix(", ").unwrap_or(after);
                }
                (_, Some((name, ty, _))) => {
                    let reference = if ty.starts_with("fn(&mut ") {
                        "&mut "
                    } else {
                        "&"
                    };
                    write!(code, "{name}({reference}{value}").expect("a String grows");
                    rest = after;
                }
            }
        }
        code + rest
    }

    /// Returns the name, the type and the source of the closure for a method, if it has one.
    fn closure(&self, name: &str) -> Option<(&'static str, &'static str, &'static str)> {
        let name = match name {
            "from" => "from_str",
            "text" => "as_str",
            name => name,
        };
        let written = self.closures.iter().chain(&CONVERTED);
        written.copied().find(|(closure, ..)| *closure == name)
    }

    /// Returns true if the subject has a closure for a method.
    pub(super) fn has_closure(&self, name: &str) -> bool {
        self.closure(name).is_some()
    }

    /// Returns a call of `drain` whose value is the text of the characters that were taken.
    pub(super) fn drain(&self, value: &str, range: Bounds, how: Draining) -> String {
        let (range, Draining { front, back, leak }) = (range_of(range), how);
        let how = format!("Draining {{ front: {front}, back: {back}, leak: {leak} }}");
        if self.has_closure("drain") {
            format!("@drain({value}, {range}, {how})")
        } else {
            format!("{how}.apply(@drain({value}, {range}))")
        }
    }
}

pub(super) type Bounds = (Bound<usize>, Bound<usize>);

/// Returns a range in the form of [`Source::code`].
pub(super) fn range_of(bounds: Bounds) -> String {
    use Bound::{Excluded, Included, Unbounded};
    match bounds {
        (Included(a), Excluded(b)) => format!("~{}..{}~", number(a), number(b)),
        (Included(a), Included(b)) => format!("~{}..={}~", number(a), number(b)),
        (Included(a), Unbounded) => format!("~{}..~", number(a)),
        (Unbounded, Excluded(b)) => format!("~..{}~", number(b)),
        (Unbounded, Included(b)) => format!("~..={}~", number(b)),
        (Unbounded, Unbounded) => "~..~".to_owned(),
        (start, end) => format!("~({}, {})~", bound_of(start), bound_of(end)),
    }
}

/// Returns an index as an expression.
pub(super) fn number(at: usize) -> String {
    match at {
        usize::MAX => "usize::MAX".to_owned(),
        at => at.to_string(),
    }
}

/// Returns a bound as an expression.
pub(super) fn bound_of(bound: Bound<usize>) -> String {
    match bound {
        Bound::Included(at) => format!("Bound::Included({})", number(at)),
        Bound::Excluded(at) => format!("Bound::Excluded({})", number(at)),
        Bound::Unbounded => "Bound::Unbounded".to_owned(),
    }
}

/// Returns a text as a literal, in the form of [`Source::code`].
pub(super) fn literal(text: &str) -> String {
    protected(&format!("{text:?}"))
}

/// Returns bytes as a literal, in the form of [`Source::code`].
pub(super) fn bytes_literal(bytes: &[u8]) -> String {
    protected(&format!("b\"{}\"", bytes.escape_ascii()))
}

/// Returns a character as a literal, in the form of [`Source::code`].
pub(super) fn char_literal(c: char) -> String {
    protected(&format!("{c:?}"))
}

/// Replaces the characters that mark calls and ranges.
pub(super) fn protected(literal: &str) -> String {
    literal.replace('@', "\u{1}").replace('~', "\u{2}")
}

/// Returns true if `code` contains `word` as a whole word.
fn has_word(code: &str, word: &str) -> bool {
    words(code).any(|(is_word, part)| is_word && part == word)
}

/// Replaces `Self`, which means nothing outside of the subject's declaration.
fn of_s(closure: &str) -> String {
    words(closure)
        .map(|(is_word, part)| if is_word && part == "Self" { "S" } else { part })
        .collect()
}

/// Splits code into words and the parts between them.
fn words(code: &str) -> impl Iterator<Item = (bool, &str)> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = code;
    core::iter::from_fn(move || {
        let is_word = is_of_word(rest.chars().next()?);
        let end = rest
            .find(|c| is_of_word(c) != is_word)
            .unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some((is_word, part))
    })
}
