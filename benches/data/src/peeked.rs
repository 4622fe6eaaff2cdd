//! A buffered reader that shows its next bytes before they are read.

use std::io::{self, BufRead, ErrorKind, Read};

/// The bytes that are read at once.
const CHUNK: usize = 64 << 10;

pub(crate) struct Peeked {
    bytes: Box<dyn Read>,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were consumed.
    start: usize,
}

impl Peeked {
    pub(crate) fn new(bytes: impl Read + 'static) -> Self {
        Self {
            bytes: Box::new(bytes),
            buffer: Vec::new(),
            start: 0,
        }
    }

    /// Returns the next bytes: at least `count`, unless these are all. The buffer keeps them.
    pub(crate) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.buffer.len() - self.start < count {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        while self.buffer.len() - self.start < count {
            let kept = self.buffer.len();
            self.buffer.resize(kept + CHUNK, 0);
            let read = self.bytes.read(&mut self.buffer[kept..]);
            self.buffer.truncate(kept + read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        Ok(&self.buffer[self.start..])
    }
}

impl BufRead for Peeked {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, count: usize) {
        self.start += count;
    }
}

impl Read for Peeked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.peek(1)?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
