//! The tokens that the macro gets.

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

/// The whole input.
pub(crate) struct Input {
    /// The path of the module that the expansion uses.
    pub(crate) private: TokenStream,
    /// The function of that module that takes pieces.
    pub(crate) function: TokenStream,
    /// The function of that module that takes `fmt::Arguments`.
    pub(crate) fallback: TokenStream,
    /// The arguments of `format_args!`.
    pub(crate) format: Vec<TokenTree>,
}

impl Input {
    /// Splits the input. Only string-kit writes its first three groups.
    pub(crate) fn parse(input: TokenStream) -> Self {
        let mut tokens = input.into_iter();
        let mut group = || match tokens.next() {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => panic!(
                "string-kit-macros is called by string-kit's macros of the same version only"
            ),
        };
        Self {
            private: group(),
            function: group(),
            fallback: group(),
            format: tokens.collect(),
        }
    }

    /// Returns the first comma, if it stands between a type and a format string.
    pub(crate) fn comma_after_type(&self) -> Option<Span> {
        let comma = self.format.iter().position(is_comma)?;
        let (first, rest) = self.format.split_at(comma);
        let is_macro =
            |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == '!');
        let is_type = literal(first.first()?.clone()).is_none() && !first.iter().any(is_macro);
        let is_string = |literal: Literal| literal.to_string().ends_with(['"', '#']);
        let is_format = literal(rest.get(1)?.clone()).is_some_and(is_string);
        (is_type && is_format).then(|| rest[0].span())
    }
}

/// An argument that a placeholder names.
pub(crate) enum Argument {
    /// The next one.
    Next,
    /// The one at a position.
    Index(usize),
    /// The one of a name, or a variable.
    Name(String),
}

/// The arguments of `format_args!`.
pub(crate) struct Arguments {
    /// The source text of the format string.
    pub(crate) format: String,
    /// The span of the format string, where its names are looked up.
    span: Span,
    /// The values: positional ones, named ones, then variables that the format string names.
    pub(crate) values: Vec<TokenStream>,
    /// The names of the values, without those of positional ones.
    names: Vec<Option<String>>,
    /// The number of values that were written as arguments.
    explicit: usize,
    used: Vec<bool>,
}

impl Arguments {
    /// Splits the arguments, or returns `None` if the first is no literal.
    pub(crate) fn parse(tokens: &[TokenTree]) -> Option<Self> {
        let mut arguments = tokens.split(is_comma);
        let [format] = arguments.next()? else {
            return None;
        };
        let format = literal(format.clone())?;
        let mut parsed = Self {
            format: format.to_string(),
            span: format.span(),
            values: Vec::new(),
            names: Vec::new(),
            explicit: 0,
            used: Vec::new(),
        };
        let mut arguments = arguments.peekable();
        while let Some(argument) = arguments.next() {
            let (name, value) = match argument {
                // A comma after the last argument.
                [] if arguments.peek().is_none() => break,
                [] => return None,
                [TokenTree::Ident(name), TokenTree::Punct(equals), value @ ..]
                    if equals.as_char() == '=' && is_value(value) =>
                {
                    let raw = name.to_string();
                    (
                        Some(raw.strip_prefix("r#").unwrap_or(&raw).to_owned()),
                        value,
                    )
                }
                value => (None, value),
            };
            let is_positional = name.is_none();
            if is_positional && parsed.names.iter().any(Option::is_some)
                || name.is_some() && parsed.names.contains(&name)
            {
                return None;
            }
            parsed.add(name, value.iter().cloned().collect());
        }
        parsed.explicit = parsed.values.len();
        Some(parsed)
    }

    fn add(&mut self, name: Option<String>, value: TokenStream) {
        self.names.push(name);
        self.values.push(value);
        self.used.push(false);
    }

    /// Returns the index of an argument in `values`, or `None` if there is none.
    pub(crate) fn index_of(&mut self, argument: &Argument, next: &mut usize) -> Option<usize> {
        let index = match argument {
            Argument::Next => {
                *next += 1;
                *next - 1
            }
            Argument::Index(index) => *index,
            Argument::Name(name) => {
                let position = |known: &Option<String>| known.as_deref() == Some(name);
                if let Some(index) = self.names.iter().position(position) {
                    self.used[index] = true;
                    return Some(index);
                }
                let variable = TokenTree::from(identifier(name, self.span)?);
                self.add(Some(name.clone()), variable.into());
                return Some(self.values.len() - 1);
            }
        };
        let used = self.used[..self.explicit].get_mut(index)?;
        *used = true;
        Some(index)
    }

    /// Returns the span of an argument's first token.
    pub(crate) fn span_of(&self, index: usize) -> Span {
        let first = self.values[index].clone().into_iter().next();
        first.map_or(self.span, |token| token.span())
    }

    /// Returns `true` if an argument was written that no placeholder names.
    pub(crate) fn has_unused(&self) -> bool {
        self.used[..self.explicit].contains(&false)
    }
}

/// Returns the variable of a name, or `None` if no variable has it. Keywords are raw identifiers.
fn identifier(name: &str, span: Span) -> Option<Ident> {
    match name {
        "self" => Some(Ident::new(name, span)),
        "Self" | "crate" | "super" => None,
        _ => Some(Ident::new_raw(name, span)),
    }
}

/// Returns the literal of an argument. One that another macro has passed on lies in groups.
fn literal(token: TokenTree) -> Option<Literal> {
    match token {
        TokenTree::Literal(literal) => Some(literal),
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => only_token(&group),
        _ => None,
    }
}

fn only_token(group: &Group) -> Option<Literal> {
    let mut tokens = group.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(token), None) => literal(token),
        _ => None,
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// Returns `true` unless the tokens begin with `=` or `>`: `name == value` and `name => value` are
/// not named arguments.
fn is_value(tokens: &[TokenTree]) -> bool {
    match tokens.first() {
        Some(TokenTree::Punct(punct)) => !matches!(punct.as_char(), '=' | '>'),
        first => first.is_some(),
    }
}
