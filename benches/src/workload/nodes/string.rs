//! What shares nothing: a `String`, whose concatenation is a copy of both.

use super::{Design, Kind};

/// A copy of all text in each.
#[derive(Default)]
pub(crate) struct Copied;

impl Design for Copied {
    const NAME: &'static str = "string";
    const KIND: Kind = Kind::Peer;

    type Handle = String;

    fn leaf(&mut self, text: &str) -> String {
        text.to_owned()
    }

    fn concat(&mut self, left: &String, right: &String) -> String {
        let mut both = String::with_capacity(left.len() + right.len());
        both.push_str(left);
        both.push_str(right);
        both
    }

    fn append(&mut self, to: &mut String, what: &String) {
        to.push_str(what);
    }

    fn flatten(&self, of: &String, _length: usize) -> Vec<u8> {
        of.as_bytes().to_vec()
    }
}
