//! Values into a list: one formatting pass, and one copy out of scratch.
//!
//! PERF: callgrind, one pass over the five example slices. The floor is formatting into a writer
//! that keeps nothing. Offsets are written in front of the text as the values are walked, in the
//! width that a short list has, so that an inline list is two loads and two stores, and a short
//! one on the heap one `memcpy`. Both counts are printed by `cargo bench --bench callgrind`.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::{self, Display};
use core::iter;
use core::mem::{self, MaybeUninit};

use super::layout::{INLINE, NARROW, Packed};
use crate::capture::scratch::Scratch;
use crate::error::{CaptureError, CaptureErrorKind};

/// The most values whose offsets are kept on the stack while they are captured.
const FEW: usize = 64;

/// Captures the values; an error comes with the index of the value that it happened at.
#[inline]
pub(super) fn capture(values: &[&dyn Display]) -> Result<Packed, CaptureError> {
    if values.is_empty() {
        return Ok(Packed::EMPTY);
    }
    // PERF: a `Result` would come back in memory, see `Packed`.
    let mut failed = None;
    let packed = if values.len() <= FEW {
        capture_few(values, &mut failed)
    } else {
        capture_many(values).map_err(|why| failed = Some(why)).ok()
    };
    match (packed, failed) {
        (Some(packed), _) => Ok(packed),
        (None, Some(failed)) => Err(failed),
        (None, None) => unreachable!("what failed says why"),
    }
}

/// Text and offsets of up to [`FEW`] values, on the stack.
struct Few {
    scratch: Scratch,
    offsets: [Cell<MaybeUninit<usize>>; FEW],
}

impl Few {
    /// Notes that the text of value `index` is written.
    ///
    /// # Safety
    ///
    /// The scratch has a head of more than `index` bytes, and of at most [`FEW`].
    #[inline]
    unsafe fn note(&self, index: usize) {
        let at = self.scratch.len();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the byte counts only if the list turns out to be short"
        )]
        let narrow = at as u8;
        // SAFETY: the caller's promise.
        unsafe { self.scratch.set_head_byte(index, narrow) };
        // SAFETY: `index` is less than `FEW`, by the caller's promise.
        unsafe { self.offsets.get_unchecked(index) }.set(MaybeUninit::new(at));
    }
}

fn capture_few(values: &[&dyn Display], failed: &mut Option<CaptureError>) -> Option<Packed> {
    let head = values.len();
    let mut few = Few {
        scratch: Scratch::new(),
        offsets: [const { Cell::new(MaybeUninit::uninit()) }; FEW],
    };
    few.scratch.set_head(head);
    // PERF: one reference to both: a load less for each value.
    let noted = &few;
    let walk = Walk {
        values,
        // SAFETY: the head has a byte for each of the values, which are at most `FEW`.
        note: move |index| unsafe { noted.note(index) },
        failed_at: Cell::new(0),
    };
    let formatted = fmt::write(&mut few.scratch.writer(), format_args!("{walk}"));
    let failed_at = walk.failed_at.get();
    let Few { scratch, offsets } = &mut few;
    let len = scratch.len();
    if formatted.is_ok() && len <= INLINE {
        // SAFETY: there is a head, since there are values.
        let image = unsafe { scratch.first_word() };
        // SAFETY: it is the image: in the head is noted where each text ends, whole since `len` is
        // short; then come the text, and zeroes.
        return Some(unsafe { Packed::inline(image, head) });
    }
    let packed = if formatted.is_ok() && len <= NARROW {
        let image = scratch.image().expect("so short an image is on the stack");
        // SAFETY: it is the image, as above.
        unsafe { Packed::narrow(image, head) }
    } else {
        scratch
            .finish(formatted)
            .map_err(|error| error.at(failed_at))
            .and_then(|()| {
                let offsets = offsets[..head].iter().map(|offset| {
                    // SAFETY: formatting went well, so that an offset was noted for each value.
                    unsafe { offset.get().assume_init() - head }
                });
                pack(offsets, scratch)
            })
    };
    packed.map_err(|why| *failed = Some(why)).ok()
}

/// More values: their offsets are on the heap.
#[inline(never)]
fn capture_many(values: &[&dyn Display]) -> Result<Packed, CaptureError> {
    let scratch = Scratch::new();
    let mut offsets = Vec::new();
    offsets
        .try_reserve_exact(values.len())
        .map_err(|_| CaptureErrorKind::Alloc)?;
    offsets.resize_with(values.len(), || Cell::new(0));
    let walk = Walk {
        values,
        note: |index: usize| offsets[index].set(scratch.len()),
        failed_at: Cell::new(0),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{walk}"));
    scratch
        .finish(formatted)
        .map_err(|error| error.at(walk.failed_at.get()))?;
    pack(offsets.iter().map(Cell::get), &scratch)
}

/// Packs the text of a scratch, cut at offsets from its start.
fn pack(
    offsets: impl ExactSizeIterator<Item = usize>,
    scratch: &Scratch,
) -> Result<Packed, CaptureError> {
    let count = offsets.len();
    let mut before = 0;
    let lengths = offsets.map(|offset| offset - mem::replace(&mut before, offset));
    let pack = |text: &str| Packed::from_pieces(count, text.len(), iter::once((lengths, text)));
    scratch.take_text(pack)?
}

/// The slice as one `Display`, which notes after each value how far the writer has come.
struct Walk<'a, N> {
    values: &'a [&'a dyn Display],
    /// Takes the index of a value, each once and in order, when its text is written.
    note: N,
    failed_at: Cell<usize>,
}

impl<N: Fn(usize)> Display for Walk<'_, N> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.values.iter().enumerate() {
            if value.fmt(f).is_err() {
                self.failed_at.set(index);
                return Err(fmt::Error);
            }
            (self.note)(index);
        }
        Ok(())
    }
}
