//! The Rust code that repeats a failing case with the type under examination.
//!
//! A law writes its code in one form for all types, and [`Source::code`] renders it for one type:
//!
//! | form | of a method that the subject names | of a method with a closure |
//! | --- | --- | --- |
//! | `@push(s, 'é')` | `s.push('é')` | `push(&mut s, 'é')`, after `let push = ...` |
//! | `@from("é")` | `S::from("é")` | `from_str("é")` |
//! | `@text(s)` | `AsRef::<str>::as_ref(&s)` | `as_str(&s)` |
//! | `@slice(s, ~1..3~)` | `s.slice(1..3)` | `slice(&s, Answers::of(1..3).span())` |
//!
//! In literals the characters U+0001 and U+0002 stand for `@` and `~`.

use core::ops::Bound;

use crate::hostile::Draining;

/// The source code of a subject's declaration, from which the code of a case is made.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The type, as its author wrote it.
    pub(super) ty: &'static str,
    /// True if the type implements `CapturedStr`.
    pub(super) is_captured: bool,
    /// The closures of the declaration.
    pub(super) closures: Vec<Closure>,
    /// The expression after `capture: |value|`, and the name of the value.
    pub(super) capture: Option<(&'static str, &'static str)>,
}

/// A closure that the declaration of a subject contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closure {
    /// The name of the method.
    pub(super) method: &'static str,
    /// The function type.
    pub(super) ty: &'static str,
    pub(super) source: &'static str,
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

/// Names that the code of a case may contain, by their modules. `write!` needs a trait besides.
const PATHS: [(&str, &str); 10] = [
    ("std::borrow", "Borrow Cow"),
    ("std::collections", "BTreeMap HashMap"),
    ("std::fmt", "Display"),
    ("std::ops", "Bound"),
    ("std::panic", "AssertUnwindSafe catch_unwind"),
    ("string_kit", "CapturedStr"),
    (
        "string_kit_conformance",
        "Capture Draining Fickle Span check count with_budget",
    ),
    ("string_kit_conformance::probe", "SerdeInput"),
    ("string_kit_conformance::texts", "ascii texts_to"),
    (
        "string_kit_conformance::values",
        "Answers Bomb Chars Errs Fuse Hinted Panics Pieces Shields Swallows Then hashed serialized",
    ),
];

impl Source {
    /// Returns the code of a case: imports, the type and the closures that it needs, and `body`.
    pub(super) fn code(&self, body: &str) -> String {
        let mut used = Vec::new();
        let body = self.rendered(body, &mut used);
        let mut code = format!("type S = {};\n", self.ty);
        for Closure { method, ty, source } in used {
            code += &format!("let {method}: {ty} = {};\n", of_s(source));
        }
        if let Some((value, captured)) = self.capture
            && has_word(&body, "Way")
        {
            let captured = of_s(captured);
            code += &format!(
                "struct Way;\nimpl Capture<S> for Way {{\n    \
                 fn capture<D: Display>({value}: &D) -> S {{\n        {captured}\n    }}\n}}\n"
            );
        }
        code += &body;
        let mut paths = Vec::new();
        for (module, names) in PATHS {
            let used = names.split(' ').filter(|name| has_word(&code, name));
            paths.extend(used.map(|name| format!("{module}::{name}")));
        }
        paths.extend(has_word(&code, "write").then(|| "std::fmt::Write as _".to_owned()));
        paths.sort_unstable();
        let imports: String = paths.iter().map(|path| format!("use {path};\n")).collect();
        (imports + &code)
            .replace('\u{1}', "@")
            .replace('\u{2}', "~")
    }

    /// Renders each call in `body`, and adds the closures that it needs to `used`.
    fn rendered(&self, body: &str, used: &mut Vec<Closure>) -> String {
        let mut code = String::new();
        let (mut rest, mut is_method) = (body, true);
        while let Some(at) = rest.find(['@', '~']) {
            code.push_str(&rest[..at]);
            let is_range = rest[at..].starts_with('~');
            rest = &rest[at + 1..];
            if is_range {
                let (range, after) = rest.split_once('~').expect("a range ends with ~");
                rest = after;
                code += &if is_method {
                    range.to_owned()
                } else {
                    format!("Answers::of({range}).span()")
                };
                continue;
            }
            let (name, after) = rest.split_once('(').expect("a call has arguments");
            rest = after;
            let closure = self.closure(name);
            is_method = closure.is_none();
            if let Some(closure) = closure
                && !used.contains(&closure)
            {
                used.push(closure);
            }
            if STATIC.contains(&name) {
                code.push_str(&match (name, closure) {
                    (_, Some(Closure { method, .. })) => format!("{method}("),
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
                    code += &format!("AsRef::<str>::as_ref(&{value}");
                    rest = after;
                }
                (_, None) => {
                    code += &format!("{value}.{name}(");
                    rest = after.strip_prefix(", ").unwrap_or(after);
                }
                (_, Some(Closure { method, ty, .. })) => {
                    let is_mut = ty.starts_with("fn(&mut ");
                    let reference = if is_mut { "&mut " } else { "&" };
                    code += &format!("{method}({reference}{value}");
                    rest = after;
                }
            }
        }
        code + rest
    }

    /// Returns the closure for a method, if it has one.
    fn closure(&self, name: &str) -> Option<Closure> {
        let name = match name {
            "from" => "from_str",
            "text" => "as_str",
            name => name,
        };
        let mut written = self.closures.iter().copied();
        written.find(|closure| closure.method == name)
    }

    /// Returns a call of `drain` whose value is the text of the characters that were taken.
    pub(super) fn drain(&self, value: &str, range: &str, how: Draining) -> String {
        let Draining { front, back, leak } = how;
        let (front, back) = (number(front), number(back));
        let how = format!("Draining {{ front: {front}, back: {back}, leak: {leak} }}");
        if self.closure("drain").is_some() {
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

pub(super) fn indented(code: &str) -> String {
    code.lines().map(|line| format!("    {line}\n")).collect()
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
