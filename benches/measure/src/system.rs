//! Facts that Linux reports in files, a line each.

use std::fs;

/// Returns the value behind a name in such a file: `Name: value` or `NAME="value"`; none where the
/// system has no such file.
pub(crate) fn value_of(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let value = text.lines().find_map(|line| {
        let (key, value) = line.split_once([':', '='])?;
        (key.trim() == name).then_some(value)
    })?;
    Some(value.trim().trim_matches('"').to_owned())
}

fn bytes_of(file: &str, name: &str) -> Option<u64> {
    let value = value_of(file, name)?;
    let kib: u64 = value.strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the bytes of anonymous memory that this process has touched. They are counted page by
/// page; `statm` only estimates them.
pub fn touched() -> Option<usize> {
    usize::try_from(bytes_of("/proc/self/smaps_rollup", "Anonymous")?).ok()
}

/// Returns the most bytes of this process that were in memory at once, its code included.
pub fn peak() -> Option<u64> {
    bytes_of("/proc/self/status", "VmHWM")
}

/// Returns the memory that programs may still ask for; 4 GB if the system does not report it.
pub fn free_memory() -> usize {
    let bytes = bytes_of("/proc/meminfo", "MemAvailable").unwrap_or(4 << 30);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
