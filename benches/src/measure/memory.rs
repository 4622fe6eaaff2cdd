//! Memory: what a pass asks of the allocator. Counted, so the same in every run.

use serde::Serialize;
use string_kit_conformance::Counts;

use super::allocator::counts;
use crate::input::Values;
use crate::workload::Workload;

/// What one pass asks of the allocator, its results all kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// New blocks.
    pub allocations: usize,
    /// Blocks that were made longer or shorter.
    pub reallocations: usize,
    /// Bytes that the results hold.
    pub kept_bytes: isize,
    /// The most bytes held at once on the way there.
    pub peak_bytes: isize,
}

impl Memory {
    /// Counts a pass, after one that fills what a way keeps for itself (a thread-local buffer).
    ///
    /// All zero unless the program's allocator is the laboratory's.
    ///
    /// ```
    /// use string_kit_benches::measure::{LaboratoryAllocator, Memory};
    /// use string_kit_benches::workload;
    ///
    /// #[global_allocator]
    /// static ALLOCATOR: LaboratoryAllocator = LaboratoryAllocator;
    ///
    /// let ways = workload::all();
    /// let strings = ways.iter().find(|way| way.name == "vec_string").unwrap();
    /// let memory = Memory::of(strings, &[&[&42]]);
    /// assert_eq!(memory.allocations, 2); // the Vec and its one String
    /// ```
    #[must_use]
    pub fn of(workload: &Workload, slices: &[Values<'_>]) -> Self {
        workload.pass(slices);
        let mut during = Counts::default();
        workload.keep(slices, |capture| during = counts(capture));
        Self {
            allocations: during.allocations,
            reallocations: during.reallocations,
            kept_bytes: during.live_bytes,
            peak_bytes: during.peak_bytes,
        }
    }
}
