//! Parses schemas with graphql-parser, which is generic over the type of its names.

use std::borrow::Borrow;

use graphql_parser::{query::Text as Names, schema::parse_schema};
use string_kit_programs::{run, texts};
use text::Text;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name(Text);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Text::from(text))
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Names<'_> for Name {
    type Value = Self;
}

fn main() {
    run(&texts(), |text| parse_schema::<Name>(text).ok());
}
