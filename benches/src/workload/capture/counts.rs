//! Counts of a pass: the same in every run.

use string_kit_conformance::Counts;

use string_kit_measure::memory::counts;

use super::way::Workload;
use crate::workload::slices::Values;

/// The counts of one pass whose results are all kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// New blocks.
    pub(crate) allocations: usize,
    /// Blocks that were made longer or shorter.
    pub(crate) reallocations: usize,
    /// Bytes that the results hold.
    pub(crate) kept_bytes: isize,
    /// The most bytes held at once on the way there.
    pub(crate) peak_bytes: isize,
}

impl Memory {
    /// Counts a pass, after one that fills buffers that a way keeps (such as a thread-local one).
    ///
    /// All zero unless the program's allocator is the laboratory's.
    pub(crate) fn of(workload: &Workload, slices: &[Values<'_>]) -> Self {
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
