//! Parses schemas with graphql-parser, which is generic over the type of its names.

use std::borrow::Borrow;

use graphql_parser::{query::Text, schema::parse_schema};

string_kit_record::recorded! { type Inner = String, "name"; }

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name(Inner);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Inner::from(text))
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

impl Text<'_> for Name {
    type Value = Self;
}

fn main() {
    string_kit_programs::run(|text| parse_schema::<Name>(text).ok());
}
