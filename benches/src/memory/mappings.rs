//! Memory of this process and of the machine, as the system reports it.

/// The memory that this process mapped with no file behind it, and may use: heaps, stacks, and the
/// reserves of allocators. Address space that is reserved only does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mappings {
    /// The number of mappings. Linux joins neighbours, so that there may be fewer than calls of `mmap`.
    pub(crate) count: usize,
    /// Their bytes, touched or not.
    pub(crate) bytes: usize,
}

impl Mappings {
    /// Returns the mappings of now; none where the system does not report them.
    #[cfg(target_os = "linux")]
    pub(crate) fn now() -> Option<Self> {
        use procfs::process::{MMPermissions, MMapPath, Process};

        let is_usable = |perms: MMPermissions| {
            perms.intersects(MMPermissions::READ | MMPermissions::WRITE | MMPermissions::EXECUTE)
        };
        let is_the_kernels = |path: &MMapPath| match path {
            MMapPath::Vdso | MMapPath::Vvar | MMapPath::Vsyscall => true,
            MMapPath::Other(name) => name.starts_with("[v") || name.starts_with('v'),
            _ => false,
        };
        let maps = Process::myself().ok()?.maps().ok()?;
        let anonymous = maps
            .0
            .iter()
            .filter(|map| map.inode == 0 && is_usable(map.perms) && !is_the_kernels(&map.pathname));
        let bytes = anonymous.map(|map| usize::try_from(map.address.1 - map.address.0));
        bytes.into_iter().try_fold(Self::default(), |all, bytes| {
            Some(Self {
                count: all.count + 1,
                bytes: all.bytes + bytes.ok()?,
            })
        })
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn now() -> Option<Self> {
        None
    }

    /// Returns how many mappings there are more than before, and how many bytes.
    pub(crate) fn since(self, before: Self) -> (i64, i64) {
        let more = |now: usize, then: usize| now.cast_signed() as i64 - then.cast_signed() as i64;
        (
            more(self.count, before.count),
            more(self.bytes, before.bytes),
        )
    }
}

/// Returns the bytes with no file behind them that this process has touched: counted page by page,
/// where `statm` only estimates.
#[cfg(target_os = "linux")]
pub(crate) fn touched() -> Option<usize> {
    use procfs::process::Process;

    let rollup = Process::myself().ok()?.smaps_rollup().ok()?;
    let all = rollup.memory_map_rollup.0.first()?;
    usize::try_from(*all.extension.map.get("Anonymous")?).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn touched() -> Option<usize> {
    None
}

/// Returns the memory that programs may still ask for; 4 GB if the system does not report it.
pub(crate) fn free_memory() -> usize {
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
        assert!(Mappings::now().is_none_or(|all| all.count > 0 && all.bytes > 0));
        assert!(touched().is_none_or(|bytes| bytes > 0));
        assert_eq!(touched().is_some(), cfg!(target_os = "linux"));
    }

    #[test]
    fn a_large_block_is_mapped() {
        const BYTES: usize = 1 << 30;
        let before = Mappings::now();
        let block = std::hint::black_box(Vec::<u8>::with_capacity(BYTES));
        let after = Mappings::now();
        drop(block);
        // Other tests run at the same time: their blocks are far smaller.
        let more = before
            .zip(after)
            .map(|(before, after)| after.since(before).1);
        assert!(more.is_none_or(|bytes| bytes > 1 << 29), "{more:?}");
    }
}
