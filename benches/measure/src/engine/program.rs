//! The programs of the laboratory: one for each allocator.
//!
//! A program has one allocator. `string-kit` itself runs on the system's, with nothing in front of it;
//! counts, traces and checks of blocks come from a program whose allocator can do that.

use std::env::{self, consts::EXE_SUFFIX};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;

use crate::failure::Failure;

/// A program of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Program {
    /// The system's allocator: `string-kit`.
    System,
    /// jemalloc.
    Jemalloc,
    /// mimalloc.
    Mimalloc,
    /// The system's allocator behind one that counts, traces and checks.
    Counting,
}

/// The build of a program, which its build script records.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The compiler's version.
    pub rustc: &'static str,
    /// The commit of the sources.
    pub commit: &'static str,
    /// A hash of the sources. Programs of different sources do not work together.
    pub sources: &'static str,
}

/// The hidden verb that prints the hash of a program's sources.
pub const TELL_SOURCES: &str = "sources";

/// The program that runs, which declares itself when it starts.
static CURRENT: OnceLock<(Program, Build)> = OnceLock::new();

/// Returns the build of the program that runs.
pub(super) fn build() -> Build {
    let unknown = Build {
        rustc: "an unknown rustc",
        commit: "unknown",
        sources: "unknown",
    };
    CURRENT.get().map_or(unknown, |(_, build)| *build)
}

impl Program {
    const ALL: [Self; 4] = [Self::System, Self::Jemalloc, Self::Mimalloc, Self::Counting];

    /// Returns the program that runs.
    pub fn current() -> Self {
        CURRENT.get().map_or(Self::System, |(program, _)| *program)
    }

    /// Declares that this is the program that runs.
    pub fn declare(self, build: Build) {
        // A second declaration is of the same program.
        let _ = CURRENT.set((self, build));
    }

    /// Returns the name of its allocator.
    pub fn allocator(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Jemalloc => "jemalloc",
            Self::Mimalloc => "mimalloc",
            Self::Counting => "counting",
        }
    }

    /// Returns whether nothing stands between the code and its allocator.
    pub fn is_bare(self) -> bool {
        self != Self::Counting
    }

    fn file_name(self) -> String {
        match self {
            Self::System => format!("string-kit{EXE_SUFFIX}"),
            other => format!("string-kit-{}{EXE_SUFFIX}", other.allocator()),
        }
    }

    /// Returns the arguments of Cargo that build it.
    fn build(self) -> Vec<&'static str> {
        let mut args = vec!["build", "--package", "string-kit-benches"];
        if !cfg!(debug_assertions) {
            args.push("--release");
        }
        args.push("--bin");
        match self {
            Self::System => args.push("string-kit"),
            Self::Counting => args.push("string-kit-counting"),
            Self::Jemalloc => args.extend(["string-kit-jemalloc", "--features", "allocators"]),
            Self::Mimalloc => args.extend(["string-kit-mimalloc", "--features", "allocators"]),
        }
        args
    }

    /// Returns the program's file: this one, or one beside it. If Cargo started this program, a file that
    /// is missing or of other sources is built first.
    ///
    /// # Errors
    ///
    /// If there is no file of the same sources.
    pub fn path(self) -> Result<PathBuf, Failure> {
        let this = env::current_exe().map_err(Failure::Process)?;
        if self == Self::current() {
            return Ok(this);
        }
        let other = this.with_file_name(self.file_name());
        if !is_of_these_sources(&other)
            && let Some(cargo) = env::var_os("CARGO")
        {
            eprintln!("string-kit: building {}", self.file_name());
            // If it fails, Cargo itself says why.
            let _ = Command::new(cargo)
                .args(self.build())
                .arg("--quiet")
                .status();
        }
        if is_of_these_sources(&other) {
            return Ok(other);
        }
        Err(Failure::Arguments(format!(
            "{} is missing or of another build; run cargo {}",
            other.display(),
            self.build().join(" ")
        )))
    }
}

/// Prints the hash of the sources that this program is built from.
pub fn tell_sources() {
    println!("{}", build().sources);
}

fn is_of_these_sources(program: &Path) -> bool {
    let told = Command::new(program)
        .arg(TELL_SOURCES)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    told.is_ok_and(|told| told.stdout.trim_ascii() == build().sources.as_bytes())
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
        let mut bare = Self::ALL.into_iter().filter(|one| one.is_bare());
        bare.find(|one| one.allocator() == text)
            .ok_or_else(|| "the allocators are system, jemalloc and mimalloc".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocators_are_read_by_name() {
        assert_eq!("jemalloc".parse(), Ok(Program::Jemalloc));
        assert!("counting".parse::<Program>().is_err(), "times are bare");
        assert!("JEMALLOC".parse::<Program>().is_err());
    }

    #[test]
    fn a_missing_program_names_the_command_that_builds_it() {
        let build = Program::Mimalloc.build().join(" ");
        assert!(
            build.contains("--bin string-kit-mimalloc --features allocators"),
            "{build}"
        );
    }
}
