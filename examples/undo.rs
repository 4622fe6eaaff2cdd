//! An editor's text with undo and redo, and a thread that searches a snapshot while somebody types.
//!
//! ```sh
//! cargo run -p string-kit-examples --example undo
//! ```

use std::thread;

use string_kit_concat::ConcatStr;

/// A text with its versions: some 50 bytes each.
#[derive(Default)]
struct Document {
    versions: Vec<ConcatStr>,
    /// The version that is shown.
    current: usize,
}

impl Document {
    fn open(text: String) -> Self {
        Self {
            // The text is taken over, not copied.
            versions: vec![text.into()],
            current: 0,
        }
    }

    fn text(&self) -> &ConcatStr {
        &self.versions[self.current]
    }

    /// Replaces a range; what was undone is forgotten.
    fn edit(&mut self, range: std::ops::Range<usize>, with: &str) {
        let mut next = self.text().clone();
        next.replace_range(range, with);
        self.versions.truncate(self.current + 1);
        self.versions.push(next);
        self.current += 1;
    }

    fn undo(&mut self) {
        self.current = self.current.saturating_sub(1);
    }

    fn redo(&mut self) {
        self.current = (self.current + 1).min(self.versions.len() - 1);
    }
}

fn main() {
    let mut document = Document::open("The quick fox jumps over the lazy dog.\n".repeat(1_000));
    let snapshot = document.text().clone();
    let search = thread::spawn(move || snapshot.split("fox").count() - 1);
    for (at, c) in "brown ".chars().enumerate() {
        let at = 10 + at;
        document.edit(at..at, c.encode_utf8(&mut [0; 4]));
    }
    println!("{}", document.text().slice(..26));
    (0..6).for_each(|_| document.undo());
    println!("{}", document.text().slice(..20));
    document.redo();
    println!("{}", document.text().slice(..20));
    println!(
        "{} foxes in the snapshot",
        search.join().unwrap_or_default()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undone_is_redone() {
        let mut document = Document::open("one two".into());
        document.edit(0..3, "three");
        document.edit(5..5, "!");
        document.undo();
        assert_eq!(*document.text(), "three two");
        document.undo();
        document.undo();
        assert_eq!(*document.text(), "one two");
        document.redo();
        document.redo();
        document.redo();
        assert_eq!(*document.text(), "three! two");
        document.undo();
        document.edit(0..0, "a ");
        document.redo();
        assert_eq!(*document.text(), "a three two");
        main();
    }
}
