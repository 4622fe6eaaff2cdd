//! Traces of keystrokes: what somebody types, deletes and pastes, in order.
//!
//! A trace is drawn, or read from a file in the JSON form of the published traces
//! (<https://github.com/josephg/editing-traces>), which are too large to be checked in.

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;
use string_kit_concat::ConcatStr;

use super::Shape;

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) at: usize,
    pub(crate) del: usize,
    pub(crate) text: String,
}

/// A text, and its edits in order.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    pub(crate) start: String,
    pub(crate) edits: Vec<Edit>,
}

/// The seed of the random numbers: the same for every design, in every run.
const SEED: u64 = 5;
/// The text that is typed, from a random place on.
const TYPED: &str = "the quick brown fox jumps over the lazy dog and runs away\n";
/// The bytes that a trace of random places, or of two cursors, begins with.
const DOCUMENT: usize = 100_000;

impl Trace {
    pub(crate) fn new(shape: Shape, count: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut start = TYPED.repeat(DOCUMENT / TYPED.len() + 1);
        start.truncate(if shape == Shape::Edits { 0 } else { DOCUMENT });
        let edits = Vec::with_capacity(count);
        let mut trace = Self { start, edits };
        match shape {
            Shape::Places => {
                for edit in 0..count {
                    // Inserted, replaced, deleted: the text stays as long as it was.
                    let (del, text) = [(0, "x"), (1, "x"), (1, "")][edit % 3];
                    trace.push(random.usize(..DOCUMENT), del, text);
                }
            }
            Shape::Cursors => {
                for edit in 0..count {
                    // The later cursor moves with what the earlier one types.
                    let at = [DOCUMENT / 3 + edit / 2, DOCUMENT * 2 / 3 + edit][edit % 2];
                    let typed = edit / 2 % TYPED.len();
                    trace.push(at, 0, &TYPED[typed..=typed]);
                }
            }
            _ => trace.draw(count, &mut random),
        }
        trace
    }

    /// Draws `count` edits: runs of typing with some deletions, jumps of the cursor between them
    /// (to the end, near the last place, or anywhere), some pastes, and pairs of cursors.
    fn draw(&mut self, count: usize, random: &mut fastrand::Rng) {
        let (mut len, mut cursor) = (0, 0);
        while self.edits.len() < count {
            cursor = match random.u32(..10) {
                0..4 => len,
                4..7 => (cursor + random.usize(..400)).saturating_sub(200).min(len),
                _ => random.usize(..=len),
            };
            if random.u32(..400) == 0 {
                let paste = TYPED.repeat(1 + random.usize(..6));
                self.push(cursor, 0, &paste);
                len += paste.len();
                cursor += paste.len();
            }
            let mut second = (random.u32(..100) == 0).then(|| random.usize(..=len));
            for _ in 0..=random.usize(..44) {
                let room = count - self.edits.len();
                if random.u32(..10) == 0 {
                    let back = random.usize(1..7).min(cursor).min(room);
                    for _ in 0..back {
                        cursor -= 1;
                        self.push(cursor, 1, "");
                    }
                    len -= back;
                    second = second.map(|at| at.saturating_sub(if at > cursor { back } else { 0 }));
                } else if room > 0 {
                    let typed = random.usize(..TYPED.len());
                    self.push(cursor, 0, &TYPED[typed..=typed]);
                    len += 1;
                    cursor += 1;
                    second = second.map(|at| at + usize::from(at >= cursor));
                    if let Some(at) = &mut second {
                        std::mem::swap(at, &mut cursor);
                    }
                }
            }
        }
    }

    fn push(&mut self, at: usize, del: usize, text: &str) {
        let text = text.to_owned();
        self.edits.push(Edit { at, del, text });
    }

    /// Reads a trace, whose places count characters, or returns a sentence if the file is none.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let about = |reason: &dyn fmt::Display| format!("the trace {}: {reason}", path.display());
        let file = File::open(path).map_err(|error| about(&error))?;
        let published: Published =
            serde_json::from_reader(BufReader::new(file)).map_err(|error| about(&error))?;
        let mut text = ConcatStr::from(&*published.start_content);
        let mut trace = Self {
            start: published.start_content,
            edits: Vec::new(),
        };
        for (at, del, with) in published.txns.into_iter().flat_map(|txn| txn.patches) {
            let beyond = || about(&"an edit reaches beyond the end of the text");
            let from = text.byte_of_char(at).ok_or_else(beyond)?;
            let end = at.checked_add(del).and_then(|end| text.byte_of_char(end));
            let to = end.ok_or_else(beyond)?;
            text.replace_range(from..to, &with);
            trace.push(from, to - from, &with);
        }
        if published.end_content.is_some_and(|end| text != end) {
            return Err(about(&"the edits do not make its `endContent`"));
        }
        Ok(trace)
    }

    /// Returns the text after the first edits. A `String` would take hours for ten million.
    pub(crate) fn text_after(&self, edits: usize) -> String {
        let mut text = crop::Rope::from(&*self.start);
        for edit in &self.edits[..edits] {
            text.replace(edit.at..edit.at + edit.del, &edit.text);
        }
        text.to_string()
    }

    /// Returns the statistics in a sentence, beside those of the published trace automerge-paper.
    pub(crate) fn words(&self, shape: Shape) -> String {
        let inserted: usize = self.edits.iter().map(|edit| edit.text.len()).sum();
        let deleted: usize = self.edits.iter().map(|edit| edit.del).sum();
        let per_cent = |part: &dyn Fn(&Edit) -> bool| {
            let part = self.edits.iter().filter(|edit| part(edit)).count();
            let edits = self.edits.len().max(1);
            (100 * part + edits / 2) / edits
        };
        let jumps = self.edits.windows(2).filter(|pair| {
            let end = pair[0].at + pair[0].text.len();
            pair[1].at != end && pair[1].at + pair[1].del != end
        });
        let (edits, start, jumps) = (self.edits.len(), self.start.len(), jumps.count());
        let inserting = per_cent(&|edit| !edit.text.is_empty());
        let deleting = per_cent(&|edit| edit.del > 0);
        format!(
            "{shape}: {edits} edits of a text that begins with {start} bytes: {inserting} % \
             insert, {inserted} bytes in all, and {deleting} % delete, {deleted} bytes; {jumps} \
             are not where the edit before ended. Of the 259,778 edits of the published trace \
             automerge-paper 70 % (182,315) insert and 30 % (77,463) delete."
        )
    }
}

/// The JSON form: transactions of patches, each a place, a number of characters to delete, a text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Published {
    #[serde(default)]
    start_content: String,
    end_content: Option<String>,
    txns: Vec<Transaction>,
}

#[derive(Deserialize)]
struct Transaction {
    patches: Vec<(usize, usize, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_trace_is_mostly_typing() {
        let trace = Trace::new(Shape::Edits, 20_000);
        assert_eq!(trace.edits.len(), 20_000);
        let deletions = trace.edits.iter().filter(|edit| edit.del > 0).count();
        // Of automerge-paper's 259,778 edits 77,463 delete.
        assert!((4_000..8_000).contains(&deletions), "{deletions}");
        let mut text = trace.start.clone();
        for edit in &trace.edits {
            text.replace_range(edit.at..edit.at + edit.del, &edit.text);
        }
        assert_eq!(trace.text_after(20_000), text);
        let words = trace.words(Shape::Edits);
        assert!(words.starts_with("edits: 20000 edits of a text that begins with 0 bytes: "));
        assert!(words.contains(" 7"), "{words}");
        assert!(words.contains("% (77,463)"), "{words}");
    }

    #[test]
    fn a_document_is_edited_at_random_places_or_by_two_cursors() {
        for shape in [Shape::Places, Shape::Cursors] {
            let trace = Trace::new(shape, 1000);
            assert_eq!(trace.edits.len(), 1000);
            let typed = if shape == Shape::Places { 1 } else { 1000 };
            assert_eq!(trace.text_after(1000).len(), DOCUMENT + typed);
        }
        let text = Trace::new(Shape::Cursors, 1000).text_after(1000);
        let typed = &text[DOCUMENT * 2 / 3 + 500..][..500];
        assert!(TYPED.repeat(10).starts_with(typed));
    }

    #[test]
    fn a_published_trace_is_read() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let read = |json: &str| {
            std::fs::write(&path, json).unwrap();
            Trace::read(&path)
        };
        let published = r#"{"startContent": "é", "endContent": "éab", "txns": [
            {"time": "", "patches": [[1, 0, "ax"]]}, {"patches": [[2, 1, "b"]]}]}"#;
        let trace = read(published).unwrap();
        let places: Vec<_> = trace.edits.iter().map(|edit| (edit.at, edit.del)).collect();
        assert_eq!(places, [(2, 0), (3, 1)]);
        assert_eq!(trace.text_after(2), "éab");
        for (json, reason) in [
            (r#"{"txns": [{"patches": [[1, 0, ""]]}]}"#, "beyond the end"),
            (r#"{"endContent": "b", "txns": []}"#, "endContent"),
            ("[", "EOF"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        assert!(Trace::read(Path::new("/no such trace")).is_err());
    }
}
