//! What a process has of the machine's memory, and what there is to have.

use std::fs;

use serde::{Deserialize, Serialize};

/// The memory that this process mapped with no file behind it, and may use: heaps, stacks, and what
/// allocators keep. What they only reserve, so that nobody else takes the addresses, is not of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mappings {
    /// How many there are. Linux joins those that lie side by side, so that they may be fewer than
    /// the calls of `mmap` that made them.
    pub(crate) count: usize,
    /// How many bytes they have, touched or not.
    pub(crate) bytes: usize,
}

impl Mappings {
    /// Those of now; none where they cannot be told.
    pub(crate) fn now() -> Option<Self> {
        fs::read_to_string("/proc/self/maps")
            .ok()
            .map(|text| Self::of(&text))
    }

    /// Those of a file as `/proc/self/maps` is.
    fn of(maps: &str) -> Self {
        let anonymous = maps.lines().filter_map(|line| {
            let mut fields = line.split_whitespace();
            let (begin, end) = fields.next()?.split_once('-')?;
            let is_reserved = fields.next()?.starts_with("---");
            // Offset and device are of no interest; the inode of no file is 0.
            let inode = fields.nth(2)?;
            let is_the_kernels = fields.next().is_some_and(|name| name.starts_with("[v"));
            let address = |text| usize::from_str_radix(text, 16).ok();
            (inode == "0" && !is_reserved && !is_the_kernels)
                .then_some(address(end)? - address(begin)?)
        });
        anonymous.fold(Self::default(), |all, bytes| Self {
            count: all.count + 1,
            bytes: all.bytes + bytes,
        })
    }

    /// How many more there are than before, and how many bytes more.
    pub(crate) fn since(self, before: Self) -> (i64, i64) {
        let more = |now: usize, then: usize| {
            let sign = |size: usize| i64::try_from(size).expect("an address has 47 bits");
            sign(now) - sign(then)
        };
        (
            more(self.count, before.count),
            more(self.bytes, before.bytes),
        )
    }
}

/// The bytes of memory with no file behind it that this process has touched: counted page by page,
/// where `statm` would only estimate.
pub(crate) fn touched() -> Option<usize> {
    kilobytes("/proc/self/smaps_rollup", "Anonymous:")
}

/// The memory that programs may still ask for; 4 GB if the system does not tell.
pub(crate) fn free_memory() -> usize {
    kilobytes("/proc/meminfo", "MemAvailable:").unwrap_or(4 << 30)
}

/// A line `name: 12 kB` of a file, in bytes.
fn kilobytes(file: &str, name: &str) -> Option<usize> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kb: usize = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kb << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_memory_without_a_file_counts() {
        let maps = "\
            55d1c0000000-55d1c0002000 r--p 00000000 08:01 131 /usr/bin/true\n\
            55d1c1000000-55d1c1021000 rw-p 00000000 00:00 0   [heap]\n\
            7f0000000000-7f0000001000 rw-p 00000000 00:00 0\n\
            7f0000001000-7f0000009000 ---p 00000000 00:00 0\n\
            7ffd00000000-7ffd00004000 r--p 00000000 00:00 0   [vvar]\n\
            not a line\n";
        let found = Mappings::of(maps);
        assert_eq!((found.count, found.bytes), (2, 0x22000));
        let before = Mappings {
            count: 3,
            bytes: 0x21000,
        };
        assert_eq!(found.since(before), (-1, 0x1000));
    }

    #[test]
    fn a_system_that_tells_tells_something() {
        assert!(free_memory() > 0);
        assert!(Mappings::now().is_none_or(|all| all.count > 0 && all.bytes > 0));
        assert!(touched().is_none_or(|bytes| bytes > 0));
    }
}
