//! How much the processor's caches hold.

use std::fs;

use serde::Serialize;

/// The sizes of the caches that a core reads through, in bytes.
///
/// On a virtual machine they are what the host says, and other guests may use them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Caches {
    /// The second level, a core's own.
    pub second: usize,
    /// The last level, behind which is memory.
    pub last: usize,
    /// Whether the system told them; else they are a common machine's.
    pub known: bool,
}

impl Caches {
    /// A common machine's, for systems that do not tell.
    const COMMON: Self = Self {
        second: 512 << 10,
        last: 32 << 20,
        known: false,
    };

    /// The caches of the first core, as Linux tells them.
    ///
    /// ```
    /// use string_kit_benches::measure::Caches;
    ///
    /// let caches = Caches::detect();
    /// assert!(caches.second <= caches.last);
    /// ```
    #[must_use]
    pub fn detect() -> Self {
        let levels = (0..8).filter_map(|index| {
            let folder = format!("/sys/devices/system/cpu/cpu0/cache/index{index}");
            let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).ok();
            let level: u8 = read("level")?.trim().parse().ok()?;
            Some((level, bytes(read("size")?.trim())?))
        });
        Self::of(&levels.collect::<Vec<_>>()).unwrap_or(Self::COMMON)
    }

    /// The second and the last of some levels.
    fn of(levels: &[(u8, usize)]) -> Option<Self> {
        Some(Self {
            second: levels.iter().find(|(level, _)| *level == 2)?.1,
            last: levels.iter().max()?.1,
            known: true,
        })
    }
}

/// A size as Linux writes it: `512K`.
fn bytes(text: &str) -> Option<usize> {
    let (number, shift) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 10),
        b'M' => (&text[..text.len() - 1], 20),
        _ => (text, 0),
    };
    Some(number.parse::<usize>().ok()? << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_linux_writes_them() {
        let read = ["512K", "32M", "64", "", "K", "many"].map(bytes);
        assert_eq!(
            read,
            [Some(512 << 10), Some(32 << 20), Some(64), None, None, None]
        );
    }

    #[test]
    fn without_a_second_level_nothing_is_known() {
        assert_eq!(Caches::of(&[(1, 32 << 10)]), None);
        let caches = Caches::of(&[(1, 1), (1, 1), (2, 4), (3, 9)]).unwrap();
        assert_eq!((caches.second, caches.last), (4, 9));
    }
}
