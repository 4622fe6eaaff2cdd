//! Tells a tail that a crash tore off from damage within a file.
//!
//! CRC-32 is linear. If bytes that follow others with the CRC-32 `a` make it `b`, and behind others
//! with `c` make it `d`, then `b ^ d` is `a ^ c` times a power of x that their number gives. So the
//! checksum of each range follows from those of all beginnings of the tail, and a frame is known by
//! the checksum of the frame before it, which lies in the four bytes before its own.

use alloc::vec::Vec;
use core::ops::Range;

use super::format::{Input, MAGIC, SAVED, crc_step, crc32, magic};
use crate::error::{Attempt, try_reserve};

/// Returns the range of the payload of a frame that some bytes begin with, if they have all of the
/// frame. A checksum of four bytes lies behind it.
pub(super) fn payload(bytes: &[u8]) -> Option<Range<usize>> {
    let mut rest = Input(bytes);
    let len = rest.index().ok()?;
    let start = bytes.len() - rest.0.len();
    let end = start.checked_add(len)?;
    (end.checked_add(4)? <= bytes.len()).then_some(start..end)
}

pub(super) fn checksum(bytes: &[u8], at: usize) -> u32 {
    (0..4).fold(0, |sum, byte| {
        sum | u32::from(bytes[at + byte]) << (8 * byte)
    })
}

/// Returns true if a crash may have left a tail, which begins with a bad frame: the frame is not
/// complete, or has nothing but zeros behind it, and no frame of the tail is good. `sums` are the
/// checksums before each good frame and before the tail.
///
/// O(n log n) for n bytes.
pub(super) fn is_torn(tail: &[u8], sums: &[u32]) -> Attempt<bool> {
    if let Some(range) = payload(tail) {
        let is_first = sums.len() == 1 && !range.is_empty();
        if is_first || tail[range.end + 4..].iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
    }
    has_good_frame(tail, sums).map(|is_good| !is_good)
}

/// Returns true if a tail has a frame with the right checksum: behind any frame, at the beginning
/// of a file, or, if the tail begins with it, behind one of the good frames before the tail. The
/// last two are what a second writer leaves.
fn has_good_frame(tail: &[u8], sums: &[u32]) -> Attempt<bool> {
    // Of each beginning of the tail the CRC-32.
    let mut beginnings = Vec::new();
    try_reserve(&mut beginnings, tail.len() + 1)?;
    beginnings.push(0);
    for &byte in tail {
        beginnings.push(crc32(beginnings[beginnings.len() - 1], &[byte]));
    }
    // x to the power of 8, 16, 32 and so on.
    let mut powers = [1 << 23; usize::BITS as usize];
    for bit in 1..powers.len() {
        powers[bit] = product(powers[bit - 1], powers[bit - 1]);
    }
    let is_good = |range: &Range<usize>, before: u32| {
        let mut difference = before ^ beginnings[range.start];
        for (bit, power) in powers.iter().enumerate() {
            if range.len() >> bit & 1 == 1 {
                difference = product(difference, *power);
            }
        }
        checksum(tail, range.end) == beginnings[range.end] ^ difference
    };
    Ok((0..tail.len()).any(|at| {
        // No writer leaves an empty payload, and each begins with the kind of a record.
        let range = payload(&tail[at..]).map(|range| at + range.start..at + range.end);
        let is_frame = |range: &Range<usize>| !range.is_empty() && tail[range.start] <= SAVED;
        range.filter(is_frame).is_some_and(|range| match at {
            0 => sums.iter().any(|&sum| is_good(&range, sum)),
            1..4 => false,
            _ if at >= MAGIC.len() && magic(&tail[at - MAGIC.len()..at]).is_some() => {
                is_good(&range, 0)
            }
            _ => is_good(&range, checksum(tail, at - 4)),
        })
    }))
}

/// Multiplies two polynomials modulo that of CRC-32. The highest bit is the constant.
fn product(a: u32, mut b: u32) -> u32 {
    (0..32).fold(0, |sum, power| {
        let term = (a << power >> 31) * b;
        b = crc_step(b);
        sum ^ term
    })
}
