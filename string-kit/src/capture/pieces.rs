//! The values of a macro call, as a list of pieces whose types are known where the macro stands.
//!
//! `Pieces::new().with(Probe(&a).piece()).with(Probe(&b).piece())` has the type
//! `(((), KnownPiece<A>), DisplayPiece<B>)`. The compiler chooses the method `piece`: an inherent
//! method is preferred to that of a trait, and the inherent one is only there for a [`Known`] type.
//! In a generic function the types are not known, and each value is a [`DisplayPiece`].
//!
//! PERF: this needs no comparison of types, and sees through references of any depth. The same by
//! comparing type ids for each value and each use took 5 to 30 times as long to compile.
#![allow(unsafe_code)]
#![expect(
    private_interfaces,
    reason = "code that a macro wrote makes pieces, and only this crate calls their methods"
)]

use core::fmt::{self, Display};

use super::known::{self, Buffer, Known, NumberBuffer, SLACK, Text};
use super::scratch::Scratch;
use crate::error::CaptureError;
use crate::{CapturedStr, StrListBuilder};

/// The longest text in bytes that is written unchecked into a buffer on the stack.
pub(crate) const ROOM: usize = 2048;

/// A value whose type decides what kind of piece it becomes.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// A value of a known type: its text, or what that is made of.
///
/// PERF: it holds no reference to the value, so that all strings are the same piece, whichever type
/// they have and however many references there are.
#[derive(Debug)]
pub struct KnownPiece<T>(T);

/// A value of any other type.
#[derive(Debug)]
pub struct DisplayPiece<'a, T: ?Sized>(&'a T);

impl<'a, T: Known + ?Sized> Probe<'a, T> {
    /// Returns the value as a piece whose text is known.
    #[inline]
    #[must_use]
    pub fn piece(&self) -> KnownPiece<T::Text<'a>> {
        KnownPiece(self.0.text())
    }
}

/// The method of a [`Probe`] of a type that is not known.
pub trait ProbeDisplay<'a, T: ?Sized> {
    /// Returns the value as a piece that is formatted.
    fn piece(&self) -> DisplayPiece<'a, T>;
}

// NOTE: without the bound `T: Display`, which stands where the piece is used, so that the compiler's
// message names that bound alone.
impl<'a, T: ?Sized> ProbeDisplay<'a, T> for Probe<'a, T> {
    #[inline]
    fn piece(&self) -> DisplayPiece<'a, T> {
        DisplayPiece(self.0)
    }
}

/// One piece.
///
/// # Safety
///
/// If `KNOWN`, `max_len` and `write` must keep the promises of [`Text`].
pub unsafe trait Piece {
    /// `true` if `max_len` and `write` can be called.
    const KNOWN: bool;

    /// Returns the largest length in bytes that the text can have.
    fn max_len(&self) -> usize;

    /// Writes the text and returns its end.
    ///
    /// # Safety
    ///
    /// The piece must be `KNOWN`. `to` must be as [`Text::write`] requires it.
    unsafe fn write(&self, to: *mut u8) -> *mut u8;

    /// Appends the text to a scratch buffer.
    ///
    /// # Errors
    ///
    /// `Format` or `Alloc`.
    fn append(&self, scratch: &Scratch) -> Result<(), CaptureError>;

    /// Appends the text to a builder as one string.
    ///
    /// # Errors
    ///
    /// `Format` or `Alloc`.
    fn push(&self, builder: &mut StrListBuilder) -> Result<(), CaptureError>;
}

// SAFETY: the promises of `T: Text`.
unsafe impl<T: Text> Piece for KnownPiece<T> {
    const KNOWN: bool = true;

    #[inline]
    fn max_len(&self) -> usize {
        self.0.max_len()
    }

    #[inline]
    unsafe fn write(&self, to: *mut u8) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        unsafe { self.0.write(to) }
    }

    fn append(&self, scratch: &Scratch) -> Result<(), CaptureError> {
        scratch.append_known(self.0)
    }

    fn push(&self, builder: &mut StrListBuilder) -> Result<(), CaptureError> {
        builder.try_push_display(&self.0)
    }
}

// SAFETY: the piece is not `KNOWN`.
unsafe impl<T: Display + ?Sized> Piece for DisplayPiece<'_, T> {
    const KNOWN: bool = false;

    fn max_len(&self) -> usize {
        unreachable!("the piece is not known")
    }

    unsafe fn write(&self, _: *mut u8) -> *mut u8 {
        unreachable!("the piece is not known")
    }

    fn append(&self, scratch: &Scratch) -> Result<(), CaptureError> {
        match known::text(self.0, &mut NumberBuffer::new()) {
            Some(text) => scratch.append_known(text),
            None => scratch.append_display(&self.0),
        }
    }

    fn push(&self, builder: &mut StrListBuilder) -> Result<(), CaptureError> {
        builder.try_push_display(self.0)
    }
}

/// Pieces in order: `()`, or a pair of the pieces before the last one and the last one.
///
/// # Safety
///
/// The same as that of [`Piece`], for all pieces together.
pub unsafe trait Pieces: Sized {
    /// The number of pieces.
    const COUNT: usize;
    /// `true` if each piece is.
    const KNOWN: bool;

    /// Returns these pieces and one more.
    #[inline]
    fn with<P: Piece>(self, piece: P) -> (Self, P) {
        (self, piece)
    }

    /// Returns the sum over the pieces. It saturates.
    fn max_len(&self) -> usize;

    /// Writes the texts one after the other, and returns the end.
    ///
    /// # Safety
    ///
    /// Each piece must be `KNOWN`. `to` must be valid for writes of `max_len` bytes and `SLACK` more.
    unsafe fn write(&self, to: *mut u8) -> *mut u8;

    /// Writes the texts as the payload of a list whose end offsets take one byte: for each piece the
    /// offset of its end from `payload`, truncated, and from `to` on the texts. Returns the end.
    ///
    /// # Safety
    ///
    /// The same as for [`write`](Self::write), and `payload` must be valid for writes of `COUNT` bytes.
    unsafe fn write_payload(&self, payload: *mut u8, to: *mut u8) -> *mut u8;

    /// Appends each text to a scratch buffer, and then calls `record_end` with the index of its piece.
    ///
    /// # Errors
    ///
    /// `Format` or `Alloc`, with the index of the piece.
    fn append(&self, scratch: &Scratch, record_end: &impl Fn(usize)) -> Result<(), CaptureError>;

    /// Appends each text to a builder.
    ///
    /// # Errors
    ///
    /// `Format` or `Alloc`, with the index of the piece.
    fn push(&self, builder: &mut StrListBuilder) -> Result<(), CaptureError>;
}

// SAFETY: nothing is written.
unsafe impl Pieces for () {
    const COUNT: usize = 0;
    const KNOWN: bool = true;

    #[inline]
    fn max_len(&self) -> usize {
        0
    }

    #[inline]
    unsafe fn write(&self, to: *mut u8) -> *mut u8 {
        to
    }

    #[inline]
    unsafe fn write_payload(&self, _: *mut u8, to: *mut u8) -> *mut u8 {
        to
    }

    fn append(&self, _: &Scratch, _: &impl Fn(usize)) -> Result<(), CaptureError> {
        Ok(())
    }

    fn push(&self, _: &mut StrListBuilder) -> Result<(), CaptureError> {
        Ok(())
    }
}

// SAFETY: the sum of both lengths is enough for both texts, and each keeps the promises.
unsafe impl<R: Pieces, P: Piece> Pieces for (R, P) {
    const COUNT: usize = R::COUNT + 1;
    const KNOWN: bool = R::KNOWN && P::KNOWN;

    #[inline]
    fn max_len(&self) -> usize {
        self.0.max_len().saturating_add(self.1.max_len())
    }

    #[inline]
    unsafe fn write(&self, to: *mut u8) -> *mut u8 {
        // SAFETY: the pieces are a part of all.
        let to = unsafe { self.0.write(to) };
        // SAFETY: the pieces before took at most their `max_len` of the bytes.
        unsafe { self.1.write(to) }
    }

    #[inline]
    unsafe fn write_payload(&self, payload: *mut u8, to: *mut u8) -> *mut u8 {
        // SAFETY: the pieces are a part of all.
        let to = unsafe { self.0.write_payload(payload, to) };
        // SAFETY: the pieces before took at most their `max_len` of the bytes.
        let end = unsafe { self.1.write(to) };
        let index = R::COUNT;
        #[expect(clippy::cast_possible_truncation, reason = "the doc says so")]
        let offset = (end.addr() - payload.addr()) as u8;
        // SAFETY: `index` is below `COUNT`.
        unsafe { payload.wrapping_add(index).write(offset) };
        end
    }

    fn append(&self, scratch: &Scratch, record_end: &impl Fn(usize)) -> Result<(), CaptureError> {
        self.0.append(scratch, record_end)?;
        let index = R::COUNT;
        self.1.append(scratch).map_err(|error| error.at(index))?;
        record_end(index);
        Ok(())
    }

    fn push(&self, builder: &mut StrListBuilder) -> Result<(), CaptureError> {
        self.0.push(builder)?;
        let index = R::COUNT;
        self.1.push(builder).map_err(|error| error.at(index))
    }
}

/// Captures the pieces, one after the other.
///
/// # Panics
///
/// Panics if a `Display` returns an error. The program aborts if memory runs out.
#[inline]
#[must_use]
#[track_caller]
pub fn capture<S: CapturedStr, P: Pieces>(pieces: &P) -> S {
    match short_text(pieces, &mut TextBuffer::new()) {
        Some(text) => S::from_text(text),
        None => match long_text(pieces, |text| Ok(S::from_text(text))) {
            Ok(captured) => captured,
            Err(error) => error.panic_for("the formatted text"),
        },
    }
}

/// Captures the pieces, one after the other, or returns an error.
///
/// # Errors
///
/// Those of [`CapturedStr::try_capture`].
#[inline]
pub fn try_capture<S: CapturedStr, P: Pieces>(pieces: &P) -> Result<S, CaptureError> {
    match short_text(pieces, &mut TextBuffer::new()) {
        Some(text) => S::try_from_text(text),
        None => long_text(pieces, S::try_from_text),
    }
}

/// Memory for a text of up to [`ROOM`] bytes.
pub(crate) type TextBuffer = Buffer<{ ROOM + SLACK }>;

/// Returns the text of the pieces, or `None` if one is not known or the text may be too long.
#[inline]
fn short_text<'a>(pieces: &impl Pieces, buffer: &'a mut TextBuffer) -> Option<&'a str> {
    if !is_short(pieces, 0) {
        return None;
    }
    let start = buffer.start();
    // SAFETY: each piece is known, and `max_len` is at most `ROOM`.
    let end = unsafe { pieces.write(start) };
    // SAFETY: `write` initialised the bytes up to `end`, all in the buffer, with texts.
    Some(unsafe { buffer.text(end.addr() - start.addr()) })
}

/// Returns `true` if all pieces are known, and fit in [`ROOM`] bytes behind `head` others.
#[inline]
pub(crate) fn is_short<P: Pieces>(pieces: &P, head: usize) -> bool {
    P::KNOWN && pieces.max_len() <= ROOM - head
}

/// Writes the pieces into a scratch buffer, checked, and formats those that are not known.
#[inline(never)]
fn long_text<S, P: Pieces>(
    pieces: &P,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError> {
    let scratch = Scratch::new();
    let appended = pieces.append(&scratch, &|_| ());
    // The pieces make one text, so that an index would say nothing.
    appended.map_err(|error| error.kind())?;
    scratch.take_text(make)?
}

/// A part of a format string, of `N` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Literal<const N: usize>(&'static [u8; N], &'static str);

impl<const N: usize> Literal<N> {
    /// Makes a literal.
    ///
    /// # Panics
    ///
    /// Panics if the text does not have `N` bytes.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        match text.as_bytes().first_chunk() {
            Some(bytes) if text.len() == N => Self(bytes, text),
            _ => panic!("a literal has another length than its type"),
        }
    }
}

impl<const N: usize> Display for Literal<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }
}

impl<const N: usize> Known for Literal<N> {
    type Text<'a> = Self;

    #[inline]
    fn text(&self) -> Self {
        *self
    }
}

// SAFETY: the text has `N` bytes, which are UTF-8, and as many are written.
unsafe impl<const N: usize> Text for Literal<N> {
    #[inline]
    fn max_len(self) -> usize {
        N
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        // SAFETY: the caller promises `max_len` bytes; an array of bytes needs no alignment.
        unsafe { to.cast::<[u8; N]>().write(*self.0) };
        to.wrapping_add(N)
    }
}

/// Captures formatted text, where no macro has cut it into pieces.
///
/// # Panics
///
/// Those of [`CapturedStr::capture`].
#[inline]
#[must_use]
#[track_caller]
pub fn capture_arguments<S: CapturedStr>(arguments: fmt::Arguments<'_>) -> S {
    match arguments.as_str() {
        Some(text) => S::from_text(text),
        None => S::capture(&arguments),
    }
}

/// Captures formatted text, where no macro has cut it into pieces, or returns an error.
///
/// # Errors
///
/// Those of [`CapturedStr::try_capture`].
#[inline]
pub fn try_capture_arguments<S: CapturedStr>(
    arguments: fmt::Arguments<'_>,
) -> Result<S, CaptureError> {
    match arguments.as_str() {
        Some(text) => S::try_from_text(text),
        None => S::try_capture(&arguments),
    }
}
