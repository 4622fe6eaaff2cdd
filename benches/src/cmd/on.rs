//! The flag of what allocators a verb measures on.

use super::flags::distinct;
use crate::measure::Allocator;

/// What to measure on.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct On {
    /// On these allocators: system, jemalloc, mimalloc, each by a program that is built with
    /// '--features allocators'; laboratory is the system's by way of this program's own.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) allocator: Vec<Allocator>,
}

impl On {
    /// The allocators that are asked for; if none are, the one that runs this program, but for the
    /// laboratory's, which would add to what it is asked for.
    pub(super) fn all(&self) -> Vec<Allocator> {
        if !self.allocator.is_empty() {
            return distinct(self.allocator.iter().map(|one| one.or_close()));
        }
        let one = match Allocator::current() {
            Allocator::Laboratory => Allocator::System.or_close(),
            other => other,
        };
        vec![one]
    }

    /// That the laboratory's allocator runs what the system's was to run, and why.
    pub(super) fn replaced(&self) -> Option<String> {
        let by_default = self.allocator.is_empty() && Allocator::current() == Allocator::Laboratory;
        let is_asked = by_default || self.allocator.contains(&Allocator::System);
        let why = Allocator::System.program().err().filter(|_| is_asked)?;
        let close = Allocator::System.or_close();
        Some(format!("{close} stands for {}: {why}.", Allocator::System))
    }
}
