//! An editor's text with undo, redo and branches, a thread that searches a snapshot while somebody
//! types, and a file of all versions.
//!
//! ```sh
//! cargo run -p string-kit-examples --example undo
//! ```

use std::error::Error;
use std::thread;

use string_kit_concat::{ConcatStr, History, HistoryWriter};

/// Replaces a range: a new version.
fn edit(history: &mut History, range: std::ops::Range<usize>, with: &str) {
    let mut next = history.text().clone();
    next.replace_range(range, with);
    history.push(next);
}

fn main() -> Result<(), Box<dyn Error>> {
    // The text is taken over, not copied.
    let text = "The quick fox jumps over the lazy dog.\n".repeat(1_000);
    let mut history = History::new(ConcatStr::from(text));
    let mut file = HistoryWriter::new(Vec::new());
    file.append(&history)?;
    let snapshot = history.text().clone();
    let search = thread::spawn(move || snapshot.split("fox").count() - 1);
    for (at, c) in (10..).zip("brown ".chars()) {
        edit(&mut history, at..at, c.encode_utf8(&mut [0; 4]));
        file.append(&history)?;
    }
    println!("{}", history.text().slice(..26));
    while history.undo().is_some() {}
    println!("{}", history.text().slice(..20));
    history.redo();
    println!("{}", history.text().slice(..20));
    let foxes = search.join().unwrap_or_default();
    println!("{foxes} foxes in the snapshot");

    file.append(&history)?;
    let restored = History::read_from(&**file.get_ref())?.into_history();
    println!(
        "{} versions in a file of {} bytes",
        restored.iter().count(),
        file.get_ref().len()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undone_is_redone() {
        let mut history = History::new("one two".into());
        edit(&mut history, 0..3, "three");
        edit(&mut history, 5..5, "!");
        assert_eq!(history.undo().unwrap(), "three two");
        assert_eq!(history.undo().unwrap(), "one two");
        assert!(history.undo().is_none());
        assert_eq!(history.redo().unwrap(), "three two");
        edit(&mut history, 0..0, "a ");
        assert!(history.redo().is_none());
        history.undo();
        assert!(history.children(1).eq([2, 3]), "the other branch stays");
        main().unwrap();
    }
}
