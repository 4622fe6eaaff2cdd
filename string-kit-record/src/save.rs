//! Saving the record as lines of JSON.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::label::Texts;
use crate::record::{Counts, Record};
use crate::recorder::OPERATIONS;
use crate::values::{LONGEST, Listed, SAMPLED};

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
    let counts: Vec<Counts> = records.iter().map(|record| record.counts()).collect();
    let texts = |counts: &Counts| counts.lengths.iter().map(|(_, count)| count).sum();
    let most: u64 = counts.iter().map(texts).max().unwrap_or(0);
    Row::new("records", None).number("count", most).end(out)?;
    for (record, counts) in records.into_iter().zip(counts) {
        let row = |part| Row::new(part, Some(record.name));
        let texts = texts(&counts);
        row("present").number("count", texts).end(out)?;
        row("ascii")
            .number("count", texts.saturating_sub(counts.not_ascii))
            .end(out)?;
        for (bytes, count) in &counts.lengths {
            row("length")
                .number("bits", bytes * 8)
                .number("count", *count)
                .end(out)?;
        }
        write_values(record, &counts, out)?;
        for ((_, name), count) in OPERATIONS.into_iter().zip(counts.operations) {
            row("operation")
                .text("text", name)
                .number("count", count)
                .end(out)?;
        }
        let (alive, most) = counts.alive;
        row("alive")
            .number("count", alive)
            .number("most", most)
            .end(out)?;
        row("threads").number("count", counts.threads).end(out)?;
        let lives = record.lives();
        let histograms = [
            ("captures", &lives.captures.0[..]),
            ("milliseconds", &lives.milliseconds.0),
            ("age", &lives.tenths),
            ("clones", &lives.most.0),
        ];
        for (part, histogram) in histograms {
            for (bits, count) in (0..).zip(histogram).filter(|(_, count)| **count > 0) {
                row(part)
                    .number("bits", bits)
                    .number("count", *count)
                    .end(out)?;
            }
        }
        row("elsewhere")
            .number("count", lives.elsewhere)
            .number("most", lives.ended())
            .end(out)?;
    }
    Ok(())
}

/// Writes the values of a label, no more of any length than there are texts.
fn write_values(record: &Record, counts: &Counts, out: &mut impl Write) -> io::Result<()> {
    let row = |part| Row::new(part, Some(record.name));
    let kind = match record.texts {
        Texts::Sample => "recorded",
        Texts::Lengths => "keyed",
    };
    row("hash").text("text", kind).number("count", 1).end(out)?;
    let values = record.values();
    if values.sampled() < SAMPLED {
        row("sampled")
            .number("count", values.sampled() as u64)
            .end(out)?;
    }
    let mut rest: HashMap<u64, u64> = counts.lengths.iter().copied().collect();
    let texts: u64 = rest.values().sum();
    let (listed, mut unlisted) = values.listed();
    for Listed {
        hash,
        value,
        least,
        most,
    } in listed
    {
        // Texts that were edited since they were captured have other lengths now.
        let Some(rest) = rest.get_mut(&value.bytes).filter(|rest| **rest > 0) else {
            continue;
        };
        let least = least.min(*rest);
        *rest -= least;
        let mut row = row("value")
            .number("bits", value.bytes * 8)
            .number("count", least);
        row = row.text("hash", &format!("{hash:016x}"));
        if let Some(text) = value.text.as_deref().filter(|text| text.len() <= LONGEST) {
            row = row.text("text", text);
        }
        if most > least {
            row = row.number("most", most.min(texts));
        }
        row.end(out)?;
    }
    if rest.values().any(|rest| *rest > 0) {
        unlisted = unlisted.max(1);
    }
    if unlisted > 0 {
        row("unlisted")
            .number("count", unlisted.min(texts))
            .end(out)?;
    }
    Ok(())
}
