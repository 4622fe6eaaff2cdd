//! Capture of values into a list: up to 64 in one formatting pass, and one copy out of the scratch
//! buffer.
//!
//! PERF: each end offset is written in front of the text as soon as its value is formatted, in the
//! width that a short list has. An inline list is then two loads and two stores, and a short list
//! on the heap is one `memcpy`. `cargo bench --bench callgrind` counts the instructions for the
//! five example slices, and those of the floor: formatting into a writer that keeps nothing.
#![allow(unsafe_code)]

use core::cell::Cell;
use core::fmt::{self, Display};
use core::iter;
use core::mem::{self, MaybeUninit};

use super::builder::StrListBuilder;
use super::layout::{Form, ONE_BYTE_MAX, Packed};
use super::list::StrList;
use super::payload::LentBuffer;
use crate::capture::STACK_BYTES;
use crate::capture::buffer::KnownText;
use crate::capture::pieces::{Pieces, Sink};
use crate::capture::scratch::Scratch;
use crate::error::{TextError, TextErrorKind};

/// The largest number of values whose end offsets are kept on the stack.
const STACK_VALUES: usize = 64;

#[inline]
pub(super) fn capture(values: &[&dyn Display]) -> Result<StrList, TextError> {
    if values.is_empty() {
        return Ok(StrList::new());
    }
    list_or_failure(|failure| capture_some(values, failure))
}

/// Returns the list of `pack`, or the error that it set.
///
/// PERF: an `Option<Packed>` is returned in registers; a `Result` would be returned in memory.
#[inline]
pub(super) fn list_or_failure(
    pack: impl FnOnce(&mut Option<TextError>) -> Option<Packed>,
) -> Result<StrList, TextError> {
    let mut failure = None;
    match (pack(&mut failure), failure) {
        (Some(packed), _) => Ok(StrList { packed }),
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("a capture without a list has an error"),
    }
}

/// Captures one value or more. On an error, returns `None` and sets `failure`.
fn capture_some(values: &[&dyn Display], failure: &mut Option<TextError>) -> Option<Packed> {
    if values.len() > STACK_VALUES {
        return capture_many(values, failure);
    }
    StackBuffer::new(values.len()).format(values).pack(failure)
}

#[cold]
#[inline(never)]
fn capture_many(values: &[&dyn Display], failure: &mut Option<TextError>) -> Option<Packed> {
    let list = capture_each(values, |value, builder| builder.try_push_display(value));
    list.map(|list| list.packed)
        .map_err(|error| *failure = Some(error))
        .ok()
}

/// Makes a list of values that `append` captures one by one. An error gets the index of its value.
pub(super) fn capture_each(
    values: &[&dyn Display],
    mut append: impl FnMut(&dyn Display, &mut StrListBuilder) -> Result<(), TextError>,
) -> Result<StrList, TextError> {
    let mut builder = StrListBuilder::new();
    for (index, value) in values.iter().enumerate() {
        append(*value, &mut builder).map_err(|error| error.with_index(index))?;
    }
    builder.to_list()
}

/// Captures the values on the stack, and lends the list to `read`.
///
/// PERF: a list with wider offsets is copied to a second buffer, in a frame of its own. A look-up
/// of four tags of 32 bytes takes 987 instructions; with a `capture` it takes 1,155, and 1,075 with
/// a reused `String`.
pub(super) fn lend<R>(
    values: &[&dyn Display],
    read: impl FnOnce(&StrList) -> R,
) -> Result<R, TextError> {
    if values.is_empty() || values.len() > STACK_VALUES {
        return capture(values).map(|list| read(&list));
    }
    StackBuffer::new(values.len()).format(values).lend(read)
}

/// The text and the end offsets of up to [`STACK_VALUES`] values, on the stack.
pub(super) struct StackBuffer {
    scratch: Scratch,
    /// The ends of the strings, counted from the start of the head.
    ends: [Cell<MaybeUninit<usize>>; STACK_VALUES],
    /// INVARIANT: the first `ended` of `ends` are initialised, and as many bytes of the head have
    /// the same ends, truncated.
    ended: Cell<usize>,
}

impl StackBuffer {
    /// Makes a buffer for the ends of up to [`STACK_VALUES`] strings. PERF: a struct expression, as
    /// the body of [`Scratch::new`].
    #[inline]
    pub(super) const fn new(count: usize) -> Self {
        assert!(count <= STACK_VALUES);
        Self {
            scratch: Scratch::with_head(count),
            ends: [const { Cell::new(MaybeUninit::uninit()) }; STACK_VALUES],
            ended: Cell::new(0),
        }
    }

    #[inline]
    fn format(&mut self, values: &[&dyn Display]) -> StackList<'_> {
        assert!(values.len() == self.scratch.head().len());
        // PERF: one reference to both parts saves a load for each value.
        let buffer = &*self;
        let formatted = fmt::write(
            &mut buffer.scratch.writer(),
            format_args!("{}", DisplayEach { values, buffer }),
        );
        self.finish(values.len(), formatted)
    }

    /// Writes the pieces of a macro call, as many as there are to be ends. An error has its index.
    #[inline]
    pub(super) fn append<P: Pieces>(&mut self, pieces: &P) -> Result<StackList<'_>, TextError> {
        // The macros pass more values on as a slice.
        const { assert!(P::COUNT <= STACK_VALUES) };
        assert!(P::COUNT == self.scratch.head().len());
        pieces.write(&mut Strings(self))?;
        Ok(self.finish(P::COUNT, Ok(())))
    }

    #[inline]
    fn finish(&mut self, count: usize, formatted: fmt::Result) -> StackList<'_> {
        let Self {
            scratch,
            ends,
            ended,
        } = self;
        let len = scratch.len();
        if formatted.is_ok() {
            assert!(ended.get() == count);
            if len <= ONE_BYTE_MAX {
                // SAFETY: the memory begins with a head of `count` bytes, which have the end offset
                // of each string (INVARIANT), not truncated since `len` is below 256; the text
                // follows, up to `len`, which is the last end: nothing is written after a value
                // but its end.
                let form = unsafe { Form::new(scratch.memory_mut(), len, count, 0) };
                return StackList::Short(form.expect("it is short"));
            }
        }
        let ends = &ends[..ended.get()];
        let long = LongList { scratch, ends };
        match long.scratch.finish(formatted) {
            Ok(()) => StackList::Long(long),
            Err(error) => StackList::Failed(at_failed(error, long.ends(), len)),
        }
    }

    /// Records the current end of the text as the end of the string at `index`, and its low byte in
    /// the head.
    #[inline]
    fn record_end(&self, index: usize) {
        let len = self.scratch.len();
        self.ends[index].set(MaybeUninit::new(len));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the byte is used only if the payload is short"
        )]
        // PERF: not `head`, whose length would be checked. Only as many ends as the head has bytes
        // are used: `finish` compares their numbers.
        self.scratch.memory()[index].set(MaybeUninit::new(len as u8));
    }
}

/// Writes each piece of a macro call as a string.
struct Strings<'a>(&'a StackBuffer);

impl Strings<'_> {
    fn at_current(&self, appended: Result<(), TextError>) -> Result<(), TextError> {
        appended.map_err(|error| error.with_index(self.0.ended.get()))
    }
}

impl Sink for Strings<'_> {
    type Error = TextError;

    #[inline]
    fn text(&mut self, text: impl KnownText + Display) -> Result<(), TextError> {
        self.at_current(self.0.scratch.append_known(text))
    }

    fn display(&mut self, value: &dyn Display) -> Result<(), TextError> {
        self.at_current(self.0.scratch.append_display(value))
    }

    #[inline]
    fn end(&mut self) {
        let index = self.0.ended.get();
        self.0.record_end(index);
        self.0.ended.set(index + 1);
    }
}

/// A list on the stack, or the reason why there is none.
pub(super) enum StackList<'a> {
    Short(Form<'a>),
    Long(LongList<'a>),
    Failed(TextError),
}

impl StackList<'_> {
    /// Returns the list. On an error, returns `None` and sets `failure`.
    #[inline]
    pub(super) fn pack(self, failure: &mut Option<TextError>) -> Option<Packed> {
        let mut fail = |error| {
            *failure = Some(error);
            None
        };
        match self {
            Self::Short(form) => form.pack().or_else(|| fail(TextErrorKind::Alloc.into())),
            Self::Long(long) => long.pack().map_or_else(fail, Some),
            Self::Failed(error) => fail(error),
        }
    }

    #[inline]
    pub(super) fn lend<R>(self, read: impl FnOnce(&StrList) -> R) -> Result<R, TextError> {
        match self {
            Self::Short(form) => Ok(StrList::lend(form, read)),
            Self::Long(long) => long.lend(read),
            Self::Failed(error) => Err(error),
        }
    }
}

/// A list longer than [`ONE_BYTE_MAX`], or whose formatting failed.
///
/// INVARIANT: `ends` are initialised.
pub(super) struct LongList<'a> {
    scratch: &'a mut Scratch,
    ends: &'a [Cell<MaybeUninit<usize>>],
}

impl LongList<'_> {
    fn ends(&self) -> impl ExactSizeIterator<Item = usize> {
        self.ends.iter().map(|end| {
            // SAFETY: the offset is initialised (INVARIANT).
            unsafe { end.get().assume_init() }
        })
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = self.ends.len();
        self.ends()
            .map(move |end| end - mem::replace(&mut start, end))
    }

    #[inline(never)]
    fn pack(self) -> Result<Packed, TextError> {
        self.scratch.take_text(|text| {
            let piece = iter::once((self.lengths(), text));
            Packed::from_pieces(self.ends.len(), text.len(), piece)
        })?
    }

    /// Lends the list to `read`: copied to the stack if the text is on the stack, else on the heap.
    #[inline(never)]
    fn lend<R>(self, read: impl FnOnce(&StrList) -> R) -> Result<R, TextError> {
        if self.scratch.len() > STACK_BYTES {
            let packed = self.pack()?;
            return Ok(read(&StrList { packed }));
        }
        let mut buffer = LentBuffer::new();
        let (count, lengths) = (self.ends.len(), self.lengths());
        let form = self.scratch.take_text(|text| {
            let piece = iter::once((lengths, text));
            buffer.write(count, text.len(), piece)
        })??;
        Ok(StrList::lend(form, read))
    }
}

/// Adds the index of the value that failed to an error.
///
/// A value may ignore its writer's error when the scratch runs out of memory. From that value on,
/// each recorded end is `len`, the final length of the scratch.
#[cold]
#[inline(never)]
fn at_failed(
    error: TextError,
    mut ends: impl ExactSizeIterator<Item = usize>,
    len: usize,
) -> TextError {
    let stopped_at = ends.len();
    let ignored_at = match error.kind() {
        TextErrorKind::Alloc => ends.position(|end| end == len),
        _ => None,
    };
    error.with_index(ignored_at.unwrap_or(stopped_at))
}

/// A `Display` of the whole slice, which records the end of each value's text.
struct DisplayEach<'a> {
    values: &'a [&'a dyn Display],
    buffer: &'a StackBuffer,
}

impl Display for DisplayEach<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        assert!(self.values.len() <= STACK_VALUES);
        // PERF: with `enumerate` the loop saves one register more.
        for (index, value) in iter::zip(0..STACK_VALUES, self.values) {
            if value.fmt(f).is_err() {
                self.buffer.ended.set(index);
                return Err(fmt::Error);
            }
            self.buffer.record_end(index);
        }
        self.buffer.ended.set(self.values.len());
        Ok(())
    }
}
