//! What jemalloc says of itself, in a program that runs on it.

/// The bytes that jemalloc has mapped, as of now; none if it does not run this program.
///
/// Only there: to ask it would set it up in any other program, with memory of its own.
#[cfg(feature = "allocators")]
pub(super) fn mapped() -> Option<i64> {
    use tikv_jemalloc_ctl::{epoch, stats};

    if super::Allocator::current() != super::Allocator::Jemalloc {
        return None;
    }
    epoch::advance().ok()?;
    i64::try_from(stats::mapped::read().ok()?).ok()
}

/// The same in a build that has no jemalloc.
#[cfg(not(feature = "allocators"))]
pub(super) fn mapped() -> Option<i64> {
    None
}
