//! A text of at most 32 bytes on the stack.
#![allow(unsafe_code)]

use core::ops::Deref;

#[derive(Clone, Copy, Default)]
pub(crate) struct Short {
    bytes: [u8; Self::MAX],
    len: u8,
}

impl Short {
    pub(crate) const MAX: usize = 32;

    /// Copies parts of at most [`MAX`](Self::MAX) bytes.
    #[inline]
    pub(crate) fn new(parts: &[&str]) -> Self {
        let mut short = Self {
            bytes: [0; Self::MAX],
            len: 0,
        };
        for part in parts {
            short.push(part);
        }
        short
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most MAX")]
    pub(crate) fn push(&mut self, text: &str) {
        let (from, to) = (self.len.into(), usize::from(self.len) + text.len());
        self.bytes[from..to].copy_from_slice(text.as_bytes());
        self.len = to as u8;
    }
}

impl Deref for Short {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        let text = &self.bytes[..self.len.into()];
        // SAFETY: whole texts were copied.
        unsafe { str::from_utf8_unchecked(text) }
    }
}
