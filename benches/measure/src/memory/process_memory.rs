//! Memory of this process and of the machine, as the system reports it.

/// Returns the bytes with no file behind them that this process has touched: counted page by page,
/// where `statm` only estimates.
#[cfg(target_os = "linux")]
pub fn touched() -> Option<usize> {
    use procfs::process::Process;

    let rollup = Process::myself().ok()?.smaps_rollup().ok()?;
    let all = rollup.memory_map_rollup.0.first()?;
    usize::try_from(*all.extension.map.get("Anonymous")?).ok()
}

#[cfg(not(target_os = "linux"))]
pub fn touched() -> Option<usize> {
    None
}

/// Returns the most bytes of this process that were in memory at once, its code included.
#[cfg(target_os = "linux")]
pub fn peak() -> Option<u64> {
    let status = procfs::process::Process::myself().ok()?.status().ok()?;
    Some(status.vmhwm? * 1024)
}

#[cfg(not(target_os = "linux"))]
pub fn peak() -> Option<u64> {
    None
}

/// Returns the memory that programs may still ask for; 4 GB if the system does not report it.
pub fn free_memory() -> usize {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    match usize::try_from(system.available_memory()) {
        Ok(0) | Err(_) => 4 << 30,
        Ok(bytes) => bytes,
    }
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
