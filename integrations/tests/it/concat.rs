//! Crates that read a text in pieces, on a `ConcatStr`'s cursor: a search for a pattern, and a
//! parser.

use regex_cursor::Input;
use regex_cursor::engines::meta::Regex;
use string_kit_concat::{ConcatStr, Cursor};
use tree_sitter::{Parser, Point};

/// A cursor as regex-cursor asks for it.
struct Haystack<'a>(Cursor<'a>);

impl regex_cursor::Cursor for Haystack<'_> {
    fn chunk(&self) -> &[u8] {
        self.0.chunk().as_bytes()
    }

    fn advance(&mut self) -> bool {
        self.0.move_next()
    }

    fn backtrack(&mut self) -> bool {
        self.0.move_back()
    }

    fn total_bytes(&self) -> Option<usize> {
        Some(self.0.total_bytes())
    }

    fn offset(&self) -> usize {
        self.0.offset()
    }
}

/// Returns a text of some hundred pieces.
fn document() -> ConcatStr {
    let mut text = ConcatStr::from("[]");
    for n in 0..500 {
        let with = if n == 0 {
            "{\"né\": 0}"
        } else {
            ", {\"key\": [1, 2]}"
        };
        text.insert_str(text.len() - 1, with);
    }
    text
}

#[test]
fn a_pattern_is_found_across_pieces() {
    let text = document();
    assert!(text.chunks().count() > 20);
    let model = String::from(&text);
    let places = |pattern: &str| -> Vec<(usize, usize)> {
        let regex = Regex::new(pattern).unwrap();
        let found = regex.find_iter(Input::new(Haystack(text.cursor())));
        found.map(|one| (one.start(), one.end())).collect()
    };
    assert_eq!(places(r"né").len(), 1);
    let keys: Vec<_> = model
        .match_indices("key")
        .map(|(at, _)| (at, at + 3))
        .collect();
    assert_eq!(places(r"\bkey\b"), keys);
    assert_eq!(places(r"\d\]\}\]$"), [(model.len() - 4, model.len())]);
}

#[test]
fn a_parser_reads_pieces() {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_json::LANGUAGE.into())
        .unwrap();
    let text = document();
    let mut cursor = text.cursor();
    let mut read = |byte: usize, _: Point| cursor.bytes_from(byte);
    let tree = parser.parse_with_options(&mut read, None, None).unwrap();
    let expected = parser.parse(String::from(&text), None).unwrap();
    assert!(!tree.root_node().has_error());
    assert_eq!(tree.root_node().to_sexp(), expected.root_node().to_sexp());
}
