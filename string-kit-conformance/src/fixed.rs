//! A text in a buffer of fixed length. Writing it allocates nothing.

use core::fmt::{self, Write};

/// The first `N` bytes of a text, cut at a character boundary.
#[derive(Clone, Copy)]
pub(super) struct Fixed<const N: usize> {
    bytes: [u8; N],
    len: usize,
    is_whole: bool,
}

impl<const N: usize> Fixed<N> {
    pub(super) fn of(text: fmt::Arguments<'_>) -> Self {
        let mut fixed = Self {
            bytes: [0; N],
            len: 0,
            is_whole: true,
        };
        // It never returns an error; a `Display` of the text may.
        _ = fixed.write_fmt(text);
        fixed
    }

    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

/// Displays as a literal, with `...` behind it if the text was cut.
impl<const N: usize> fmt::Display for Fixed<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = if self.is_whole { "" } else { "..." };
        write!(f, "{:?}{rest}", self.as_str())
    }
}

impl<const N: usize> Write for Fixed<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = if self.is_whole { N - self.len } else { 0 };
        let kept = text.floor_char_boundary(room);
        self.bytes[self.len..][..kept].copy_from_slice(&text.as_bytes()[..kept]);
        self.len += kept;
        self.is_whole &= kept == text.len();
        Ok(())
    }
}
