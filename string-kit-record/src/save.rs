//! Saving the record as lines of JSON.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf, absolute};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::{env, process};

use crate::at_exit::at_exit;
use crate::forks::{OfProcess, lock};
use crate::record::Record;
use crate::rows::Cell::{Number, Text};
use crate::rows::row;

const VARIABLE: &str = "STRING_KIT_RECORD";

/// Writes the record of all labels so far to a file, as lines of JSON that `string-kit advise
/// --profile` reads.
///
/// A file is written whole or not at all, and on Unix its owner alone can read it. The program may
/// go on, and save again: that replaces the record. Any other file, such as the record of another
/// process, run or copy of this crate, is kept as `program.1.jsonl`, and a line on standard error
/// says so. Symbolic links are followed. A device, a pipe or `/dev/stdout` is written to, after
/// what was printed, and a named pipe waits for its reader. What other threads do meanwhile may be
/// missing. Takes some milliseconds for each label. With the feature `try`, nothing is saved while
/// the variable `STRING_KIT_TRY` is set, and a program whose aliases are all other types replaces
/// no file.
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
    /// One save at a time to a path: the rows of two would mix in a stream, and an older record
    /// would replace a newer one. A pipe without a reader makes no other path wait.
    static TURNS: OfProcess<Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>>> = OfProcess::new();
    let replaces_by_none = || !is_stream(path) && path.exists() && Record::all().is_empty();
    let is_tried = || env::var_os("STRING_KIT_TRY").is_some() || replaces_by_none();
    if cfg!(feature = "try") && is_tried() {
        // It records nothing: the record that named the types stays.
        return Ok(());
    }
    let turn = {
        let mut turns = lock(TURNS.current());
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(absolute(path)?).or_default())
    };
    let _turn = lock(&turn);
    if is_stream(path) {
        write_through(path)
    } else {
        write_file(path)
    }
}

/// Writes all rows, of which the first has the name of the recorder. The project's
/// `benches/advise/src/profile/row.rs` describes them.
fn write_all(file: &mut File) -> io::Result<()> {
    let records = Record::all();
    let labels: Vec<_> = records
        .iter()
        .map(|(name, record)| record.rows(name))
        .collect();
    let most = labels.iter().map(|(_, texts)| *texts).max().unwrap_or(0);
    let id = own_id();
    let head = [
        ("part", Text("records")),
        ("hash", Text(&id)),
        ("count", Number(most)),
    ];
    file.write_all(row(&head).as_bytes())?;
    labels
        .iter()
        .try_for_each(|(rows, _)| file.write_all(rows.as_bytes()))
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
        return Err(io::Error::new(ErrorKind::InvalidInput, what));
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

/// Writes a file beside `path`, and moves it there.
fn write_file(path: &Path) -> io::Result<()> {
    let mut partial = path.file_name().unwrap_or_default().to_owned();
    let random = RandomState::new().hash_one(process::id());
    partial.push(format!(".{random:x}.partial"));
    let partial = path.with_file_name(partial);
    let saved = create(&partial).and_then(|mut file| {
        write_all(&mut file)?;
        file.sync_all()?;
        place(&partial, path)
    });
    // It has another name by now, or the error of the file is the one to report.
    let _ = fs::remove_file(&partial);
    saved
}

/// Moves a finished file to `path`, or to where another process moved the record that was there.
/// Replaces nothing but a record of this recorder.
fn place(partial: &Path, path: &Path) -> io::Result<()> {
    let numbered = (1..).map(|number| with_number(path, number));
    let mut kept = numbered.take_while(|kept| kept.exists());
    if let Some(own) = kept.find(|kept| is_own(kept)) {
        return fs::rename(partial, own);
    }
    loop {
        if is_own(path) {
            return fs::rename(partial, path);
        }
        // Unlike `rename`, a link never replaces a file that another process has put there.
        match fs::hard_link(partial, path) {
            Ok(()) => return Ok(()),
            // There are no hard links here, such as on FAT.
            Err(error) if error.kind() != ErrorKind::AlreadyExists && !path.exists() => {
                return fs::rename(partial, path);
            }
            Err(_) => make_room(path)?,
        }
    }
}

/// Gives the file at `path` the first number that is free, unless it is empty or gone.
fn make_room(path: &Path) -> io::Result<()> {
    let mut numbered = (1..).map(|number| with_number(path, number));
    let free = numbered.find_map(|kept| match create(&kept) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
        created => Some(created.map(|_| kept)),
    });
    let kept = free.expect("some number is free")?;
    let moved = fs::rename(path, &kept);
    if !fs::metadata(&kept).is_ok_and(|file| file.len() > 0) {
        let _ = fs::remove_file(&kept);
        return moved.or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        });
    }
    let [path, kept] = [path, &kept].map(Path::display);
    say(&format!(
        "{path} was of another process or run: it is {kept} now"
    ));
    Ok(())
}

/// Returns `true` if a file is a record of this recorder.
fn is_own(path: &Path) -> bool {
    let mut start = Vec::new();
    path.is_file()
        && File::open(path).is_ok_and(|file| file.take(100).read_to_end(&mut start).is_ok())
        && String::from_utf8_lossy(&start).contains(&own_id())
}

/// Returns the name of this recorder in its files: another one for each process, and for each copy
/// of this crate in it.
fn own_id() -> String {
    static RANDOM: OfProcess<RandomState> = OfProcess::new();
    format!("{:016x}", RANDOM.current().hash_one(process::id()))
}

/// Prints a line on standard error. If that is closed, nothing is left to be done.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "string-kit-record: {what}");
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
        let name = with_id(self.name.as_os_str(), process::id());
        let path = self.folder.join(&name);
        if self.process == process::id()
            || *self.name != *name
            || followed(&path).is_ok_and(|path| is_stream(&path))
        {
            return path;
        }
        with_number(&path, process::id())
    }

    fn save_or_print(&self, save: impl FnOnce(&Path) -> io::Result<()>) {
        let path = self.path();
        if let Err(error) = save(&path) {
            say(&format!("cannot write {}: {error}", path.display()));
        }
    }
}

/// Returns a name in which the process id stands for each `%p`, if the name is Unicode.
pub(crate) fn with_id(name: &OsStr, id: u32) -> OsString {
    let replaced = name
        .to_str()
        .map(|name| name.replace("%p", &id.to_string()));
    replaced.map_or_else(|| name.into(), Into::into)
}

/// Returns a path with a number before the extension.
fn with_number(path: &Path, number: u32) -> PathBuf {
    let mut extension = OsString::from(number.to_string());
    if let Some(last) = path.extension() {
        extension.push(".");
        extension.push(last);
    }
    path.with_extension(extension)
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

fn save_at_end() {
    extern "C" fn save() {
        if let Some(file) = ASKED.get() {
            // Rust has flushed standard output before, which a thread that goes on may have locked.
            file.save_or_print(|path| save_to(&followed(path)?));
        }
    }
    let is_saved = at_exit(save);
    SAVES_AT_END.store(is_saved, Relaxed);
    if !is_saved && cfg!(any(unix, windows)) {
        say(&format!("{VARIABLE} needs atexit, which has no room"));
    }
}
