//! Files in which a system reports facts of itself, a line each.

use std::fs;

/// Returns the value behind a name in such a file: `Name: value` or `NAME="value"`; none where the system
/// has no such file.
pub(crate) fn value_of(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let value = text.lines().find_map(|line| {
        let (key, value) = line.split_once([':', '='])?;
        (key.trim() == name).then_some(value)
    })?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// Returns a value in KiB as bytes.
pub(crate) fn bytes_of(file: &str, name: &str) -> Option<u64> {
    let value = value_of(file, name)?;
    let kib: u64 = value.strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_name() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, "ID=x\nPRETTY_NAME=\"A system\"\nVmHWM:\t  12 kB\n").unwrap();
        let path = file.path().to_str().unwrap();
        assert_eq!(value_of(path, "PRETTY_NAME").as_deref(), Some("A system"));
        assert_eq!(bytes_of(path, "VmHWM"), Some(12 * 1024));
        assert_eq!(bytes_of(path, "ID"), None);
        assert_eq!(value_of("/no/such/file", "ID"), None);
    }
}
