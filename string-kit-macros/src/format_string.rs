//! The grammar of `std::fmt`'s format strings.

use std::iter::Peekable;
use std::mem;
use std::str::Chars;

use crate::input::Argument;

/// A part of a format string.
pub(crate) enum Part {
    /// Text, without escapes.
    Literal(String),
    Placeholder(Placeholder),
}

/// A pair of braces and the text in between.
pub(crate) struct Placeholder {
    pub(crate) value: Argument,
    pub(crate) width: Option<Argument>,
    pub(crate) precision: Option<Argument>,
    /// The format string of the value alone, whose arguments are named `v`, `w` and `p`. Empty for
    /// `{}`.
    pub(crate) spec: String,
}

/// Cuts a string literal into its parts, or returns `None` if it is not understood.
pub(crate) fn parse(literal: &str) -> Option<Vec<Part>> {
    let text = unescape(literal)?;
    let mut chars = text.chars().peekable();
    let mut parts = Vec::new();
    let mut before = String::new();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' if chars.next_if_eq(&c).is_some() => before.push(c),
            '{' => {
                if !before.is_empty() {
                    parts.push(Part::Literal(mem::take(&mut before)));
                }
                parts.push(Part::Placeholder(placeholder(&mut chars)?));
            }
            '}' => return None,
            c => before.push(c),
        }
    }
    if !before.is_empty() {
        parts.push(Part::Literal(before));
    }
    Some(parts)
}

/// Parses a placeholder up to its closing brace.
fn placeholder(chars: &mut Peekable<Chars<'_>>) -> Option<Placeholder> {
    let mut inner = String::new();
    // The fill character may be a closing brace: `{:}<5}`.
    loop {
        match chars.next()? {
            '}' if !(inner.ends_with(':') && matches!(chars.peek(), Some('<' | '^' | '>'))) => {
                break;
            }
            c => inner.push(c),
        }
    }
    let (value, spec) = match inner.split_once(':') {
        Some((value, spec)) => (value, spec.trim_end()),
        None => (inner.trim_end(), ""),
    };
    let value = match value {
        "" => Argument::Next,
        value => argument(value)?,
    };
    let mut placeholder = Placeholder {
        value,
        width: None,
        precision: None,
        spec: String::new(),
    };
    if !spec.is_empty() {
        parse_spec(spec, &mut placeholder)?;
    }
    Some(placeholder)
}

/// Parses `[[fill]align][sign]['#']['0'][width]['.' precision][type]`.
fn parse_spec(spec: &str, placeholder: &mut Placeholder) -> Option<()> {
    let mut out = String::from("{v:");
    let mut rest = spec;
    let mut chars = rest.chars();
    let (first, second) = (chars.next(), chars.next());
    let is_align = |c: Option<char>| matches!(c, Some('<' | '^' | '>'));
    let aligned = match first {
        Some(fill) if is_align(second) => fill.len_utf8() + 1,
        _ => usize::from(is_align(first)),
    };
    let mut flags = aligned;
    for flag in ["+-", "#", "0"] {
        let mut chars = rest[flags..].chars();
        // A `0` before a `$` is the position of the width.
        if chars.next().is_some_and(|c| flag.contains(c))
            && !(flag == "0" && chars.next() == Some('$'))
        {
            flags += 1;
        }
    }
    out.push_str(&rest[..flags]);
    rest = &rest[flags..];
    count(&mut rest, &mut out, "w$", &mut placeholder.width)?;
    if let Some(precision) = rest.strip_prefix('.') {
        out.push('.');
        rest = precision;
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
            out.push_str("p$");
            placeholder.precision = Some(Argument::Next);
        } else {
            count(&mut rest, &mut out, "p$", &mut placeholder.precision)?;
        }
    }
    if !matches!(
        rest,
        "" | "?" | "x?" | "X?" | "x" | "X" | "o" | "b" | "e" | "E" | "p"
    ) {
        return None;
    }
    out.push_str(rest);
    out.push('}');
    placeholder.spec = out;
    Some(())
}

/// Parses a width or precision, if there is one: a number, which is copied, or an argument and `$`,
/// for which `name` is written. Returns `None` if it is not understood.
fn count(rest: &mut &str, out: &mut String, name: &str, slot: &mut Option<Argument>) -> Option<()> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    if let Some(after) = after.strip_prefix('$') {
        *slot = Some(argument(word)?);
        out.push_str(name);
        *rest = after;
    } else {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        *rest = &rest[end..];
    }
    Some(())
}

/// Parses a position or a name.
fn argument(word: &str) -> Option<Argument> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return word.parse().ok().map(Argument::Index);
    }
    let mut chars = word.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let is_name = starts && word != "_" && chars.all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| Argument::Name(word.to_owned()))
}

/// Returns the text of a string literal, or `None` if it is another literal.
fn unescape(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let text = raw.trim_start_matches('#');
        let hashes = &raw[..raw.len() - text.len()];
        let text = text.strip_prefix('"')?.strip_suffix(hashes)?;
        return text.strip_suffix('"').map(str::to_owned);
    }
    let mut chars = literal.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            c @ ('\\' | '\'' | '"') => c,
            'x' => {
                let digits = [chars.next()?, chars.next()?];
                char::from(u8::from_str_radix(&String::from_iter(digits), 16).ok()?)
            }
            'u' => {
                let braced: String = chars.by_ref().take_while(|&c| c != '}').collect();
                let digits = braced.strip_prefix('{')?.replace('_', "");
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            '\n' => {
                let trimmed = chars.as_str().trim_start_matches([' ', '\n', '\r', '\t']);
                chars = trimmed.chars();
                continue;
            }
            _ => return None,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Format strings that `format!` refuses, whatever its arguments are.
    const WRONG: [&str; 47] = [
        "{", "}", "{}}", "{{}", "a}b", "{0", "{:", "{+0}", "{-1}", "{ 0}", "{0x1}", "{1a}",
        "{a b}", "{a.b}", "{a[0]}", "{a()}", "{&a}", "{*a}", "{r#type}", "{_}", "{a-b}", "{:y}",
        "{:xx}", "{:?x}", "{:5y}", "{:??}", "{:>>>}", "{:+-}", "{:.+0$}", "{:$}", "{:.$}",
        "{:5$$}", "{:*}", "{:*$}", "{:.**}", "{:.*$}", "{:5.2.1}", "{:x5}", "{:?5}", "{:ab>5}",
        "{:.-1}", "{:1.a b}", "{:#+}", "{:00}{", "{!}", "{0!}", "{:!}",
    ];

    #[test]
    fn wrong_format_strings_go_to_the_compiler() {
        for wrong in WRONG {
            assert!(parse(&format!("\"{wrong}\"")).is_none(), "{wrong}");
        }
    }

    /// The compiler refuses each of them, so that `capture!` does too.
    #[test]
    fn format_refuses_the_wrong_format_strings() {
        use std::io::Write;
        use std::process::{Command, Stdio};

        let calls = WRONG
            .map(|wrong| format!("fn f(a: u8, b: u8) {{ let _ = format!(\"{wrong}\", a, b); }}\n"));
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let options =
            "- --edition=2024 --crate-type=lib --emit=metadata --error-format=short -o /dev/null";
        let mut compiler = Command::new(rustc)
            .args(options.split(' '))
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = compiler.stdin.take().unwrap();
        input.write_all(calls.concat().as_bytes()).unwrap();
        drop(input);
        let output = compiler.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        for (index, wrong) in WRONG.iter().enumerate() {
            let line = format!("<anon>:{}:", index + 1);
            let refused = |error: &str| error.starts_with(&line) && error.contains(": error");
            assert!(errors.lines().any(refused), "{wrong}: {errors}");
        }
    }
}
