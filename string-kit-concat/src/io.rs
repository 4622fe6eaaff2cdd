//! Reading a text by std's traits.

use std::io::{BufRead, Read, Result};

use crate::iter::Chunks;
use crate::slice::ConcatSlice;

/// A reader of the bytes of a text: see [`ConcatStr::reader`](crate::ConcatStr::reader). It never
/// fails.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: Chunks<'a>,
    chunk: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            rest: text.chunks(),
            chunk: &[],
        }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        let len = self.fill_buf()?.len().min(to.len());
        to[..len].copy_from_slice(&self.chunk[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Reader<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.chunk.is_empty()
            && let Some(chunk) = self.rest.next()
        {
            self.chunk = chunk.as_bytes();
        }
        Ok(self.chunk)
    }

    fn consume(&mut self, bytes: usize) {
        self.chunk = &self.chunk[bytes..];
    }
}
