//! Threads that stay on a core.

/// Keeps this thread on the core of this number, modulo the number of cores; returns whether the
/// system agreed.
pub(crate) fn pin(thread: usize) -> bool {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    !cores.is_empty() && core_affinity::set_for_current(cores[thread % cores.len()])
}
