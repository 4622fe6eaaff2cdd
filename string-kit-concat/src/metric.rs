//! The units that texts are counted in, and their counts in bytes.

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Metric {
    /// Line feeds.
    Feeds,
    /// Carriage returns.
    Returns,
    Chars,
    Utf16,
}

impl Metric {
    pub(crate) const COUNT: usize = 4;
    pub(crate) const ALL: [Self; Self::COUNT] =
        [Self::Feeds, Self::Returns, Self::Chars, Self::Utf16];

    /// Returns true if each byte of an ASCII text is a unit.
    pub(crate) fn is_bytes_in_ascii(self) -> bool {
        matches!(self, Self::Chars | Self::Utf16)
    }
}

pub(crate) fn units_in(bytes: &[u8], metric: Metric) -> usize {
    match metric {
        Metric::Feeds => tally(bytes, |byte| byte == b'\n'),
        Metric::Returns => tally(bytes, |byte| byte == b'\r'),
        Metric::Chars => tally(bytes, |byte| byte & 0xc0 != 0x80),
        Metric::Utf16 => units_in(bytes, Metric::Chars) + tally(bytes, |byte| byte >= 0xf0),
    }
}

/// PERF: sums of bytes are vectorized, sums of wider integers less well.
fn tally(bytes: &[u8], counts: impl Fn(u8) -> bool) -> usize {
    let blocks = bytes.chunks(255);
    blocks
        .map(|block| usize::from(block.iter().map(|&byte| u8::from(counts(byte))).sum::<u8>()))
        .sum()
}

/// Returns the byte that the unit with a number, from 1 on, begins at, if there are as many. Of a
/// line feed that is its own byte.
pub(crate) fn locate_in(bytes: &[u8], metric: Metric, number: usize) -> Option<usize> {
    let mut left = number;
    for (block, bytes) in bytes.chunks(64).enumerate() {
        let here = units_in(bytes, metric);
        if left <= here {
            let at = (1..=bytes.len()).find(|&to| left <= units_in(&bytes[..to], metric))?;
            return Some(block * 64 + at - 1);
        }
        left -= here;
    }
    None
}
