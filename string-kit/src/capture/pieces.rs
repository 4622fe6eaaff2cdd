//! The values of a macro call, as a list of pieces whose types are known where the macro stands.
//!
//! `().with(a.piece()).with(b.piece())` has the type `(((), KnownPiece<A>), DisplayPiece<B>)`. The
//! compiler chooses the method: an inherent method is preferred to that of a trait, and the inherent
//! one exists only for a [`Known`] type. In a generic function the types are not known, and each value
//! is a [`DisplayPiece`].
//!
//! PERF: this needs no comparison of types, and sees through references of any depth. The same by
//! comparing type ids for each value and each use took 5 to 30 times as long to compile.
#![allow(unsafe_code)]

use core::fmt::{self, Display, Formatter};

use super::buffer::{Text, TextBuffer, put};
use super::known::{self, Known, NumberBuffer};
use super::scratch::Scratch;
use crate::error::CaptureError;

/// A value whose type decides what kind of piece it becomes, and its `Display`.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(&'a T, fn(&T, &mut Formatter<'_>) -> fmt::Result);

/// Makes a probe. This function alone asks for `Display`, so that the compiler's message for a type
/// without it is about the value and nothing else.
#[inline]
pub fn probe<T: Display + ?Sized>(value: &T) -> Probe<'_, T> {
    Probe(value, T::fmt)
}

/// A value of a known type: its text, or what that is made of.
///
/// PERF: it holds no reference to the value. All string types share one piece type.
#[derive(Debug)]
pub struct KnownPiece<T>(T);

/// A value of any other type.
#[derive(Debug)]
pub struct DisplayPiece<'a, T: ?Sized>(Probe<'a, T>);

impl<'a, T: Known + ?Sized> Probe<'a, T> {
    /// Returns the value as a piece whose text is known.
    #[inline]
    #[must_use]
    pub fn __string_kit_piece(self) -> KnownPiece<T::Text<'a>> {
        KnownPiece(self.0.text())
    }
}

/// The method of a [`Probe`] of a type that is not known.
pub trait ProbeDisplay<'a, T: ?Sized> {
    /// Returns the value as a piece that is formatted.
    fn __string_kit_piece(self) -> DisplayPiece<'a, T>;
}

impl<'a, T: ?Sized> ProbeDisplay<'a, T> for Probe<'a, T> {
    #[inline]
    fn __string_kit_piece(self) -> DisplayPiece<'a, T> {
        DisplayPiece(self)
    }
}

impl<T: ?Sized> Display for DisplayPiece<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Probe(value, format) = self.0;
        format(value, f)
    }
}

/// A destination of texts.
pub trait Sink {
    /// The reason why a text could not be written.
    type Error;

    /// Appends a known text.
    ///
    /// # Errors
    ///
    /// The sink's.
    fn text(&mut self, text: impl Text) -> Result<(), Self::Error>;

    /// Appends the text of any value.
    ///
    /// # Errors
    ///
    /// The sink's.
    fn display(&mut self, value: &dyn Display) -> Result<(), Self::Error>;

    /// Ends a piece.
    #[inline]
    fn end(&mut self) {}
}

/// One piece.
///
/// # Safety
///
/// If `KNOWN`, `max_len` and `write_known` must keep the promises of [`Text`].
pub unsafe trait Piece {
    /// `true` if the text is written without `core::fmt`.
    const KNOWN: bool;

    /// Returns the largest length in bytes that the text can have, if it is `KNOWN`.
    fn max_len(&self) -> usize;

    /// Writes the text, and returns its end.
    ///
    /// # Safety
    ///
    /// The piece must be `KNOWN`. `to` must be as [`Text::write`] requires it.
    unsafe fn write_known(&self, to: *mut u8) -> *mut u8;

    /// Appends the text.
    ///
    /// # Errors
    ///
    /// The sink's.
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error>;
}

// SAFETY: the promises of `T: Text`.
unsafe impl<T: Text> Piece for KnownPiece<T> {
    const KNOWN: bool = true;

    #[inline]
    fn max_len(&self) -> usize {
        self.0.max_len()
    }

    #[inline]
    unsafe fn write_known(&self, to: *mut u8) -> *mut u8 {
        // SAFETY: the caller's promise is the same.
        unsafe { self.0.write(to) }
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        to.text(self.0)
    }
}

// SAFETY: the piece is not `KNOWN`.
unsafe impl<T: ?Sized> Piece for DisplayPiece<'_, T> {
    const KNOWN: bool = false;

    fn max_len(&self) -> usize {
        unreachable!("the piece is not known")
    }

    unsafe fn write_known(&self, _: *mut u8) -> *mut u8 {
        unreachable!("the piece is not known")
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        match known::text(self.0.0, &mut NumberBuffer::new()) {
            Some(text) => to.text(text),
            None => to.display(self),
        }
    }
}

/// Pieces in order: `()`, or a pair of the pieces before the last one and the last one.
///
/// # Safety
///
/// The same as that of [`Piece`], for all pieces together.
pub unsafe trait Pieces {
    /// The number of pieces.
    const COUNT: usize;
    /// `true` if each piece is.
    const KNOWN: bool;

    /// Returns these pieces and one more.
    #[inline]
    fn __string_kit_with<P: Piece>(self, piece: P) -> (Self, P)
    where
        Self: Sized,
    {
        (self, piece)
    }

    /// Returns the sum over the pieces, if all are `KNOWN`. It saturates.
    fn max_len(&self) -> usize;

    /// Writes the texts one after the other, and returns the end. Calls `ended` with the index of each
    /// piece, which is below `COUNT`, and its end.
    ///
    /// PERF: nothing is checked, since `max_len` was compared with the room before.
    ///
    /// # Safety
    ///
    /// The pieces must be `KNOWN`. `to` must be valid for writes of `max_len` bytes and
    /// `SLACK` more, and must not overlap a piece.
    unsafe fn write_known(&self, to: *mut u8, ended: &impl Fn(usize, *mut u8)) -> *mut u8;

    /// Appends each text, and then ends its piece.
    ///
    /// # Errors
    ///
    /// The sink's.
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error>;
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
    unsafe fn write_known(&self, to: *mut u8, _: &impl Fn(usize, *mut u8)) -> *mut u8 {
        to
    }

    #[inline]
    fn write<S: Sink>(&self, _: &mut S) -> Result<(), S::Error> {
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
    unsafe fn write_known(&self, to: *mut u8, ended: &impl Fn(usize, *mut u8)) -> *mut u8 {
        // SAFETY: the pieces are a part of all.
        let to = unsafe { self.0.write_known(to, ended) };
        // SAFETY: the pieces before took at most their `max_len` of the bytes.
        let end = unsafe { self.1.write_known(to) };
        ended(R::COUNT, end);
        end
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        self.0.write(to)?;
        self.1.write(to)?;
        to.end();
        Ok(())
    }
}

/// Calls `make` with the text of the pieces, one after the other.
///
/// # Errors
///
/// `Format` or `Alloc`, without an index: the result is one string. The errors of `make`.
#[inline]
pub(crate) fn capture<S, P: Pieces>(
    pieces: &P,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError> {
    if !is_short(pieces, 0) {
        return capture_long(pieces, make);
    }
    let mut buffer = TextBuffer::new();
    let start = buffer.start();
    // SAFETY: the pieces are known, and the buffer has room for `max_len` bytes and `SLACK`.
    let end = unsafe { pieces.write_known(start, &|_, _| ()) };
    // SAFETY: the bytes up to `end` were written, all in the buffer, with whole texts.
    make(unsafe { buffer.text(end.addr() - start.addr()) })
}

/// Returns `true` if all pieces are known, and fit in a [`TextBuffer`] behind `head` bytes.
#[inline]
pub(crate) fn is_short<P: Pieces>(pieces: &P, head: usize) -> bool {
    P::KNOWN && pieces.max_len() <= TextBuffer::ROOM - head
}

/// Captures pieces of any length, and formats those that are not known.
#[inline(never)]
fn capture_long<S, P: Pieces>(
    pieces: &P,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError> {
    let scratch = Scratch::new();
    pieces.write(&mut &scratch)?;
    scratch.take_text(make)?
}

/// Writes texts of any length.
impl Sink for &Scratch {
    type Error = CaptureError;

    #[inline]
    fn text(&mut self, text: impl Text) -> Result<(), CaptureError> {
        self.append_known(text)
    }

    fn display(&mut self, value: &dyn Display) -> Result<(), CaptureError> {
        self.append_display(value)
    }
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

    /// Returns the literal as a piece.
    #[inline]
    #[must_use]
    pub const fn piece(self) -> KnownPiece<Self> {
        KnownPiece(self)
    }
}

impl<const N: usize> Display for Literal<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }
}

// SAFETY: the text has `N` bytes, which `new` took from a `str`, and as many are written.
unsafe impl<const N: usize> Text for Literal<N> {
    #[inline]
    fn max_len(self) -> usize {
        N
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        // SAFETY: the caller promises `max_len` bytes.
        unsafe { put(*self.0, N, to) }
    }
}
