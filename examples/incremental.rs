//! The changes between two versions, as a language server and an incremental parser take them.
//!
//! ```sh
//! cargo run -p string-kit-examples --example incremental
//! ```

use string_kit_concat::ConcatStr;

/// A place in a text: a line, and UTF-16 code units of it, as the language server protocol counts.
#[derive(Debug, PartialEq)]
struct Position {
    line: usize,
    character: usize,
}

impl Position {
    fn new(text: &ConcatStr, at: usize) -> Self {
        let line = text.line_of_byte(at);
        let start = text.byte_of_line(line).unwrap_or_default();
        let character = text.slice(start..at).utf16_count();
        Self { line, character }
    }

    fn byte(&self, text: &ConcatStr) -> Option<usize> {
        let start = text.byte_of_line(self.line)?;
        Some(start + text.slice(start..).byte_of_utf16(self.character)?)
    }
}

/// A `TextDocumentContentChangeEvent` of the protocol.
#[derive(Debug, PartialEq)]
struct Change {
    start: Position,
    end: Position,
    text: String,
}

/// Returns the changes from the last one on: so each is of a text whose beginning is still the old
/// one's.
fn changes(old: &ConcatStr, new: &ConcatStr) -> Vec<Change> {
    let ranges: Vec<_> = old.diff(new).collect();
    let changes = ranges.into_iter().rev().map(|(removed, inserted)| Change {
        start: Position::new(old, removed.start),
        end: Position::new(old, removed.end),
        text: new.slice(inserted).to_string(),
    });
    changes.collect()
}

/// The bytes of tree-sitter's `InputEdit`; its points are lines, and bytes of them.
#[derive(Debug, PartialEq)]
#[expect(clippy::struct_field_names, reason = "they are those of tree-sitter")]
struct InputEdit {
    start_byte: usize,
    old_end_byte: usize,
    new_end_byte: usize,
}

/// Returns the edits in order: each is of the text that the edits before it left.
fn input_edits(old: &ConcatStr, new: &ConcatStr) -> Vec<InputEdit> {
    let edits = old.diff(new).map(|(removed, inserted)| InputEdit {
        start_byte: inserted.start,
        old_end_byte: inserted.start + removed.len(),
        new_end_byte: inserted.end,
    });
    edits.collect()
}

/// Returns a text, and a version with three changes.
fn versions() -> (ConcatStr, ConcatStr) {
    let old: ConcatStr = (0..1000).map(|n| format!("𝄞 line {n}\n")).collect();
    let mut new = old.clone();
    for line in [800, 400, 2] {
        let at = new.byte_of_line(line).unwrap_or_default() + "𝄞 ".len();
        new.replace_range(at..at + 4, "row");
    }
    (old, new)
}

/// Applies changes to a text, as a server does. Returns `None` if a position is not in the text.
fn changed(mut text: ConcatStr, changes: &[Change]) -> Option<ConcatStr> {
    for change in changes {
        let (start, end) = (change.start.byte(&text)?, change.end.byte(&text)?);
        text.replace_range(start..end, &change.text);
    }
    Some(text)
}

fn main() {
    let (old, new) = versions();
    let changes = changes(&old, &new);
    for change in &changes {
        println!("{change:?}");
    }
    assert_eq!(changed(old.clone(), &changes).as_ref(), Some(&new));
    for edit in input_edits(&old, &new) {
        println!("{edit:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_takes_the_changes_has_the_new_text() {
        let (old, new) = versions();
        let changes = changes(&old, &new);
        assert_eq!(changes.len(), 3);
        assert_eq!(changed(old, &changes), Some(new));
    }

    #[test]
    fn a_parser_knows_where_the_bytes_are() {
        let old = ConcatStr::from("one two three");
        let mut new = old.clone();
        new.replace_range(4..7, "2");
        let edit = InputEdit {
            start_byte: 4,
            old_end_byte: 7,
            new_end_byte: 5,
        };
        assert_eq!(input_edits(&old, &new), [edit]);
        main();
    }
}
