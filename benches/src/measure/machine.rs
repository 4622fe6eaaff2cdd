//! The machine and the build: without them a time means nothing.

use std::fmt::{self, Display};
use std::{env, fs, thread};

use serde::Serialize;

use super::Allocator;

/// Where the numbers were taken.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// How many threads run at once.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The compiler that built the laboratory.
    pub rustc: &'static str,
    /// Whether it was built to be fast.
    pub optimized: bool,
    /// Where memory comes from.
    pub allocator: String,
}

impl Machine {
    /// The machine that this runs on.
    ///
    /// ```
    /// use string_kit_benches::measure::Machine;
    ///
    /// assert!(Machine::detect().rustc.starts_with("rustc"));
    /// ```
    #[must_use]
    pub fn detect() -> Self {
        Self {
            cpu: field("/proc/cpuinfo", "model name", ':')
                .unwrap_or_else(|| env::consts::ARCH.into()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            os: field("/etc/os-release", "PRETTY_NAME", '=')
                .unwrap_or_else(|| env::consts::OS.into()),
            rustc: env!("STRING_KIT_RUSTC"),
            optimized: !cfg!(debug_assertions),
            allocator: String::new(),
        }
        .on(&[Allocator::current()])
    }

    /// The same where other programs were measured, which run on these allocators.
    #[must_use]
    pub(crate) fn on(self, allocators: &[Allocator]) -> Self {
        let name = |one: &Allocator| match one {
            Allocator::Laboratory => "the system's",
            Allocator::System => "the system's with nothing before it",
            Allocator::Jemalloc | Allocator::Mimalloc => one.name(),
        };
        let names: Vec<&str> = allocators.iter().map(name).collect();
        Self {
            allocator: names.join(", "),
            ..self
        }
    }
}

/// The first `name = value` of a file, without quotes.
fn field(path: &str, name: &str, equals: char) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines()
        .filter_map(|line| line.split_once(equals))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().trim_matches('"').to_owned())
}

impl Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "processor  {}, {} threads", self.cpu, self.cores)?;
        writeln!(f, "system     {}", self.os)?;
        write!(f, "compiler   {}", self.rustc)?;
        if !self.optimized {
            write!(f, ", NOT OPTIMIZED: the times mean nothing; use --release")?;
        }
        write!(f, "\nallocator  {}", self.allocator)
    }
}
