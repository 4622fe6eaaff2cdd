//! An editor's core: a text with undo, redo, branches and a cursor, of which a crash loses nothing.
//!
//! ```sh
//! printf 'The fox\nundo\nsave\n' | cargo run -p string-kit-examples --example undo -- /tmp/fox
//! ```

use std::error::Error;
use std::io::{self, BufRead};
use std::{env, fs};

use string_kit_concat::{ConcatStr, History, Opened, Version};

struct Editor {
    file: Opened,
    cursor: usize,
}

impl Editor {
    /// Opens a text, and beside it the file of its history.
    fn open(path: &str) -> Result<Self, Box<dyn Error>> {
        let mut file = History::open(format!("{path}.history"))?;
        if file.is_new {
            file.history = History::new(fs::read_to_string(path).unwrap_or_default().into());
        }
        let cursor = cursor(file.history.current());
        Ok(Self { file, cursor })
    }

    /// Inserts a character at the cursor. A space and the word behind it are one step of undo.
    fn insert(&mut self, c: char) -> io::Result<()> {
        let mut text = self.file.history.text().clone();
        text.insert(self.cursor, c);
        self.cursor += c.len_utf8();
        let mark = ConcatStr::from(self.cursor.to_string());
        if c == ' ' {
            self.file.history.push_with(text, mark);
        } else {
            self.file.history.push_joined(text, mark);
        }
        self.file.writer.append(&self.file.history)
    }

    /// Undoes or redoes a step, with its cursor.
    fn step(&mut self, step: fn(&mut History) -> Option<Version<'_>>) -> io::Result<()> {
        self.cursor = step(&mut self.file.history).map_or(self.cursor, cursor);
        self.file.writer.append(&self.file.history)
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        self.file.history.text().save(path)?;
        self.file.history.mark_saved();
        self.file.writer.append(&self.file.history)
    }
}

fn cursor(version: Version<'_>) -> usize {
    version.mark.to_string().parse().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which file?")?;
    let mut editor = Editor::open(&path)?;
    for line in io::stdin().lock().lines() {
        match &*line? {
            "undo" => editor.step(History::undo)?,
            "redo" => editor.step(History::redo)?,
            "save" => editor.save(&path)?,
            text => text.chars().try_for_each(|c| editor.insert(c))?,
        }
        println!("{}", editor.file.history.text());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    /// Set to the path of a text for the process that is killed.
    const PATH: &str = "STRING_KIT_UNDO_PATH";

    fn remove(path: &str) {
        for path in [path, &format!("{path}.history")] {
            let _ = fs::remove_file(path);
        }
    }

    fn temporary(name: &str) -> String {
        let name = format!("string-kit-{name}-{}", std::process::id());
        let path = env::temp_dir().join(name).display().to_string();
        remove(&path);
        path
    }

    #[test]
    fn words_are_undone_with_their_cursor() {
        let path = temporary("words");
        fs::write(&path, "!").unwrap();
        let mut editor = Editor::open(&path).unwrap();
        for c in "ab cd".chars() {
            editor.insert(c).unwrap();
        }
        editor.save(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "ab cd!");
        editor.step(History::undo).unwrap();
        assert_eq!((editor.cursor, editor.file.history.is_saved()), (2, false));
        drop(editor);
        let mut editor = Editor::open(&path).unwrap();
        assert_eq!(
            (
                editor.file.history.text().to_string().as_str(),
                editor.cursor
            ),
            ("ab!", 2)
        );
        editor.step(History::redo).unwrap();
        assert!(editor.file.history.is_saved());
        remove(&path);
    }

    #[test]
    fn a_process_that_is_killed_loses_nothing() {
        if let Ok(path) = env::var(PATH) {
            let mut editor = Editor::open(&path).unwrap();
            loop {
                editor.insert(' ').unwrap();
                println!("\n{}", editor.cursor);
            }
        }
        let (path, mut typed) = (temporary("killed"), 0);
        for _ in 0..5 {
            let mut child = Command::new(env::current_exe().unwrap())
                .args([
                    "--exact",
                    "tests::a_process_that_is_killed_loses_nothing",
                    "--nocapture",
                ])
                .env(PATH, &path)
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let lines = io::BufReader::new(child.stdout.take().unwrap()).lines();
            let cursors = lines.filter_map(|line| line.unwrap().parse::<usize>().ok());
            typed = cursors.take(100).last().unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            let mut editor = Editor::open(&path).unwrap();
            assert!(editor.file.history.text().len() >= typed);
            assert_eq!(editor.cursor, editor.file.history.text().len());
            let steps = std::iter::from_fn(|| editor.file.history.undo().map(drop)).count();
            assert_eq!(steps, editor.cursor);
        }
        assert!(typed >= 500);
        remove(&path);
    }
}
