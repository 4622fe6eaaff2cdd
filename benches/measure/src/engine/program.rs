//! The programs of the laboratory: one for each allocator.
//!
//! A program has one allocator. `string-kit` itself runs on the system's, with nothing in front of
//! it; counts and traces of blocks come from a program whose allocator can do that. Programs that
//! few runs need are built when a run needs them.

use std::env::{self, consts::EXE_SUFFIX};
use std::fmt::{self, Display};
use std::fs::File;
#[cfg(target_os = "linux")]
use std::fs::Permissions;
use std::io;
#[cfg(target_os = "linux")]
use std::os::{fd::AsRawFd, unix::fs::PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Program {
    /// The system's allocator: `string-kit`.
    #[default]
    System,
    Jemalloc,
    Mimalloc,
    /// The system's allocator behind one that counts and traces.
    Counting,
}

/// The build of a program, which its build script records.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build {
    pub rustc: &'static str,
    pub commit: &'static str,
    /// A hash of the sources. Programs of different sources do not work together.
    pub sources: &'static str,
}

/// The hidden verb that prints the hash of a program's sources.
pub const TELL_SOURCES: &str = "sources";

static CURRENT: OnceLock<(Program, Build)> = OnceLock::new();

pub(super) fn build() -> Build {
    CURRENT.get().map(|(_, build)| *build).unwrap_or_default()
}

impl Program {
    /// Those with nothing between the code and its allocator.
    pub(super) const BARE: [Self; 3] = [Self::System, Self::Jemalloc, Self::Mimalloc];

    pub fn current() -> Self {
        CURRENT.get().map_or(Self::System, |(program, _)| *program)
    }

    pub fn declare(self, build: Build) {
        // A second declaration is of the same program.
        let _ = CURRENT.set((self, build));
    }

    pub fn allocator(self) -> &'static str {
        self.names().0
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::System => ("system", "string-kit"),
            Self::Jemalloc => ("jemalloc", "string-kit-jemalloc"),
            Self::Mimalloc => ("mimalloc", "string-kit-mimalloc"),
            Self::Counting => ("counting", "string-kit-counting"),
        }
    }

    /// Returns the arguments of Cargo that build it.
    ///
    /// They name no package: Cargo would choose the features for that package alone, and compile
    /// the libraries again.
    fn build(self) -> Vec<&'static str> {
        let mut args = vec!["build"];
        if !cfg!(debug_assertions) {
            args.push("--release");
        }
        args.extend(["--bin", self.names().1]);
        if matches!(self, Self::Jemalloc | Self::Mimalloc) {
            args.extend(["--features", "allocators"]);
        }
        args
    }

    /// Returns the program's file: this one, or one beside it. If Cargo started this program, a
    /// file that is missing or of other sources is built first.
    pub fn path(self) -> Result<PathBuf, Failure> {
        let this = env::current_exe().map_err(Failure::Process)?;
        if self == Self::current() {
            return Ok(this);
        }
        let beside = this.with_file_name(format!("{}{EXE_SUFFIX}", self.names().1));
        if !Self::is_of_these_sources(&beside)
            && let (Some(cargo), Some(package)) =
                (env::var_os("CARGO"), env::var_os("CARGO_MANIFEST_DIR"))
        {
            eprintln!("string-kit: building {}", self.names().1);
            // If it fails, Cargo itself says why.
            let _ = Command::new(cargo)
                .current_dir(Path::new(&package).join(".."))
                .args(self.build())
                .arg("--quiet")
                .status();
        }
        if Self::is_of_these_sources(&beside) {
            return Ok(beside);
        }
        Err(Failure::Arguments(format!(
            "{} is missing or of another build; build it by cargo {}, and put it there",
            beside.display(),
            self.build().join(" ")
        )))
    }

    fn is_of_these_sources(program: &Path) -> bool {
        let mut command = Command::new(program);
        command.arg(TELL_SOURCES).stdin(Stdio::null());
        let output = command.stderr(Stdio::null()).output();
        output.is_ok_and(|output| output.stdout.trim_ascii() == build().sources.as_bytes())
    }
}

/// A program's file, and copies of it that have no name: the system removes them when the last
/// process that has them open ends.
#[derive(Debug)]
pub(super) struct Copies {
    files: Vec<PathBuf>,
    _open: Vec<File>,
}

impl Copies {
    /// Makes so many copies. With none, or if they cannot be run, the file itself stands for them.
    pub(super) fn new(program: PathBuf, count: u32) -> Self {
        let is_run = |file: &PathBuf| Program::is_of_these_sources(file);
        let copies = copies(&program, count).ok();
        copies
            .filter(|copies| copies.files.first().is_some_and(is_run))
            .unwrap_or_else(|| Self {
                files: vec![program],
                _open: Vec::new(),
            })
    }

    pub(super) fn of_process(&self, process: u32) -> &Path {
        &self.files[process as usize % self.files.len()]
    }
}

#[cfg(target_os = "linux")]
fn copies(program: &Path, count: u32) -> io::Result<Copies> {
    let process = std::process::id();
    let path_of = |open: &File| PathBuf::from(format!("/proc/{process}/fd/{}", open.as_raw_fd()));
    let copy = |_| {
        let mut written = tempfile::tempfile()?;
        io::copy(&mut File::open(program)?, &mut written)?;
        written.set_permissions(Permissions::from_mode(0o700))?;
        // A file that is open for writing cannot be run.
        File::open(path_of(&written))
    };
    let open = (0..count).map(copy).collect::<io::Result<Vec<File>>>()?;
    Ok(Copies {
        files: open.iter().map(path_of).collect(),
        _open: open,
    })
}

/// Returns an error: open files without a name have no path.
#[cfg(not(target_os = "linux"))]
fn copies(_program: &Path, _count: u32) -> io::Result<Copies> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.allocator())
    }
}

/// Reads the name of an allocator that times can be measured on.
impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut bare = Self::BARE.into_iter();
        bare.find(|program| program.allocator() == text)
            .ok_or_else(|| "the allocators are system, jemalloc and mimalloc".to_owned())
    }
}
