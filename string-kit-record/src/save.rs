//! Saving the record as lines of JSON.

use std::fmt::{self, Display, Write as _};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::{env, process};

use crate::forks::OfProcess;
use crate::label::Texts;
use crate::record::{Counts, OPERATIONS, Record, lock};
use crate::values::{Listed, SAMPLED};

use self::Cell::{Number, Text};

const VARIABLE: &str = "STRING_KIT_RECORD";

/// Writes the record of all labels so far to a file, as lines of JSON that `string-kit advise
/// --profile` reads.
///
/// A file is written whole or not at all, in the place of a regular file or of none, and on Unix
/// its owner alone can read it. Symbolic links are followed. A device, a pipe or `/dev/stdout` is
/// written to, after what was printed, and a named pipe waits for its reader. The program may go
/// on, and save again. What other threads do meanwhile may be missing. Takes some milliseconds for
/// each label.
///
/// # Errors
///
/// If the file cannot be written, or if the path is a folder or a disk.
///
/// ```
/// # let name = format!("string-kit-record-{}.jsonl", std::process::id());
/// # let path = std::env::temp_dir().join(name);
/// string_kit_record::recorded! { type Word = String, "docs.saved"; }
///
/// let words = [Word::from("one"), Word::from("two")];
/// string_kit_record::save(&path)?;
/// # assert!(std::fs::read_to_string(&path)?.contains("docs.saved"));
/// # std::fs::remove_file(&path)
/// # ; drop(words); Ok::<(), std::io::Error>(())
/// ```
pub fn save(path: impl AsRef<Path>) -> io::Result<()> {
    let path = followed(path.as_ref())?;
    let output = ["/dev/fd/1", "/dev/stdout", "/proc/self/fd/1"];
    if output.map(Path::new).contains(&&*path) {
        // If it is closed, the record cannot be written either.
        let _ = io::stdout().flush();
    }
    save_to(&path)
}

/// Writes the record to a path that is no symbolic link, or is that of an open file.
fn save_to(path: &Path) -> io::Result<()> {
    /// One save at a time: the rows of two would mix in a stream.
    static SAVING: OfProcess<()> = OfProcess::new([const { Mutex::new(()) }; 16]);
    let _turn = lock(SAVING.current());
    if is_stream(path) {
        write_through(path)
    } else {
        replace(path)
    }
}

/// Returns `true` if a path is that of an open file of the process.
fn is_open_file(path: &Path) -> bool {
    let open = ["/dev/fd", "/dev/stderr", "/dev/stdout", "/proc"];
    open.iter().any(|prefix| path.starts_with(prefix))
}

/// Returns `true` if a path is that of an open file of the process, or of what is no regular file.
fn is_stream(path: &Path) -> bool {
    is_open_file(path) || fs::metadata(path).is_ok_and(|found| !found.is_file())
}

fn write_through(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    #[cfg(unix)]
    let is_disk = std::os::unix::fs::FileTypeExt::is_block_device(&kind);
    #[cfg(not(unix))]
    let is_disk = false;
    if kind.is_dir() || is_disk {
        let what = "it is no file, character device or pipe";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    // Standard output may be a file.
    write_all(&mut OpenOptions::new().append(true).open(path)?)
}

/// Returns the path to which symbolic links lead, of which the last may name no file yet. The link
/// of an open file is not followed: its file has what the program wrote.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(target) if !is_open_file(&path) => path = path.with_file_name(target),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("there are too many symbolic links"))
}

/// Writes a file beside `path`, and renames it.
fn replace(path: &Path) -> io::Result<()> {
    let mut partial = path.file_name().unwrap_or_default().to_owned();
    let id = process::id();
    // Processes of two containers may have one number.
    let random = RandomState::new().hash_one(id);
    partial.push(format!(".{id}.{random:x}.partial"));
    let partial = path.with_file_name(partial);
    let saved = create(&partial).and_then(|mut file| {
        write_all(&mut file)?;
        file.sync_all()?;
        fs::rename(&partial, path)
    });
    if saved.is_err() {
        // The error of the file is the one to report.
        let _ = fs::remove_file(&partial);
    }
    saved
}

/// Creates a file that on Unix its owner alone can read.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Saves the record when the returned value is dropped, at the end of `main`, say.
///
/// `%p` in the path stands for the process id. Without it, a forked child writes a file of its own:
/// its process id stands before the extension. A relative path begins in the folder that is current
/// now. If the variable `STRING_KIT_RECORD` names a file, the record is saved there instead.
/// `std::process::exit` drops nothing: call [`save`] before it, or set the variable. An error is
/// printed.
///
/// ```no_run
/// let _saved = string_kit_record::save_at_exit("program.jsonl");
/// ```
pub fn save_at_exit(path: impl Into<PathBuf>) -> SaveAtExit {
    prepare();
    SaveAtExit {
        file: Given::new(path),
    }
}

/// Saves the record when it is dropped: see [`save_at_exit`].
#[must_use = "the record is saved when this is dropped"]
#[derive(Debug)]
pub struct SaveAtExit {
    file: Given,
}

impl Drop for SaveAtExit {
    fn drop(&mut self) {
        if !SAVES_AT_END.load(Relaxed) {
            let file = ASKED.get().unwrap_or(&self.file);
            file.save_or_print(|path| save(path));
        }
    }
}

/// The name of a file, and the folder and the process in which it was given.
#[derive(Debug)]
struct Given {
    folder: PathBuf,
    name: PathBuf,
    process: u32,
}

impl Given {
    fn new(name: impl Into<PathBuf>) -> Self {
        Self {
            folder: env::current_dir().unwrap_or_default(),
            name: name.into(),
            process: process::id(),
        }
    }

    /// Returns the path of this process. A child has a file of its own: without `%p` in the name,
    /// its number stands before the extension.
    fn path(&self) -> PathBuf {
        let id = process::id().to_string();
        let mut path = self.folder.join(&self.name);
        if let Some(name) = self.name.to_str().filter(|name| name.contains("%p")) {
            path = self.folder.join(name.replace("%p", &id));
        } else if self.process != process::id()
            && !followed(&path).is_ok_and(|path| is_stream(&path))
        {
            let extension = match path.extension() {
                Some(last) => format!("{id}.{}", last.display()),
                None => id,
            };
            path.set_extension(extension);
        }
        path
    }

    fn save_or_print(&self, save: impl FnOnce(&Path) -> io::Result<()>) {
        let path = self.path();
        if let Err(error) = save(&path) {
            // Standard error may be closed: nothing is left to be done then.
            let _ = writeln!(
                io::stderr(),
                "string-kit-record: cannot write {}: {error}",
                path.display()
            );
        }
    }
}

/// The file that the variable names, in the folder of the first call of [`prepare`].
static ASKED: OnceLock<Given> = OnceLock::new();
/// True if the end of the program saves the record there. If not, [`SaveAtExit`] does.
static SAVES_AT_END: AtomicBool = AtomicBool::new(false);

/// Has the record saved at the end of the program, if the variable names a file.
pub(crate) fn prepare() {
    // NOTE: no `Once`, on which a child would wait for ever if another thread of its parent ran it.
    static IS_PREPARED: AtomicBool = AtomicBool::new(false);
    if IS_PREPARED.swap(true, Relaxed) {
        return;
    }
    if let Some(name) = env::var_os(VARIABLE).filter(|name| !name.is_empty())
        && ASKED.set(Given::new(name)).is_ok()
    {
        save_at_end();
    }
}

#[cfg(any(unix, windows))]
fn save_at_end() {
    #[allow(unsafe_code)]
    mod c {
        // C's library declares `atexit` so. It calls the function once, from `exit`. Any thread may
        // call `atexit`.
        unsafe extern "C" {
            pub(super) safe fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
        }
    }
    extern "C" fn at_exit() {
        if let Some(file) = ASKED.get() {
            // Rust has flushed standard output before, which a thread that goes on may have locked.
            file.save_or_print(|path| save_to(&followed(path)?));
        }
    }
    if c::atexit(at_exit) == 0 {
        SAVES_AT_END.store(true, Relaxed);
    } else {
        let _ = writeln!(
            io::stderr(),
            "string-kit-record: {VARIABLE} needs atexit, which has no room"
        );
    }
}

/// Does nothing: [`SaveAtExit`] alone can save the record here.
#[cfg(not(any(unix, windows)))]
fn save_at_end() {}

/// Writes all rows. docs/PROFILE.md of the project describes them.
fn write_all(file: &mut File) -> io::Result<()> {
    let labels: Vec<Counts> = Record::all().into_iter().map(Record::counts).collect();
    let most = labels.iter().map(Counts::texts).max().unwrap_or(0);
    let records = row(&[("part", Text("records")), ("count", Number(most))]);
    file.write_all(records.as_bytes())?;
    labels
        .iter()
        .try_for_each(|label| file.write_all(label.rows().as_bytes()))
}

#[derive(Clone, Copy)]
enum Cell<'a> {
    Number(u64),
    Text(&'a str),
}

/// Writes the cell as JSON.
impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Number(number) => return number.fmt(f),
            Text(text) => text,
        };
        f.write_char('"')?;
        for character in text.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\0'..='\x1F' => write!(f, "\\u{:04x}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// Returns a row of cells, each with the name of its column, as a line of JSON.
fn row(cells: &[(&str, Cell<'_>)]) -> String {
    let cells = cells
        .iter()
        .map(|(column, cell)| format!("\"{column}\":{cell}"));
    format!("{{{}}}\n", cells.collect::<Vec<_>>().join(","))
}

impl Counts {
    fn texts(&self) -> u64 {
        self.lengths.values().sum()
    }

    fn rows(&self) -> String {
        let mut rows = String::new();
        let mut add = |part, cells: &[(&str, Cell<'_>)]| {
            let head = [("part", Text(part)), ("field", Text(self.record.name))];
            rows += &row(&[&head[..], cells].concat());
        };
        let kind = match self.record.texts {
            Texts::Sample => "recorded",
            Texts::Lengths => "keyed",
        };
        add("hash", &[("text", Text(kind)), ("count", Number(1))]);
        if !self.record.alias.is_empty() {
            let alias = Text(self.record.alias);
            add("alias", &[("text", alias), ("count", Number(1))]);
        }
        let texts = self.texts();
        add("present", &[("count", Number(texts))]);
        let ascii = texts.saturating_sub(self.not_ascii);
        add("ascii", &[("count", Number(ascii))]);
        for (bytes, count) in &self.lengths {
            let cells = [("bits", Number(bytes * 8)), ("count", Number(*count))];
            add("length", &cells);
        }
        let sampled = self.values.sampled();
        if sampled < SAMPLED {
            add("sampled", &[("count", Number(sampled as u64))]);
        }
        let mut rest = self.lengths.clone();
        let (listed, unlisted) = self.values.listed();
        for one in listed {
            let Listed { value, most, .. } = one;
            // No more than there are texts of this length, since threads may go on.
            let Some(rest) = rest.get_mut(&value.bytes).filter(|rest| **rest > 0) else {
                continue;
            };
            let count = one.least.min(*rest);
            *rest -= count;
            let hash = format!("{:016x}", one.hash);
            let mut cells = vec![
                ("bits", Number(value.bytes * 8)),
                ("count", Number(count)),
                ("hash", Text(&hash)),
            ];
            cells.extend(value.text.as_deref().map(|text| ("text", Text(text))));
            if most > one.least {
                cells.push(("most", Number(most.min(texts))));
            }
            add("value", &cells);
        }
        if unlisted > 0 {
            add("unlisted", &[("count", Number(unlisted.min(texts)))]);
        }
        for ((_, name), count) in OPERATIONS.into_iter().zip(self.operations) {
            add(
                "operation",
                &[("text", Text(name)), ("count", Number(count))],
            );
        }
        let (alive, most) = self.alive;
        add("alive", &[("count", Number(alive)), ("most", Number(most))]);
        let owners = Number(self.lives.owners(most));
        add("owners", &[("count", owners), ("most", Number(most))]);
        add("keys", &[("count", Number(self.keys))]);
        add("threads", &[("count", Number(self.threads))]);
        add("cloners", &[("count", Number(self.cloners))]);
        for (tenth, count) in &self.lives.tenths {
            let bits = Number(u64::from(*tenth));
            add("age", &[("bits", bits), ("count", Number(*count))]);
        }
        rows
    }
}
