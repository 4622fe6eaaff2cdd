//! Saving the record as lines of JSON.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::label::Texts;
use crate::record::{Counts, OPERATIONS, Record};
use crate::values::{Listed, SAMPLED, Values};

/// The variable that names a file for the record.
const VARIABLE: &str = "STRING_KIT_RECORD";

/// Writes the record of all labels so far to a file, as lines of JSON that `string-kit advise --profile` reads.
///
/// The file is written whole or not at all, and its owner alone can read it. The program may go on, and save again. What
/// other threads do meanwhile may be missing. Takes some milliseconds for each label.
///
/// # Errors
///
/// If the file cannot be written.
///
/// ```
/// # let path = std::env::temp_dir().join(format!("string-kit-record-{}.jsonl", std::process::id()));
/// string_kit_record::recorded! { type Word = String, "docs.saved"; }
///
/// let words = [Word::from("one"), Word::from("two")];
/// string_kit_record::save(&path)?;
/// # assert!(std::fs::read_to_string(&path)?.contains("docs.saved"));
/// # std::fs::remove_file(&path)
/// # ; drop(words); Ok::<(), std::io::Error>(())
/// ```
pub fn save(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    let mut partial = path.file_name().unwrap_or_default().to_owned();
    partial.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(partial);
    let saved = create(&partial).and_then(|file| {
        let mut out = BufWriter::new(file);
        write_all(&mut out)?;
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        fs::rename(&partial, path)
    });
    if saved.is_err() {
        // The error of the file is the one to report.
        let _ = fs::remove_file(&partial);
    }
    saved
}

/// Creates a file that its owner alone can read.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Saves the record when the returned value is dropped, at the end of `main`, say.
///
/// If the variable `STRING_KIT_RECORD` names a file, the record is saved there instead. `std::process::exit` drops
/// nothing: call [`save`] before it, or set the variable. An error is printed.
///
/// ```no_run
/// let _saved = string_kit_record::save_at_exit("program.jsonl");
/// ```
pub fn save_at_exit(path: impl Into<PathBuf>) -> SaveAtExit {
    SaveAtExit { path: path.into() }
}

/// Saves the record when it is dropped: see [`save_at_exit`].
#[must_use = "the record is saved when this is dropped"]
#[derive(Debug)]
pub struct SaveAtExit {
    path: PathBuf,
}

impl Drop for SaveAtExit {
    fn drop(&mut self) {
        if asked().is_none() {
            save_or_print(&self.path);
        }
    }
}

/// Returns the file that the variable names. `%p` in it stands for the number of the process.
fn asked() -> Option<PathBuf> {
    let path = env::var_os(VARIABLE).filter(|path| !path.is_empty())?;
    Some(match path.to_str() {
        Some(path) => path.replace("%p", &std::process::id().to_string()).into(),
        None => path.into(),
    })
}

fn save_or_print(path: &Path) {
    if let Err(error) = save(path) {
        // Standard error may be closed: nothing is left to be done then.
        let _ = writeln!(
            io::stderr(),
            "string-kit-record: cannot write {}: {error}",
            path.display()
        );
    }
}

/// Has the record saved at the end of the program, if the variable names a file.
#[cfg(any(unix, windows))]
pub(crate) fn at_exit_if_asked() {
    #[allow(unsafe_code)]
    mod c {
        // C's library declares `atexit` so. It calls the function once, from `exit`. Any thread may call `atexit`.
        unsafe extern "C" {
            pub(super) safe fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
        }
    }
    extern "C" fn at_exit() {
        if let Some(path) = asked() {
            save_or_print(&path);
        }
    }
    if asked().is_some() && c::atexit(at_exit) != 0 {
        let _ = writeln!(
            io::stderr(),
            "string-kit-record: {VARIABLE} needs atexit, which has no room"
        );
    }
}

/// Has the record saved at the end of the program: this system has no way.
#[cfg(not(any(unix, windows)))]
pub(crate) fn at_exit_if_asked() {}

/// A row of the file.
struct Row(String);

impl Row {
    fn new(part: &str, field: Option<&str>) -> Self {
        let row = Self(format!("{{\"part\":\"{part}\""));
        match field {
            Some(name) => row.text("field", name),
            None => row,
        }
    }

    fn number(mut self, column: &str, number: u64) -> Self {
        write!(self.0, ",\"{column}\":{number}").expect("a String takes any text");
        self
    }

    fn text(mut self, column: &str, text: &str) -> Self {
        write!(self.0, ",\"{column}\":\"").expect("a String takes any text");
        for character in text.chars() {
            match character {
                '"' | '\\' => self.0.extend(['\\', character]),
                '\0'..='\x1F' => write!(self.0, "\\u{:04x}", u32::from(character))
                    .expect("a String takes any text"),
                _ => self.0.push(character),
            }
        }
        self.0.push('"');
        self
    }

    fn end(self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}}}", self.0)
    }
}

/// Writes all rows. docs/PROFILE.md of the project describes them.
fn write_all(out: &mut impl Write) -> io::Result<()> {
    let records = Record::all();
    let labels: Vec<Counted> = records.into_iter().map(Counted::of).collect();
    let most = labels.iter().map(Counted::texts).max().unwrap_or(0);
    Row::new("records", None).number("count", most).end(out)?;
    labels.iter().try_for_each(|label| label.write(out))
}

/// A label with its numbers.
struct Counted {
    record: &'static Record,
    counts: Counts,
    values: Values,
}

impl Counted {
    fn of(record: &'static Record) -> Self {
        let mut counts = record.counts();
        let values = record.values();
        if values.is_exact() {
            // Threads that go on may have counted a value since the lengths were read.
            counts.lengths = values.lengths();
        }
        Self {
            record,
            counts,
            values,
        }
    }

    fn texts(&self) -> u64 {
        self.counts.lengths.values().sum()
    }

    fn row(&self, part: &str) -> Row {
        Row::new(part, Some(self.record.name))
    }

    fn count(&self, out: &mut impl Write, part: &str, count: u64) -> io::Result<()> {
        self.row(part).number("count", count).end(out)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let kind = match self.record.texts {
            Texts::Sample => "recorded",
            Texts::Lengths => "keyed",
        };
        let hash = self.row("hash").text("text", kind);
        hash.number("count", 1).end(out)?;
        let texts = self.texts();
        self.count(out, "present", texts)?;
        self.count(out, "ascii", texts.saturating_sub(self.counts.not_ascii))?;
        for (bytes, count) in &self.counts.lengths {
            let row = self.row("length").number("bits", bytes * 8);
            row.number("count", *count).end(out)?;
        }
        self.write_values(out)?;
        self.write_use(out)
    }

    /// Writes the values.
    fn write_values(&self, out: &mut impl Write) -> io::Result<()> {
        let sampled = self.values.sampled();
        if sampled < SAMPLED {
            self.count(out, "sampled", sampled as u64)?;
        }
        let mut rest = self.counts.lengths.clone();
        let (listed, unlisted) = self.values.listed();
        for one in listed {
            let Listed { value, most, .. } = one;
            // No more than there are texts of this length, since threads may go on.
            let Some(rest) = rest.get_mut(&value.bytes).filter(|rest| **rest > 0) else {
                continue;
            };
            let count = one.least.min(*rest);
            *rest -= count;
            let row = self.row("value").number("bits", value.bytes * 8);
            let row = row.number("count", count);
            let mut row = row.text("hash", &format!("{:016x}", one.hash));
            if let Some(text) = &value.text {
                row = row.text("text", text);
            }
            if most > one.least {
                row = row.number("most", most.min(self.texts()));
            }
            row.end(out)?;
        }
        if unlisted > 0 {
            self.count(out, "unlisted", unlisted.min(self.texts()))?;
        }
        Ok(())
    }

    /// Writes what was done with the strings.
    fn write_use(&self, out: &mut impl Write) -> io::Result<()> {
        for ((_, name), count) in OPERATIONS.into_iter().zip(self.counts.operations) {
            let row = self.row("operation").text("text", name);
            row.number("count", count).end(out)?;
        }
        let lives = self.record.lives();
        let bounded = |part, (count, most)| {
            let row = self.row(part).number("count", count);
            row.number("most", most)
        };
        bounded("alive", self.counts.alive).end(out)?;
        self.count(out, "keys", self.counts.keys)?;
        self.count(out, "threads", self.counts.threads)?;
        let histograms = [
            ("captures", &lives.captures.0[..]),
            ("milliseconds", &lives.milliseconds.0),
            ("age", &lives.tenths),
            ("clones", &lives.most.0),
        ];
        for (part, histogram) in histograms {
            for (bits, count) in (0..).zip(histogram).filter(|(_, count)| **count > 0) {
                let row = self.row(part).number("bits", bits);
                row.number("count", *count).end(out)?;
            }
        }
        bounded("elsewhere", (lives.elsewhere, lives.ended())).end(out)
    }
}
