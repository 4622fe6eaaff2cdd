//! Which allocator runs this program, and which program runs on another.
//!
//! An allocator is a program's own: to choose one at run time would cost every allocation a branch, a
//! seventh of what jemalloc takes for a small block and its return. So there is a program for each, and
//! all of them do the same.

use std::env::{self, consts::EXE_SUFFIX};
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Task, ask};

/// Where a program has its memory from.
///
/// ```
/// use string_kit_benches::measure::Allocator;
///
/// assert_eq!("jemalloc".parse(), Ok(Allocator::Jemalloc));
/// assert_eq!(Allocator::current(), Allocator::Laboratory);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allocator {
    /// The system's by way of the laboratory's own, which can count and check: `string-kit` itself.
    /// What it looks at takes some 2 ns for a block and its return.
    Laboratory,
    /// The system's, with nothing before it.
    System,
    /// jemalloc.
    Jemalloc,
    /// mimalloc.
    Mimalloc,
}

/// The command that builds the programs of all allocators.
const BUILD: &str = "cargo build --release --features allocators";

/// What this program is made of: another that is made of something else must not measure for it.
pub(crate) const SOURCES: &str = env!("STRING_KIT_SOURCES");

/// How long a program may take to say what it is made of.
const PATIENCE: Duration = Duration::from_secs(10);

/// What runs this program, as an index of [`Allocator::ALL`]: the program says so as it starts.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

impl Allocator {
    /// All of them, the one of `string-kit` itself first.
    pub const ALL: [Self; 4] = [
        Self::Laboratory,
        Self::System,
        Self::Jemalloc,
        Self::Mimalloc,
    ];

    /// The name.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::measure::Allocator::Mimalloc.name(), "mimalloc");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Laboratory => "laboratory",
            Self::System => "system",
            Self::Jemalloc => "jemalloc",
            Self::Mimalloc => "mimalloc",
        }
    }

    /// The one that runs this program.
    ///
    /// ```
    /// use string_kit_benches::measure::Allocator;
    ///
    /// assert_eq!(Allocator::current(), Allocator::Laboratory);
    /// ```
    #[must_use]
    pub fn current() -> Self {
        Self::ALL[CURRENT.load(Ordering::Relaxed)]
    }

    /// The same, or if it is the system's and has no program, the one that comes close.
    pub(crate) fn or_close(self) -> Self {
        if self == Self::System && self.program().is_err() {
            Self::Laboratory
        } else {
            self
        }
    }

    /// Says that it is the one that runs this program.
    pub(crate) fn declare(self) {
        let index = Self::ALL.iter().position(|one| *one == self);
        CURRENT.store(index.expect("it is one of all"), Ordering::Relaxed);
    }

    /// The program that runs on it: this one, or one beside it.
    ///
    /// # Errors
    ///
    /// What to do, if there is no such program, or one of another build.
    pub(crate) fn program(self) -> Result<PathBuf, String> {
        let unknown = |error: io::Error| format!("where this program is cannot be told: {error}");
        let this = env::current_exe().map_err(unknown)?;
        if self == Self::current() {
            return Ok(this);
        }
        let name = match self {
            Self::Laboratory => "string-kit",
            Self::System => "string-kit-system",
            Self::Jemalloc => "string-kit-jemalloc",
            Self::Mimalloc => "string-kit-mimalloc",
        };
        let other = this.with_file_name(format!("{name}{EXE_SUFFIX}"));
        let other_is = |what: &str| format!("{} {what}; `{BUILD}` makes it", other.display());
        if !other.is_file() {
            return Err(other_is("is not there"));
        }
        let theirs = ask::<String>(&other, &Task::Sources, PATIENCE);
        if theirs.is_ok_and(|theirs| theirs.as_deref() == Ok(SOURCES)) {
            Ok(other)
        } else {
            Err(other_is("is of another build"))
        }
    }
}

impl Display for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Allocator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no such allocator; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for one in Allocator::ALL {
            assert_eq!(one.to_string().parse(), Ok(one));
            let json = serde_json::to_string(&one).unwrap();
            assert_eq!(json, format!("\"{one}\""));
        }
        assert!("JEMALLOC".parse::<Allocator>().is_err());
    }

    #[test]
    fn this_program_runs_on_its_own_allocator() {
        let this = env::current_exe().unwrap();
        assert_eq!(Allocator::Laboratory.program(), Ok(this));
    }

    #[test]
    fn who_is_not_there_can_be_built() {
        // Tests lie in a folder of their own.
        let said = Allocator::Mimalloc.program().unwrap_err();
        assert!(said.contains("string-kit-mimalloc"), "{said}");
        assert!(said.contains(BUILD), "{said}");
        assert_eq!(Allocator::Mimalloc.or_close(), Allocator::Mimalloc);
        assert_eq!(Allocator::System.or_close(), Allocator::Laboratory);
    }
}
