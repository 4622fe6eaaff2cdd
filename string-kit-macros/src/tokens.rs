//! Tokens of source text.

use proc_macro::{Span, TokenStream, TokenTree};

/// Returns the tokens of source text. Their names do not meet those of the caller.
pub(crate) fn tokens(source: &str) -> impl Iterator<Item = TokenTree> + use<> {
    let tokens: TokenStream = source.parse().expect("the source has tokens");
    tokens.into_iter().map(|mut token| {
        token.set_span(Span::mixed_site());
        token
    })
}
