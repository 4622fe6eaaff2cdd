//! Writing of payloads: into the value, into a block, or into a buffer on the stack.
#![allow(unsafe_code)]

use core::mem::{ManuallyDrop, MaybeUninit};
use core::slice;

use super::block::Block;
use super::layout::{Form, INLINE, ONE_BYTE_MAX, Packed};
use crate::capture::STACK_BYTES;
use crate::capture::buffer::{Room, uninit};
use crate::error::{TextError, TextErrorKind};
use crate::inline_or_pointer::NUMBER_BITS;
use crate::short_text;

const MAX_COUNT: u64 = (1 << NUMBER_BITS) - 1;

impl Packed {
    /// Makes a list of `count` strings with `text_len` bytes of text. Each piece is a text, and the
    /// lengths of the strings in it.
    ///
    /// Returns `TooLong` if the payload is longer than an allocation can be. Panics if the lengths
    /// of a piece do not divide its text into strings, or if `count` or `text_len` is not the sum
    /// over the pieces.
    pub(super) fn from_pieces<'a, L: Iterator<Item = usize>>(
        count: usize,
        text_len: usize,
        pieces: impl Iterator<Item = (L, &'a str)>,
    ) -> Result<Self, TextError> {
        let (log_width, len) = width_and_len(count, text_len)?;
        if len <= INLINE {
            let mut payload = PayloadBuffer::<32>::new();
            let form = payload.write_sized(count, log_width, len, pieces);
            return Ok(form.pack().ok_or(TextErrorKind::Alloc)?);
        }
        let mut block = NewBlock::allocate(len)?;
        write_payload(block.payload(), log_width, count, pieces);
        Ok(Self::heap(block.into_written(), count, log_width))
    }
}

pub(super) struct PayloadBuffer<const N: usize>(pub(super) Room<N>);

/// A buffer with room for the payload of each list whose text was captured on the stack.
pub(super) type LentBuffer = PayloadBuffer<{ STACK_BYTES + 64 }>;

impl<const N: usize> PayloadBuffer<N> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self(uninit())
    }

    /// Makes a list as [`Packed::from_pieces`] does, on the stack if this buffer has room for it.
    #[inline(never)]
    pub(super) fn write<'a, L: Iterator<Item = usize>>(
        &mut self,
        count: usize,
        text_len: usize,
        pieces: impl Iterator<Item = (L, &'a str)>,
    ) -> Result<Form<'_>, TextError> {
        let (log_width, len) = width_and_len(count, text_len)?;
        if len > N {
            return Packed::from_pieces(count, text_len, pieces).map(Form::Inline);
        }
        Ok(self.write_sized(count, log_width, len, pieces))
    }

    #[inline]
    fn write_sized<'a, L: Iterator<Item = usize>>(
        &mut self,
        count: usize,
        log_width: u8,
        len: usize,
        pieces: impl Iterator<Item = (L, &'a str)>,
    ) -> Form<'_> {
        write_payload(&mut self.0[..len], log_width, count, pieces);
        // SAFETY: `write_payload` initialised these bytes, and checked that they are the payload of
        // `count` strings with offsets of this width.
        let form = unsafe { Form::new(&mut self.0, len, count, log_width) };
        form.expect("the width was chosen for this length")
    }
}

/// A block whose payload is being written. It frees the block if the writing panics.
struct NewBlock {
    block: Block,
    len: usize,
}

impl NewBlock {
    #[inline]
    fn allocate(len: usize) -> Result<Self, TextError> {
        let block = Block::allocate(len)?;
        Ok(Self { block, len })
    }

    #[inline]
    fn payload(&mut self) -> &mut [MaybeUninit<u8>] {
        // SAFETY: the pointer is not null, and valid for reads and writes of `len` bytes, for which
        // the block was allocated; bytes need no alignment, and `MaybeUninit` no initialisation;
        // the block is new, so that nobody else reads or writes it while `self` is borrowed; an
        // allocation has at most `isize::MAX` bytes.
        unsafe { slice::from_raw_parts_mut(self.block.payload().cast(), self.len) }
    }

    #[inline]
    fn into_written(self) -> Block {
        ManuallyDrop::new(self).block
    }
}

impl Drop for NewBlock {
    fn drop(&mut self) {
        // SAFETY: `self` owns the only reference to the block, and is not used after `drop`; the
        // block was allocated for `len` bytes.
        unsafe { self.block.free(self.len) };
    }
}

/// Returns the binary logarithm of the width of an end offset, and the length of the payload in
/// bytes, or `TooLong` if there is no such list.
#[inline]
fn width_and_len(count: usize, text_len: usize) -> Result<(u8, usize), TextError> {
    let len = count.checked_add(text_len).ok_or(TextErrorKind::TooLong)?;
    if len <= ONE_BYTE_MAX {
        return Ok((0, len));
    }
    wide_width_and_len(count, text_len)
}

#[inline(never)]
fn wide_width_and_len(count: usize, text_len: usize) -> Result<(u8, usize), TextError> {
    if count as u64 > MAX_COUNT {
        return Err(TextErrorKind::TooLong.into());
    }
    for (log_width, max) in [(1, u16::MAX.into()), (2, u32::MAX.into()), (3, u64::MAX)] {
        let len = count
            .checked_mul(1 << log_width)
            .and_then(|offsets| offsets.checked_add(text_len))
            .ok_or(TextErrorKind::TooLong)?;
        if len as u64 <= max {
            return Ok((log_width, len));
        }
    }
    unreachable!("a `usize` has at most 64 bits")
}

/// Initialises the whole of `payload`, with offsets of `1 << log_width` bytes. Checks the
/// INVARIANT, and panics as [`Packed::from_pieces`] does.
#[inline]
fn write_payload<'a, L: Iterator<Item = usize>>(
    payload: &mut [MaybeUninit<u8>],
    log_width: u8,
    count: usize,
    mut pieces: impl Iterator<Item = (L, &'a str)>,
) {
    match log_width {
        0 => write_with_width::<1>(payload, count, pieces),
        _ => write_wide_payload(payload, log_width, count, &mut pieces),
    }
}

/// Does the work of `write_payload` for wider offsets. The pieces are behind a `dyn`, so that the
/// compiler makes this code once, and not for each type of strings.
#[inline(never)]
fn write_wide_payload<L: Iterator<Item = usize>>(
    payload: &mut [MaybeUninit<u8>],
    log_width: u8,
    count: usize,
    pieces: &mut dyn Iterator<Item = (L, &str)>,
) {
    match log_width {
        1 => write_with_width::<2>(payload, count, pieces),
        2 => write_with_width::<4>(payload, count, pieces),
        _ => write_with_width::<8>(payload, count, pieces),
    }
}

#[inline]
fn write_with_width<'a, const WIDTH: usize>(
    payload: &mut [MaybeUninit<u8>],
    count: usize,
    pieces: impl Iterator<Item = (impl Iterator<Item = usize>, &'a str)>,
) {
    const { assert!(WIDTH <= 8) };
    let mut start = count * WIDTH;
    let (offsets, mut rest) = payload.split_at_mut(start);
    let mut offsets = offsets.as_chunks_mut::<WIDTH>().0.iter_mut();
    for (lengths, text) in pieces {
        let mut end = 0_usize;
        for len in lengths {
            // If the sum saturates, `end` lies beyond the text, and the assertion fails.
            end = end.saturating_add(len);
            assert!(
                text.is_char_boundary(end),
                "a string does not end at a character boundary"
            );
            let bytes = ((start + end) as u64).to_le_bytes();
            let offset = offsets.next().expect("there are more strings than `count`");
            let bytes = bytes.first_chunk::<WIDTH>();
            *offset = bytes.expect("WIDTH is at most 8").map(MaybeUninit::new);
        }
        assert!(end == text.len(), "text follows the last string");
        let (target, behind) = rest.split_at_mut(end);
        short_text::copy_to(text.as_bytes(), target);
        (start, rest) = (start + end, behind);
    }
    assert!(
        offsets.next().is_none(),
        "there are fewer strings than `count`"
    );
    assert!(rest.is_empty(), "there is less text than `text_len`");
}

#[cfg(test)]
mod tests {
    use core::iter;

    use string_kit_testkit::panics::panic_message;

    use super::*;

    fn write(len: usize, count: usize, lengths: &[usize], text: &str) {
        let mut payload = [MaybeUninit::new(0); 32];
        let pieces = iter::once((lengths.iter().copied(), text));
        write_with_width::<1>(&mut payload[..len], count, pieces);
    }

    #[test]
    fn sizes_that_no_allocation_can_have_are_too_long() {
        let lists = [
            (usize::try_from(MAX_COUNT + 1).unwrap_or(usize::MAX), 20),
            (usize::MAX, 20),
            (usize::MAX / 2, 20),
            (20, usize::MAX),
            (usize::MAX, usize::MAX),
        ];
        for (count, text_len) in lists {
            let no_pieces = iter::empty::<(iter::Empty<usize>, &str)>();
            let list = Packed::from_pieces(count, text_len, no_pieces);
            assert_eq!(list.err(), Some(TextErrorKind::TooLong.into()));
        }
    }

    #[test]
    #[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
    fn pieces_that_do_not_match_the_sizes_panic() {
        let cases: [(_, _, &[usize], _, _); 6] = [
            (2 + 3, 2, &[3], "abc", "there are fewer strings"),
            (1 + 3, 1, &[2, 1], "abc", "there are more strings"),
            (2 + 4, 2, &[2, 1], "abc", "there is less text"),
            (2 + 3, 2, &[1, 1], "abc", "text follows the last"),
            (2 + 3, 2, &[2, 1], "a\u{e9}", "a string does not end"),
            (2 + 3, 2, &[1, usize::MAX], "abc", "a string does not end"),
        ];
        for (len, count, lengths, text, reason) in cases {
            let message = panic_message(|| write(len, count, lengths, text));
            assert!(message.starts_with(reason));
        }
    }
}
