//! The type that the variable `STRING_KIT_TRY` chooses for an alias.

use std::env;

use proc_macro::{Ident, Span, TokenStream, TokenTree};

use crate::tokens::tokens;

/// Expands `[path of the types] [label] [declared type] [recorded type]` to one of the types.
pub(crate) fn choose(input: TokenStream) -> Option<TokenStream> {
    let groups: Vec<TokenStream> = input.into_iter().filter_map(inner).collect();
    let [path, label, declared, recorded] = <[TokenStream; 4]>::try_from(groups).ok()?;
    let variable = env::var("STRING_KIT_TRY").unwrap_or_default();
    if variable.is_empty() {
        return Some(recorded);
    }
    let name = literal(label).unwrap_or_else(|| "text".to_owned());
    let Some(id) = id(&variable, &name) else {
        return Some(declared);
    };
    let is_name = |id: &str| id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'_'));
    if id.is_empty() || !is_name(id) {
        return None;
    }
    let id = TokenTree::from(Ident::new(id, Span::call_site()));
    let path = path.into_iter().chain(tokens("::")).chain([id]);
    Some(path.chain(tokens("::Type")).collect())
}

/// Returns the id of the type for a label: the one that stands for it, or that for all others.
fn id<'a>(variable: &'a str, label: &str) -> Option<&'a str> {
    let mut chosen = None;
    for part in variable.split(',') {
        match part.split_once('=') {
            Some((name, id)) if name == label => return Some(id),
            Some(_) => {}
            None => chosen = Some(part),
        }
    }
    chosen
}

fn inner(token: TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}

/// Returns the text of a literal, without its quotation marks.
fn literal(label: TokenStream) -> Option<String> {
    match label.into_iter().next()? {
        // A fragment of a declarative macro.
        TokenTree::Group(group) => literal(group.stream()),
        token => Some(token.to_string().trim_matches('"').to_owned()),
    }
}
