//! Memory of this process and of the machine, as Linux reports it.

use crate::system::bytes_of;

/// Returns the bytes with no file behind them that this process has touched: counted page by page,
/// where `statm` only estimates.
pub fn touched() -> Option<usize> {
    usize::try_from(bytes_of("/proc/self/smaps_rollup", "Anonymous")?).ok()
}

/// Returns the most bytes of this process that were in memory at once, its code included.
pub fn peak() -> Option<u64> {
    bytes_of("/proc/self/status", "VmHWM")
}

/// Returns the memory that programs may still ask for; 4 GB if the system does not report it.
pub fn free_memory() -> usize {
    let bytes = bytes_of("/proc/meminfo", "MemAvailable");
    bytes.map_or(4 << 30, |bytes| {
        usize::try_from(bytes).unwrap_or(usize::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reported() {
        assert!(free_memory() > 0);
        assert!(touched().is_none_or(|bytes| bytes > 0));
        assert_eq!(touched().is_some(), cfg!(target_os = "linux"));
        assert_eq!(peak().is_some(), cfg!(target_os = "linux"));
    }
}
