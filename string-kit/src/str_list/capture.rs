//! Capture of values into a list: one formatting pass, and one copy out of the scratch buffer.
//!
//! PERF: each end offset is written in front of the text as soon as its value is formatted, in the
//! width that a short list has. An inline list is then two loads and two stores, and a short list
//! on the heap is one `memcpy`. `cargo bench --bench callgrind` counts the instructions for the
//! five example slices, and those of the floor: formatting into a writer that keeps nothing.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::{self, Display};
use core::iter;
use core::mem::{self, MaybeUninit};

use super::layout::{INLINE, ONE_BYTE_MAX, Packed};
use crate::capture::scratch::Scratch;
use crate::error::{CaptureError, CaptureErrorKind};

/// The largest number of values whose end offsets are kept on the stack.
const STACK_VALUES: usize = 64;

/// Captures the values, or returns an error with the index of the value that failed.
#[inline]
pub(super) fn capture(values: &[&dyn Display]) -> Result<Packed, CaptureError> {
    if values.is_empty() {
        return Ok(Packed::EMPTY);
    }
    // PERF: an `Option<Packed>` is returned in registers; a `Result` would be returned in memory.
    let mut failure = None;
    let packed = if values.len() <= STACK_VALUES {
        capture_few(values, &mut failure)
    } else {
        capture_many(values)
            .map_err(|error| failure = Some(error))
            .ok()
    };
    match (packed, failure) {
        (Some(packed), _) => Ok(packed),
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("a capture without a list has an error"),
    }
}

/// The text and the end offsets of up to [`STACK_VALUES`] values, on the stack.
struct StackBuffer {
    scratch: Scratch,
    offsets: [Cell<MaybeUninit<usize>>; STACK_VALUES],
}

impl StackBuffer {
    /// Records the current end of the text as the end of the value at `index`.
    ///
    /// # Safety
    ///
    /// The head of the scratch must have more than `index` bytes, and at most [`STACK_VALUES`].
    #[inline]
    unsafe fn record_end(&self, index: usize) {
        let end = self.scratch.len();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the byte is used only if the payload is short"
        )]
        let byte = end as u8;
        // SAFETY: the head has more than `index` bytes, by the caller's promise.
        unsafe { self.scratch.set_head_byte(index, byte) };
        // SAFETY: `index` is below the length of the head, and so below `STACK_VALUES`, which is
        // the length of the array.
        unsafe { self.offsets.get_unchecked(index) }.set(MaybeUninit::new(end));
    }
}

/// Captures up to [`STACK_VALUES`] values. On an error, returns `None` and sets `failure`.
fn capture_few(values: &[&dyn Display], failure: &mut Option<CaptureError>) -> Option<Packed> {
    let count = values.len();
    let mut buffer = StackBuffer {
        scratch: Scratch::new(),
        offsets: [const { Cell::new(MaybeUninit::uninit()) }; STACK_VALUES],
    };
    buffer.scratch.set_head(count);
    // PERF: one reference to both parts saves a load for each value.
    let shared = &buffer;
    let all = DisplayAll {
        values,
        // SAFETY: the head has `count` bytes, at most `STACK_VALUES`, and `DisplayAll` passes only
        // indices below `count`.
        record_end: move |index| unsafe { shared.record_end(index) },
        stopped_at: Cell::new(values.len()),
    };
    let formatted = fmt::write(&mut buffer.scratch.writer(), format_args!("{all}"));
    let stopped_at = all.stopped_at.get();
    let StackBuffer { scratch, offsets } = &mut buffer;
    let len = scratch.len();
    if formatted.is_ok() && len <= INLINE {
        // SAFETY: the head has `count` bytes, and `count` is not 0.
        let bytes = unsafe { scratch.first_word() };
        // SAFETY: the bytes are the payload of `count` strings, of `len <= INLINE` bytes: the head
        // has the end offset of each string, not truncated since `len` is below 256; the text
        // follows, which is UTF-8. Zeros follow the text, since nothing longer was written before.
        return Some(unsafe { Packed::inline(bytes, count) });
    }
    let packed = if formatted.is_ok() && len <= ONE_BYTE_MAX {
        let payload = scratch
            .head_and_text()
            .expect("a short payload is on the stack");
        // SAFETY: the slice is the payload of `count` strings: the head has the end offset of each
        // string, not truncated since `len` is at most `ONE_BYTE_MAX`; the text follows, which is
        // UTF-8. It is longer than `INLINE` bytes, since a shorter one has returned above.
        unsafe { Packed::copy_one_byte(payload, count) }
    } else {
        let ends = offsets[..stopped_at].iter().map(|offset| {
            // SAFETY: the offset is initialised: `record_end` was called for each value before
            // `stopped_at`.
            unsafe { offset.get().assume_init() }
        });
        match scratch.finish(formatted) {
            Ok(()) => pack(ends.map(|end| end - count), scratch),
            Err(error) => Err(at_failed(error, ends, scratch.len())),
        }
    };
    packed.map_err(|error| *failure = Some(error)).ok()
}

/// Captures more values than [`STACK_VALUES`], with their end offsets on the heap.
#[inline(never)]
fn capture_many(values: &[&dyn Display]) -> Result<Packed, CaptureError> {
    let scratch = Scratch::new();
    let mut offsets = Vec::new();
    offsets
        .try_reserve_exact(values.len())
        .map_err(|_| CaptureErrorKind::Alloc)?;
    offsets.resize_with(values.len(), || Cell::new(0));
    let all = DisplayAll {
        values,
        record_end: |index: usize| offsets[index].set(scratch.len()),
        stopped_at: Cell::new(values.len()),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{all}"));
    let ends = offsets[..all.stopped_at.get()].iter().map(Cell::get);
    match scratch.finish(formatted) {
        Ok(()) => pack(ends, &scratch),
        Err(error) => Err(at_failed(error, ends, scratch.len())),
    }
}

/// Packs the text of `scratch` into a list. `offsets` are the ends of the strings, counted from the
/// start of the text.
fn pack(
    offsets: impl ExactSizeIterator<Item = usize>,
    scratch: &Scratch,
) -> Result<Packed, CaptureError> {
    let count = offsets.len();
    let mut start = 0;
    let lengths = offsets.map(|end| end - mem::replace(&mut start, end));
    let pack = |text: &str| Packed::from_pieces(count, text.len(), iter::once((lengths, text)));
    scratch.take_text(pack)?
}

/// Adds the index of the value that failed to an error.
///
/// `ends` are the recorded ends of the values before the one that returned an error. A value may
/// ignore its writer's error when the scratch runs out of memory. From that value on, each recorded
/// end is `len`, the final length of the scratch.
#[cold]
#[inline(never)]
fn at_failed(
    error: CaptureError,
    mut ends: impl ExactSizeIterator<Item = usize>,
    len: usize,
) -> CaptureError {
    let stopped_at = ends.len();
    let ignored_at = match error.kind() {
        CaptureErrorKind::Alloc => ends.position(|end| end == len),
        _ => None,
    };
    error.at(ignored_at.unwrap_or(stopped_at))
}

/// A `Display` of the whole slice, which records the end of each value's text.
struct DisplayAll<'a, R> {
    values: &'a [&'a dyn Display],
    /// Called with the index of each value, in order, after its text is written.
    record_end: R,
    /// The index of the value whose `Display` returned an error, or the number of values.
    stopped_at: Cell<usize>,
}

impl<R: Fn(usize)> Display for DisplayAll<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.values.iter().enumerate() {
            if value.fmt(f).is_err() {
                self.stopped_at.set(index);
                return Err(fmt::Error);
            }
            (self.record_end)(index);
        }
        Ok(())
    }
}
