//! The procedural half of string-kit's macros `capture!` and `try_capture!`.
//!
//! It cuts a format string into its literal parts and its values, so that values of known types need
//! no `core::fmt`. A format string that it does not understand goes to `format_args!` as it is, and so
//! does a wrong one: the error message is the compiler's own.

mod format_string;
mod input;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use format_string::{Part, Placeholder};
use input::{Arguments, Input};

/// Expands `[private path] [function] [fallback function] format arguments` to a call of one of the
/// functions.
#[doc(hidden)]
#[proc_macro]
pub fn cut(input: TokenStream) -> TokenStream {
    let input = Input::parse(input);
    pieces_of(&input).unwrap_or_else(|| fallback(&input))
}

/// Returns a call of the function with the pieces, or `None` if the arguments are not understood.
fn pieces_of(input: &Input) -> Option<TokenStream> {
    let mut arguments = Arguments::parse(&input.format)?;
    let parts = format_string::parse(&arguments.format)?;
    let private = &input.private;
    let mut pieces = TokenStream::from_iter([
        punct('&'),
        group(Delimiter::Parenthesis, TokenStream::new()),
    ]);
    let mut next = 0;
    for part in parts {
        let value = match part {
            Part::Literal(text) => literal_piece(private, &text),
            Part::Placeholder(placeholder) => {
                placeholder_piece(&placeholder, &mut arguments, &mut next)?
            }
        };
        let probe = path(private, "Probe").chain(call(value)).collect();
        pieces.extend(method("with", probe_piece(probe)));
    }
    if arguments.has_unused() {
        return None;
    }
    let call = in_private(private, input.function.clone())
        .chain(call(pieces))
        .collect();
    Some(block(private, bind(&arguments, call)))
}

/// Returns a call of the fallback function with `format_args!`.
fn fallback(input: &Input) -> TokenStream {
    let arguments = format_args(input.format.iter().cloned().collect());
    in_private(&input.private, input.fallback.clone())
        .chain(call(arguments))
        .collect()
}

/// Returns `&const { private::Literal::<N>::new("text") }`.
fn literal_piece(private: &TokenStream, text: &str) -> TokenStream {
    let len = TokenTree::from(Literal::usize_unsuffixed(text.len()));
    let literal = path(private, "Literal")
        .chain(colons())
        .chain([punct('<'), len, punct('>')])
        .chain(colons())
        .chain([ident("new")])
        .chain(call(TokenTree::from(Literal::string(text)).into()))
        .collect();
    [punct('&'), ident("const"), group(Delimiter::Brace, literal)]
        .into_iter()
        .collect()
}

/// Returns the value of a placeholder: `args.0`, or `&format_args!("{v:>w$}", v = *args.0, ...)`.
fn placeholder_piece(
    placeholder: &Placeholder,
    arguments: &mut Arguments,
    next: &mut usize,
) -> Option<TokenStream> {
    // As in `format_args!`, `.*` takes its argument before the value does.
    let precision = match &placeholder.precision {
        Some(argument) => Some(arguments.index_of(argument, next)?),
        None => None,
    };
    let value = arguments.index_of(&placeholder.value, next)?;
    let width = match &placeholder.width {
        Some(argument) => Some(arguments.index_of(argument, next)?),
        None => None,
    };
    if placeholder.spec.is_empty() {
        return Some(argument(value).collect());
    }
    let mut tokens: TokenStream = TokenTree::from(Literal::string(&placeholder.spec)).into();
    for (name, index) in [("v", Some(value)), ("w", width), ("p", precision)] {
        if let Some(index) = index {
            tokens.extend([punct(','), ident(name), punct('='), punct('*')]);
            tokens.extend(argument(index));
        }
    }
    Some(
        [punct('&')]
            .into_iter()
            .chain(format_args(tokens))
            .collect(),
    )
}

/// Returns `match (&a, &b,) { args => call }`, or the call alone if there are no arguments.
fn bind(arguments: &Arguments, call: TokenStream) -> TokenStream {
    if arguments.values.is_empty() {
        return call;
    }
    let mut tuple = TokenStream::new();
    for value in &arguments.values {
        let value = group(Delimiter::Parenthesis, value.clone());
        tuple.extend([punct('&'), value, punct(',')]);
    }
    let arm = [ident("args"), joint('='), punct('>')]
        .into_iter()
        .chain(call)
        .collect();
    let tuple = group(Delimiter::Parenthesis, tuple);
    [ident("match"), tuple, group(Delimiter::Brace, arm)]
        .into_iter()
        .collect()
}

/// Returns a block with the traits in scope whose methods the expression calls.
fn block(private: &TokenStream, expression: TokenStream) -> TokenStream {
    let mut body = TokenStream::new();
    for name in ["Pieces", "ProbeDisplay"] {
        let allow = [
            ident("allow"),
            group(Delimiter::Parenthesis, ident("unused_imports").into()),
        ];
        let allow = allow.into_iter().collect();
        body.extend([punct('#'), group(Delimiter::Bracket, allow), ident("use")]);
        body.extend(path(private, name));
        body.extend([ident("as"), ident("_"), punct(';')]);
    }
    body.extend(expression);
    group(Delimiter::Brace, body).into()
}

/// Returns `args.index`.
fn argument(index: usize) -> impl Iterator<Item = TokenTree> {
    [
        ident("args"),
        punct('.'),
        Literal::usize_unsuffixed(index).into(),
    ]
    .into_iter()
}

/// Returns `::core::format_args!(tokens)`.
fn format_args(tokens: TokenStream) -> TokenStream {
    colons()
        .chain([ident("core")])
        .chain(colons())
        .chain([ident("format_args"), punct('!')])
        .chain(call(tokens))
        .collect()
}

/// Returns `probe.piece()`.
fn probe_piece(mut probe: TokenStream) -> TokenStream {
    probe.extend(method("piece", TokenStream::new()));
    probe
}

/// Returns `.name(arguments)`.
fn method(name: &str, arguments: TokenStream) -> impl Iterator<Item = TokenTree> {
    [punct('.'), ident(name)].into_iter().chain(call(arguments))
}

/// Returns `private::name`.
fn path(private: &TokenStream, name: &str) -> impl Iterator<Item = TokenTree> {
    in_private(private, ident(name).into())
}

/// Returns `private::item`.
fn in_private(private: &TokenStream, item: TokenStream) -> impl Iterator<Item = TokenTree> {
    private.clone().into_iter().chain(colons()).chain(item)
}

/// Returns `(arguments)`.
fn call(arguments: TokenStream) -> impl Iterator<Item = TokenTree> {
    [group(Delimiter::Parenthesis, arguments)].into_iter()
}

fn colons() -> impl Iterator<Item = TokenTree> {
    [joint(':'), punct(':')].into_iter()
}

fn group(delimiter: Delimiter, tokens: TokenStream) -> TokenTree {
    Group::new(delimiter, tokens).into()
}

/// Makes an identifier that does not meet those of the caller.
fn ident(name: &str) -> TokenTree {
    Ident::new(name, Span::mixed_site()).into()
}

fn punct(character: char) -> TokenTree {
    Punct::new(character, Spacing::Alone).into()
}

fn joint(character: char) -> TokenTree {
    Punct::new(character, Spacing::Joint).into()
}
