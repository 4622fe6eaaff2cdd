//! Files and the standard output stream, where runs and reports go.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

pub fn print(write: impl FnOnce(&mut io::StdoutLock<'_>) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Returns an error if a file cannot be written. Neither the file nor its content changes. "-" is
/// the standard output stream.
pub fn check_file(path: &Path) -> Result<(), Failure> {
    let check = || match replaceable(path)? {
        None => Ok(()),
        Some(file) if file.exists() => OpenOptions::new().append(true).open(file).map(drop),
        Some(file) => beside(&file).map(drop),
    };
    if path == Path::new("-") {
        return Ok(());
    }
    check().map_err(|error| Failure::File(path.to_owned(), error))
}

/// Writes a file whole or, if that fails, not at all: what stood there before stays. Pipes and
/// devices are written to directly.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let whole = |file: File| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    };
    let written = replaceable(path).and_then(|file| {
        let Some(destination) = file else {
            return whole(OpenOptions::new().write(true).open(path)?);
        };
        let (file, part) = beside(&destination)?.into_parts();
        if let Ok(before) = fs::metadata(&destination) {
            file.set_permissions(before.permissions())?;
        }
        whole(file)?;
        Ok(part.persist(&destination)?)
    });
    written.map_err(|error| Failure::File(path.to_owned(), error))
}

/// Returns the file that a path leads to, existing or not; none if it is a pipe or a device.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(fs::canonicalize(path)?)),
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::metadata(folder(path))?;
            Ok(Some(path.to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// Creates a file in the folder of another, which is removed unless it takes the other's place.
fn beside(file: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(file))
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let names = || -> Vec<_> {
            let entries = fs::read_dir(&folder).unwrap();
            entries.map(|entry| entry.unwrap().file_name()).collect()
        };
        let path = folder.path().join("run.jsonl");
        let fail = |out: &mut BufWriter<File>| {
            out.write_all("x".repeat(100_000).as_bytes())?;
            Err(ErrorKind::StorageFull.into())
        };
        check_file(&path).unwrap();
        assert!(write_file(&path, fail).is_err());
        assert_eq!(names(), [""; 0], "neither leaves a file");
        write_file(&path, |out| out.write_all(b"whole")).unwrap();
        assert!(write_file(&path, fail).is_err());
        check_file(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(names(), ["run.jsonl"]);
        for wrong in [folder.path().to_owned(), folder.path().join("no/such")] {
            assert!(check_file(&wrong).is_err() && write_file(&wrong, |_| Ok(())).is_err());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "before").unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write_file(&link, |out| out.write_all(b"after")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"after");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let null = Path::new("/dev/null");
        check_file(null).unwrap();
        write_file(null, |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
    }
}
