//! The values of a macro call, as a list of pieces whose types are known where the macro stands.
//!
//! The pieces of two values `a` and `b` have the type `(((), KnownPiece<A>), DisplayPiece<B>)`. The
//! compiler chooses the piece of a value, as [`Probe`] describes. A value whose type is a parameter
//! of the caller's function is a [`DisplayPiece`], which compares type ids.
//!
//! PERF: a [`KnownPiece`] needs no comparison of types, and sees through references of any depth.
//! The same by comparing type ids for each value and each use took 5 to 30 times as long to
//! compile.
#![allow(unsafe_code)]

use core::convert::Infallible;
use core::fmt::{self, Display, Formatter};
use core::ops::{Deref, Index};

use super::buffer::{self, Cursor, KnownText, ShortText, TextBuffer, uninit};
use super::known::{self, Known};
use super::scratch::Scratch;
use crate::error::TextError;

/// A value whose type decides which piece it becomes: `probe(&value)[()]` is a reference to the
/// value if its type is [`Known`], else a [`DisplayPiece`].
///
/// NOTE: a method instead of `[]` could be hidden by one of a trait in the caller's scope.
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(&'a T, DisplayPiece<'a, T>);

/// A value of any other type, and its `Display`.
#[derive(Debug)]
pub struct DisplayPiece<'a, T: ?Sized>(&'a T, fn(&T, &mut Formatter<'_>) -> fmt::Result);

/// A value of a known type: its text, or what that is made of. PERF: it holds no reference to the
/// value. All string types share one piece type.
#[derive(Debug)]
pub struct KnownPiece<T>(T);

/// Makes a probe. This function alone asks for `Display`, so that the compiler's message for a type
/// without it is about the value and nothing else.
#[inline]
pub fn probe<T: Display + ?Sized>(value: &T) -> Probe<'_, T> {
    Probe(value, DisplayPiece(value, T::fmt))
}

impl<'a, T: Known + ?Sized> Index<()> for Probe<'a, T> {
    type Output = &'a T;

    #[inline]
    fn index(&self, (): ()) -> &&'a T {
        &self.0
    }
}

impl<'a, T: ?Sized> Deref for Probe<'a, T> {
    type Target = DisplayPiece<'a, T>;

    #[inline]
    fn deref(&self) -> &DisplayPiece<'a, T> {
        &self.1
    }
}

impl<T: ?Sized> Index<()> for DisplayPiece<'_, T> {
    type Output = Self;

    #[inline]
    fn index(&self, (): ()) -> &Self {
        self
    }
}

/// A value that becomes a piece.
pub trait ToPiece {
    type Piece;

    fn to_piece(&self) -> Self::Piece;
}

impl<'a, T: Known + ?Sized> ToPiece for &'a T {
    type Piece = KnownPiece<T::Value<'a>>;

    #[inline]
    fn to_piece(&self) -> Self::Piece {
        KnownPiece((*self).text())
    }
}

impl<T: ?Sized> ToPiece for DisplayPiece<'_, T> {
    type Piece = Self;

    #[inline]
    fn to_piece(&self) -> Self {
        Self(self.0, self.1)
    }
}

impl<T: ?Sized> Display for DisplayPiece<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.1)(self.0, f)
    }
}

/// A destination of texts.
pub trait Sink {
    type Error;

    fn text(&mut self, text: impl KnownText + Display) -> Result<(), Self::Error>;

    fn display(&mut self, value: &dyn Display) -> Result<(), Self::Error>;

    #[inline]
    fn end(&mut self) {}
}

/// Only the pieces and lists of this file are pieces. What writes unchecked relies on that.
mod sealed {
    pub trait Sealed {}
}

/// One piece.
pub trait Piece: sealed::Sealed {
    /// `true` if the text is written without `core::fmt`.
    const KNOWN: bool;

    /// Returns the largest length in bytes that the text can have: `usize::MAX` if it is not
    /// `KNOWN`.
    fn max_len(&self) -> usize;

    /// Appends the text. If it is `KNOWN`, this is one call of `text` with a text of this
    /// `max_len`.
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error>;
}

impl<T> sealed::Sealed for KnownPiece<T> {}

impl<T: KnownText + Display> Piece for KnownPiece<T> {
    const KNOWN: bool = true;

    #[inline]
    fn max_len(&self) -> usize {
        self.0.max_len()
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        to.text(self.0)
    }
}

impl<T: ?Sized> sealed::Sealed for DisplayPiece<'_, T> {}

impl<T: ?Sized> Piece for DisplayPiece<'_, T> {
    const KNOWN: bool = false;

    #[inline]
    fn max_len(&self) -> usize {
        usize::MAX
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        match known::text(self.0, &mut uninit()) {
            Some(text) => to.text(text),
            None => to.display(self),
        }
    }
}

/// Pieces in order: `()`, or a pair of the pieces before the last one and the last one.
pub trait Pieces: sealed::Sealed {
    const COUNT: usize;
    /// `true` if each piece is.
    const KNOWN: bool;

    /// Returns the sum over the pieces. It saturates.
    fn max_len(&self) -> usize;

    /// Appends each text, and then ends its piece.
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error>;
}

/// [`Pieces`], with a method of its own, which no trait in scope hides.
#[derive(Debug)]
pub struct List<R>(pub R);

impl<R> List<R> {
    /// Returns these pieces and one more.
    #[inline]
    pub fn with<P>(self, piece: P) -> List<(R, P)> {
        List((self.0, piece))
    }
}

impl sealed::Sealed for () {}

impl Pieces for () {
    const COUNT: usize = 0;
    const KNOWN: bool = true;

    #[inline]
    fn max_len(&self) -> usize {
        0
    }

    #[inline]
    fn write<S: Sink>(&self, _: &mut S) -> Result<(), S::Error> {
        Ok(())
    }
}

impl<R, P> sealed::Sealed for (R, P) {}

impl<R: Pieces, P: Piece> Pieces for (R, P) {
    const COUNT: usize = R::COUNT + 1;
    const KNOWN: bool = R::KNOWN && P::KNOWN;

    #[inline]
    fn max_len(&self) -> usize {
        self.0.max_len().saturating_add(self.1.max_len())
    }

    #[inline]
    fn write<S: Sink>(&self, to: &mut S) -> Result<(), S::Error> {
        self.0.write(to)?;
        self.1.write(to)?;
        to.end();
        Ok(())
    }
}

/// The text of known pieces, one after the other. Calls a function with the index of each piece and
/// the address of its end.
pub(crate) struct AllKnown<'a, P, F>(pub(crate) &'a P, pub(crate) &'a F);

impl<P, F> Clone for AllKnown<'_, P, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, F> Copy for AllKnown<'_, P, F> {}

// SAFETY: no text is longer than its `max_len`, of which `max_len` is the sum, and each is UTF-8.
// The texts follow each other, so that the slack of one is room for the next, or the slack of all.
// A piece that is not known makes the sum `usize::MAX`, for which no caller has room.
unsafe impl<P: Pieces, F: Fn(usize, usize)> KnownText for AllKnown<'_, P, F> {
    #[inline]
    fn max_len(self) -> usize {
        self.0.max_len()
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        let mut all = Unchecked {
            at: to,
            count: 0,
            ended: self.1,
        };
        let Ok(()) = self.0.write(&mut all);
        all.at
    }
}

/// Writes known pieces. PERF: nothing is checked, since `max_len` was compared with the room
/// before.
///
/// INVARIANT: `at` is valid for writes of the `max_len` of all pieces that are still to come, and
/// of `SLACK` bytes more.
struct Unchecked<'a, F> {
    at: *mut u8,
    count: usize,
    ended: &'a F,
}

impl<F: Fn(usize, usize)> Sink for Unchecked<'_, F> {
    type Error = Infallible;

    #[inline]
    fn text(&mut self, text: impl KnownText + Display) -> Result<(), Infallible> {
        // SAFETY: the text is that of the next piece, so that `at` is valid for writes of its
        // `max_len` and `SLACK` (INVARIANT), and does not overlap a piece, by the promise of the
        // caller of `KnownText::write`.
        self.at = unsafe { text.write(self.at) };
        Ok(())
    }

    fn display(&mut self, _: &dyn Display) -> Result<(), Infallible> {
        unreachable!("each piece is known")
    }

    #[inline]
    fn end(&mut self) {
        (self.ended)(self.count, self.at.addr());
        self.count += 1;
    }
}

/// Calls `make` with the text of the pieces, one after the other. An error has no index.
#[inline]
pub(crate) fn capture<S, P: Pieces>(
    pieces: &P,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    if P::KNOWN {
        let mut memory: TextBuffer = uninit();
        if let Some(text) = buffer::text(AllKnown(pieces, &|_, _| ()), &mut memory) {
            return make(text);
        }
    }
    capture_long(pieces, make)
}

#[inline(never)]
fn capture_long<S, P: Pieces>(
    pieces: &P,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    let scratch = Scratch::new();
    pieces.write(&mut &scratch)?;
    scratch.take_text(make)?
}

impl Sink for &Scratch {
    type Error = TextError;

    #[inline]
    fn text(&mut self, text: impl KnownText + Display) -> Result<(), TextError> {
        self.append_known(text)
    }

    fn display(&mut self, value: &dyn Display) -> Result<(), TextError> {
        self.append_display(value)
    }
}

/// A part of a format string, of `N` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Literal<const N: usize>(&'static [u8; N], &'static str);

impl<const N: usize> Literal<N> {
    /// Makes a literal. Panics if the text does not have `N` bytes.
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

// SAFETY: the text has `N` bytes, which `new` took from a `str`.
unsafe impl<const N: usize> ShortText for Literal<N> {
    const MAX_LEN: usize = N;
    type At = Cursor<N>;

    #[inline]
    fn write_at(self, to: Cursor<N>) -> Cursor<0> {
        to.put(*self.0, N)
    }
}
