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
use core::mem::{self, MaybeUninit};
use core::{iter, slice};

use super::StrList;
use super::layout::{INLINE, ONE_BYTE_MAX, Packed};
use super::payload::PayloadBuffer;
use crate::capture::STACK_BYTES;
use crate::capture::pieces::Pieces;
use crate::capture::scratch::Scratch;
use crate::error::{CaptureError, CaptureErrorKind};

/// The largest number of values whose end offsets are kept on the stack.
pub(super) const STACK_VALUES: usize = 64;

/// Captures the values, or returns an error with the index of the value that failed.
#[inline]
pub(super) fn capture(values: &[&dyn Display]) -> Result<Packed, CaptureError> {
    if values.is_empty() {
        return Ok(Packed::EMPTY);
    }
    // PERF: an `Option<Packed>` is returned in registers; a `Result` would be returned in memory.
    let mut failure = None;
    let packed = if values.len() <= STACK_VALUES {
        // SAFETY: there is a value, and there are at most `STACK_VALUES`.
        unsafe { capture_few(values, &mut failure) }
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
pub(super) struct StackBuffer {
    scratch: Scratch,
    offsets: [Cell<MaybeUninit<usize>>; STACK_VALUES],
}

impl StackBuffer {
    /// Makes an empty buffer. PERF: its body is one struct expression, as that of [`Scratch::new`].
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            scratch: Scratch::new(),
            offsets: [const { Cell::new(MaybeUninit::uninit()) }; STACK_VALUES],
        }
    }

    /// Formats the values.
    ///
    /// # Safety
    ///
    /// There must be 1 to [`STACK_VALUES`] values.
    #[inline]
    unsafe fn format(&mut self, values: &[&dyn Display]) -> Form<'_> {
        let count = values.len();
        debug_assert!((1..=STACK_VALUES).contains(&count));
        self.scratch.set_head(count);
        // PERF: one reference to both parts saves a load for each value.
        let shared = &*self;
        let all = DisplayAll {
            values,
            // SAFETY: the head has `count` bytes, at most `STACK_VALUES` by the caller's promise,
            // and `DisplayAll` passes only indices below `count`.
            record_end: move |index| unsafe { shared.record_end(index) },
            stopped_at: Cell::new(count),
        };
        let formatted = fmt::write(&mut shared.scratch.writer(), format_args!("{all}"));
        let stopped_at = all.stopped_at.get();
        // SAFETY: the head has `count` bytes, which is not 0; the end of each value before
        // `stopped_at` was recorded, which is `count` unless `formatted` is an error.
        unsafe { self.form(count, formatted, stopped_at) }
    }

    /// Writes the pieces of a macro call, and formats those that are not known.
    ///
    /// # Errors
    ///
    /// `Format` or `Alloc`, with the index of the piece.
    #[inline]
    pub(super) fn append<P: Pieces>(&mut self, pieces: &P) -> Result<Form<'_>, CaptureError> {
        assert!(P::COUNT > 0 && P::COUNT <= STACK_VALUES);
        self.scratch.set_head(P::COUNT);
        let shared = &*self;
        // SAFETY: the head has `COUNT` bytes, at most `STACK_VALUES`, and the indices are below it.
        pieces.append(&shared.scratch, &|index| unsafe {
            shared.record_end(index);
        })?;
        self.scratch.zero_slack();
        // SAFETY: the head has `COUNT` bytes, which is not 0; each end was recorded.
        Ok(unsafe { self.form(P::COUNT, Ok(()), P::COUNT) })
    }

    /// Returns the form of the list that was written.
    ///
    /// # Safety
    ///
    /// - The head must have `count` bytes, which is not 0.
    /// - The end of each value before `stopped_at` must be recorded, and `stopped_at` must be `count`
    ///   unless `formatted` is an error.
    #[inline]
    unsafe fn form(&mut self, count: usize, formatted: fmt::Result, stopped_at: usize) -> Form<'_> {
        let Self { scratch, offsets } = self;
        let len = scratch.len();
        if formatted.is_ok() && len <= INLINE {
            // SAFETY: the head has `count` bytes, which is not 0 by the caller's promise.
            let bytes = unsafe { scratch.first_word() };
            // SAFETY: the bytes are the payload of `count` strings, of `len <= INLINE` bytes: the
            // head has the end offset of each string, not truncated since `len` is below 256; the
            // text follows, which is UTF-8. Zeros follow the text: `set_head` wrote them, and after
            // known values, which write over them, `zero_slack`.
            return Form::Inline(unsafe { Packed::inline(bytes, count) });
        }
        if formatted.is_ok() && len <= ONE_BYTE_MAX {
            let payload = scratch.head_and_text();
            return Form::OneByte(payload.expect("a short payload is on the stack"));
        }
        let ends = &offsets[..stopped_at];
        // The offsets are initialised: `record_end` was called for each value before `stopped_at`.
        let long = Long { scratch, ends };
        match long.scratch.finish(formatted) {
            Ok(()) => Form::Long(long),
            Err(error) => Form::Failed(at_failed(error, long.ends(), len)),
        }
    }

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
///
/// # Safety
///
/// There must be 1 to [`STACK_VALUES`] values.
unsafe fn capture_few(
    values: &[&dyn Display],
    failure: &mut Option<CaptureError>,
) -> Option<Packed> {
    let mut buffer = StackBuffer::new();
    // SAFETY: the caller makes the same promise.
    let form = unsafe { buffer.format(values) };
    // SAFETY: it is the form of as many strings as there are values.
    let packed = unsafe { form.pack(values.len()) };
    packed.map_err(|error| *failure = Some(error)).ok()
}

/// Captures the values on the stack, and lends the list to `read`.
///
/// PERF: the frame has the 5 KiB of a capture. A list with wider offsets is copied to a second
/// buffer, in a frame of its own. A look-up of four tags of 32 bytes takes 987 instructions, 434 of
/// them for the hash and the map; with a `capture` it takes 1,155, and 1,075 with a reused `String`.
pub(super) fn lend<R>(
    values: &[&dyn Display],
    read: impl FnOnce(&StrList) -> R,
) -> Result<R, CaptureError> {
    if values.is_empty() || values.len() > STACK_VALUES {
        let packed = capture(values)?;
        return Ok(read(&StrList { packed }));
    }
    let mut buffer = StackBuffer::new();
    // SAFETY: both other numbers of values have returned above.
    let form = unsafe { buffer.format(values) };
    // SAFETY: it is the form of as many strings as there are values.
    unsafe { form.lend(values.len(), read) }
}

/// The form of a list on the stack.
pub(super) enum Form<'a> {
    /// The list is inline.
    Inline(Packed),
    /// The payload, longer than `INLINE` and at most `ONE_BYTE_MAX`.
    OneByte(&'a [u8]),
    /// The payload is longer.
    Long(Long<'a>),
    /// The formatting failed.
    Failed(CaptureError),
}

impl Form<'_> {
    /// Returns the form of a payload on the stack, or `None` if it is longer than `ONE_BYTE_MAX`.
    ///
    /// # Safety
    ///
    /// - `payload` must be valid for reads and writes of `len` bytes and 16 more, as long as the form
    ///   is used.
    /// - If `len` is at most `ONE_BYTE_MAX`, the first `len` bytes must be the payload of `count`
    ///   strings.
    #[inline]
    pub(super) unsafe fn short(payload: *mut u8, len: usize, count: usize) -> Option<Self> {
        if len <= INLINE {
            let behind = payload.wrapping_add(len).cast::<[u8; 16]>();
            // SAFETY: it is valid for writes of 16 bytes behind the first `len`, by the caller's
            // promise; bytes need no alignment.
            unsafe { behind.write([0; 16]) };
            // SAFETY: the first `len` bytes are initialised, and 16 bytes behind them; bytes need no
            // alignment.
            let bytes = unsafe { payload.cast::<[u8; 16]>().read() };
            // SAFETY: the bytes are the payload of `count` strings, of at most `INLINE` bytes, and
            // then zeros.
            return Some(Self::Inline(unsafe { Packed::inline(bytes, count) }));
        }
        if len > ONE_BYTE_MAX {
            return None;
        }
        // SAFETY: the pointer is not null; its first `len` bytes are initialised, and nobody writes
        // to them while the form is used, by the caller's promise; bytes need no alignment.
        Some(Self::OneByte(unsafe {
            slice::from_raw_parts(payload, len)
        }))
    }

    /// Copies the list.
    ///
    /// # Safety
    ///
    /// The list must have `count` strings.
    #[inline]
    pub(super) unsafe fn pack(self, count: usize) -> Result<Packed, CaptureError> {
        match self {
            Self::Inline(packed) => Ok(packed),
            // SAFETY: the payload is that of `count` strings, by the caller's promise.
            Self::OneByte(payload) => unsafe { Packed::copy_one_byte(payload, count) },
            Self::Long(long) => long.pack(),
            Self::Failed(error) => Err(error),
        }
    }

    /// Lends the list to `read`.
    ///
    /// # Safety
    ///
    /// The list must have `count` strings.
    #[inline]
    pub(super) unsafe fn lend<R>(
        self,
        count: usize,
        read: impl FnOnce(&StrList) -> R,
    ) -> Result<R, CaptureError> {
        let packed = match self {
            Self::Inline(packed) => packed,
            // SAFETY:
            // - the payload is that of `count` strings by the caller's promise, longer than
            //   `INLINE`, with offsets of one byte;
            // - the buffer outlives the list below, which goes on only as `&StrList`.
            Self::OneByte(payload) => unsafe { Packed::lend(payload, count, 0) },
            Self::Long(long) => return long.lend(read),
            Self::Failed(error) => return Err(error),
        };
        Ok(read(&StrList { packed }))
    }
}

/// The text and the end offsets of a list that is longer than [`ONE_BYTE_MAX`], or whose formatting
/// failed.
///
/// INVARIANT: `ends` are initialised.
pub(super) struct Long<'a> {
    scratch: &'a mut Scratch,
    /// The ends of the strings, counted from the start of the head.
    ends: &'a [Cell<MaybeUninit<usize>>],
}

impl Long<'_> {
    /// Returns the end of each string, counted from the start of the head.
    fn ends(&self) -> impl ExactSizeIterator<Item = usize> {
        self.ends.iter().map(|end| {
            // SAFETY: the offset is initialised (INVARIANT).
            unsafe { end.get().assume_init() }
        })
    }

    /// Copies the text into a list.
    #[inline(never)]
    fn pack(self) -> Result<Packed, CaptureError> {
        let count = self.ends.len();
        pack(self.ends().map(|end| end - count), self.scratch)
    }

    /// Lends the list to `read`: copied to the stack if the text is on the stack, else on the heap.
    #[inline(never)]
    fn lend<R>(self, read: impl FnOnce(&StrList) -> R) -> Result<R, CaptureError> {
        let mut buffer = PayloadBuffer::new();
        let packed = if self.scratch.len() > STACK_BYTES {
            self.pack()?
        } else {
            let count = self.ends.len();
            let lengths = lengths(self.ends().map(|end| end - count));
            let lend = |text: &str| {
                let pieces = iter::once((lengths, text));
                // SAFETY: `buffer` outlives the list, which goes on only as `&StrList`.
                unsafe { buffer.lend(count, text.len(), pieces) }
            };
            self.scratch.take_text(lend)??
        };
        Ok(read(&StrList { packed }))
    }
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
    let lengths = lengths(offsets);
    let pack = |text: &str| Packed::from_pieces(count, text.len(), iter::once((lengths, text)));
    scratch.take_text(pack)?
}

/// Returns the length of each string. `offsets` are the ends of the strings, counted from the start
/// of the text.
fn lengths(offsets: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let mut start = 0;
    offsets.map(move |end| end - mem::replace(&mut start, end))
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
