//! The parts of a file of versions, which `format.md` describes.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::table::Table;
use crate::error::ConcatError;
use crate::short::Short;
use crate::text::ConcatStr;

pub(super) const MAGIC: &[u8; 8] = b"skhist2\n";
/// The byte of them that is the version of the format, and the version before.
pub(super) const DIGIT: usize = 6;
const OLD: &[u8; 8] = b"skhist1\n";

/// Returns the first bytes of a file of any version that some bytes begin as, or may begin as.
pub(super) fn magic(bytes: &[u8]) -> Option<&'static [u8; 8]> {
    let beginning = &bytes[..bytes.len().min(MAGIC.len())];
    [MAGIC, OLD]
        .into_iter()
        .find(|magic| magic.starts_with(beginning))
}

pub(super) const LEAF: u8 = 0;
pub(super) const INNER: u8 = 1;
pub(super) const PATCH: u8 = 2;
pub(super) const OWNER: u8 = 3;
pub(super) const BORROWED: u8 = 4;
pub(super) const VERSION: u8 = 5;
pub(super) const CURRENT: u8 = 6;
pub(super) const FIRST: u8 = 7;
pub(super) const SWEEP: u8 = 8;
pub(super) const DROPPED: u8 = 9;
pub(super) const SKIPPED: u8 = 10;
pub(super) const STEP: u8 = 11;
pub(super) const REDO: u8 = 12;
pub(super) const SAVED: u8 = 13;

/// The most bytes of a record beside its text.
pub(super) const RECORD: usize = 64;

/// The state that records refer to: readers and writers have the same behind each record.
#[derive(Default)]
pub(super) struct Context {
    pub(super) table: Table,
    pub(super) patch: (u32, Short),
    /// The CRC-32 of all payloads.
    pub(super) crc: u32,
    /// The bytes of all payloads, and those of them before the last sweep.
    pub(super) bytes: u64,
    pub(super) swept_bytes: u64,
    /// The versions that are left, and which ones redo goes to. A reader makes the list at the end.
    pub(super) versions: VecDeque<(u32, u32)>,
    /// The number of versions that were dropped since the last sweep.
    pub(super) dropped: usize,
    pub(super) next: u32,
    pub(super) current: u32,
    pub(super) saved: u32,
    pub(super) redo_changes: u64,
    /// The history that was written, or 0.
    pub(super) identity: usize,
}

impl Context {
    /// Forgets all but some texts after some bytes of payloads.
    pub(super) fn swept<'a>(&mut self, bytes: u64, texts: impl Iterator<Item = &'a ConcatStr>) {
        self.table.retain(texts);
        (self.swept_bytes, self.dropped) = (bytes, 0);
    }

    /// Returns true if a sweep may follow some bytes of payloads: as many bytes follow the last
    /// sweep as there are items to look at, so that all sweeps take O(bytes).
    pub(super) fn may_sweep(&self, bytes: u64, versions: usize) -> bool {
        let items = self.table.nodes.len() + self.table.owners.len() + versions;
        bytes - self.swept_bytes >= items as u64
    }
}

/// Appends a number, seven bits a byte, the lowest ones first.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

pub(super) fn put(out: &mut Vec<u8>, kind: u8, numbers: &[u64]) {
    out.push(kind);
    for &number in numbers {
        put_number(out, number);
    }
}

/// Appends a text: the bytes that it has in common with the beginning and the end of another text,
/// and the bytes between them.
pub(super) fn put_text(out: &mut Vec<u8>, base: &str, text: &str) {
    let (base, text) = (base.as_bytes(), text.as_bytes());
    let alike = |(a, b): &(&u8, &u8)| a == b;
    let before = base.iter().zip(text).take_while(alike).count();
    let (base_rest, rest) = (&base[before..], &text[before..]);
    let ends = base_rest.iter().rev().zip(rest.iter().rev());
    let after = ends.take_while(alike).count();
    let middle = &rest[..rest.len() - after];
    for number in [before, after, middle.len()] {
        put_number(out, number as u64);
    }
    out.extend_from_slice(middle);
}

pub(super) fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)).cast_unsigned()
}

pub(super) fn unzigzag(number: u32) -> i32 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// A payload that makes no text, or a failure.
pub(super) enum Fault {
    Invalid,
    Concat(ConcatError),
}

impl<E: Into<ConcatError>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Concat(error.into())
    }
}

pub(super) fn valid<T>(part: Option<T>) -> Result<T, Fault> {
    part.ok_or(Fault::Invalid)
}

pub(super) struct Input<'a>(pub(super) &'a [u8]);

impl<'a> Input<'a> {
    pub(super) fn bytes(&mut self, count: u64) -> Result<&'a [u8], Fault> {
        let count = usize::try_from(count).ok();
        let (bytes, rest) = valid(count.and_then(|count| self.0.split_at_checked(count)))?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Fault::Invalid)
    }

    pub(super) fn index(&mut self) -> Result<usize, Fault> {
        valid(usize::try_from(self.number()?).ok())
    }

    /// Reads a text of at most `to` bytes into `to`, and returns it.
    pub(super) fn text<'t>(&mut self, base: &str, to: &'t mut [u8]) -> Result<&'t str, Fault> {
        let (before, after, count) = (self.index()?, self.index()?, self.number()?);
        let middle = self.bytes(count)?;
        let (start, rest) = valid(base.as_bytes().split_at_checked(before))?;
        let end = &rest[valid(rest.len().checked_sub(after))?..];
        let mut len = 0;
        for part in [start, middle, end] {
            valid(to.get_mut(len..len + part.len()))?.copy_from_slice(part);
            len += part.len();
        }
        valid(str::from_utf8(&to[..len]).ok())
    }
}

/// Multiplies a polynomial by x, modulo that of CRC-32. The highest bit is the constant.
pub(super) const fn crc_step(crc: u32) -> u32 {
    (crc >> 1) ^ ((crc & 1) * 0xedb8_8320)
}

/// Returns the CRC-32 of a text that has some bytes behind those of which `crc` is the CRC-32.
pub(super) fn crc32(crc: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut crc, mut bit) = (byte, 0);
            while bit < 8 {
                crc = crc_step(crc);
                bit += 1;
            }
            table[byte as usize] = crc;
            byte += 1;
        }
        table
    };
    let step = |crc: u32, byte: &u8| (crc >> 8) ^ TABLE[(crc.to_le_bytes()[0] ^ byte) as usize];
    !bytes.iter().fold(!crc, step)
}
