//! The procedural half of string-kit's macros `capture!` and `try_capture!`, and of
//! string-kit-record's `recorded!`.
//!
//! It cuts a format string into its literal parts and its values, so that values of known types
//! need no `core::fmt`. A format string that it does not understand goes to `format_args!` as it
//! is, and so does a wrong one: the error message is the compiler's own.

mod choose;
mod format_string;
mod input;
mod tokens;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use format_string::{Part, Placeholder};
use input::{Arguments, Input};
use tokens::tokens;

/// The largest number of parts that become pieces. The compiler nests a type for each, up to 128.
const MAX_PARTS: usize = 64;

/// Expands `[private path] [function] [fallback function] format arguments` to a call of one of the
/// functions.
#[doc(hidden)]
#[proc_macro]
pub fn capture_pieces(input: TokenStream) -> TokenStream {
    let input = Input::parse(input);
    if let Some(comma) = input.comma_after_type() {
        return error("a type ends with a semicolon: did you mean `;`?", comma);
    }
    let call = pieces_of(&input).unwrap_or_else(|| fallback(&input));
    // A block drops the temporary values of the arguments, as `format!` does. The call has the
    // edition of this crate: before 2024 they would live to the end of the caller's statement.
    group(Delimiter::Brace, call).into()
}

/// Expands `[path of the types] [label] [declared type] [recorded type]` to the type that the
/// variable `STRING_KIT_TRY` chooses for an alias of string-kit-record.
#[doc(hidden)]
#[proc_macro]
pub fn choose(input: TokenStream) -> TokenStream {
    let wrong = "STRING_KIT_TRY takes ids of string_kit_record::CANDIDATES, such as compact_string";
    choose::choose(input).unwrap_or_else(|| error(wrong, Span::call_site()))
}

/// Returns a call of the function with the pieces, or `None` if the arguments are not understood,
/// or have too many parts.
fn pieces_of(input: &Input) -> Option<TokenStream> {
    let mut arguments = Arguments::parse(&input.format)?;
    let parts = format_string::parse(&arguments.format)?;
    if parts.len() > MAX_PARTS {
        return None;
    }
    let private = &input.private;
    let mut pieces = group(Delimiter::Parenthesis, TokenStream::new());
    let mut next = 0;
    for part in parts {
        let piece = match part {
            Part::Literal(text) => literal_piece(private, &text),
            Part::Placeholder(placeholder) => {
                placeholder_piece(private, &placeholder, &mut arguments, &mut next)?
            }
        };
        let pair = [pieces, punct(',')].into_iter().chain(piece).collect();
        pieces = group(Delimiter::Parenthesis, pair);
    }
    if arguments.has_unused() {
        return None;
    }
    let pieces = TokenStream::from_iter([punct('&'), pieces]);
    let call = in_private(private, input.function.clone())
        .chain(call(pieces))
        .collect();
    Some(bind(&arguments, call))
}

/// Returns `::core::compile_error!("message")` at a span.
fn error(message: &str, span: Span) -> TokenStream {
    let message = TokenTree::from(Literal::string(message));
    let called = tokens("::core::compile_error!").chain(call(message.into()));
    let place = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    called.map(place).collect()
}

/// Returns a call of the fallback function with `format_args!`.
fn fallback(input: &Input) -> TokenStream {
    let arguments = format_args(input.format.iter().cloned().collect());
    in_private(&input.private, input.fallback.clone())
        .chain(call(arguments))
        .collect()
}

/// Returns `const { private::Literal::<N>::new("text") }.piece()`.
fn literal_piece(private: &TokenStream, text: &str) -> TokenStream {
    let new = tokens(&format!("Literal::<{}>::new", text.len())).collect();
    let literal = in_private(private, new)
        .chain(call(TokenTree::from(Literal::string(text)).into()))
        .collect();
    tokens("const")
        .chain([group(Delimiter::Brace, literal)])
        .chain(tokens(".piece()"))
        .collect()
}

/// Returns `private::ToPiece::to_piece(&private::probe(a)[()])`, or with `&format_args!("{v:>w$}",
/// v = *a, ...)` as the argument of `probe`.
fn placeholder_piece(
    private: &TokenStream,
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
    let value = if placeholder.spec.is_empty() {
        variable(arguments, value).into()
    } else {
        let mut tokens: TokenStream = TokenTree::from(Literal::string(&placeholder.spec)).into();
        for (name, index) in [("v", Some(value)), ("w", width), ("p", precision)] {
            if let Some(index) = index {
                // The expression is `*variable`: an error is at the span of both tokens together.
                let mut dereference = punct('*');
                dereference.set_span(arguments.span_of(index));
                tokens.extend([punct(','), ident(name), punct('='), dereference]);
                tokens.extend([variable(arguments, index)]);
            }
        }
        let reference = [punct('&')].into_iter();
        reference.chain(format_args(tokens)).collect()
    };
    let probe = in_private(private, ident("probe").into()).chain(call(value));
    let probed = tokens("&").chain(probe).chain(tokens("[()]")).collect();
    let piece = in_private(private, tokens("ToPiece::to_piece").collect()).chain(call(probed));
    Some(piece.collect())
}

/// Returns `match (&(x), &(y),) { (a, b,) => call }`, or the call alone if there are no arguments.
fn bind(arguments: &Arguments, call: TokenStream) -> TokenStream {
    if arguments.values.is_empty() {
        return call;
    }
    let (mut values, mut variables) = (TokenStream::new(), TokenStream::new());
    for (index, value) in arguments.values.iter().enumerate() {
        let value = group(Delimiter::Parenthesis, value.clone());
        values.extend([punct('&'), value, punct(',')]);
        variables.extend([variable(arguments, index), punct(',')]);
    }
    let arm = [group(Delimiter::Parenthesis, variables)]
        .into_iter()
        .chain(tokens("=>"))
        .chain(call)
        .collect();
    let values = group(Delimiter::Parenthesis, values);
    [ident("match"), values, group(Delimiter::Brace, arm)]
        .into_iter()
        .collect()
}

/// Returns the variable of an argument, which has the argument's own span. So the compiler's
/// message for an argument without the trait is at the argument, and not at the whole call. No
/// expression of the caller is where the variable can be seen.
fn variable(arguments: &Arguments, index: usize) -> TokenTree {
    let name = format!("__string_kit_argument_{index}");
    Ident::new(&name, arguments.span_of(index)).into()
}

/// Returns `::core::format_args!(arguments)`.
fn format_args(arguments: TokenStream) -> TokenStream {
    tokens("::core::format_args!")
        .chain(call(arguments))
        .collect()
}

/// Returns `private::item`.
fn in_private(private: &TokenStream, item: TokenStream) -> impl Iterator<Item = TokenTree> {
    private.clone().into_iter().chain(tokens("::")).chain(item)
}

/// Returns `(arguments)`.
fn call(arguments: TokenStream) -> impl Iterator<Item = TokenTree> {
    [group(Delimiter::Parenthesis, arguments)].into_iter()
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
