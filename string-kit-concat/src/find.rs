//! Searching a text for a pattern.

use alloc::borrow::Cow;
use alloc::string::String;
use core::convert::Infallible;

use crate::error::{Attempt, or_panic, try_reserve_text};
use crate::iter::Chunks;
use crate::pattern::Matcher;
use crate::slice::ConcatSlice;

/// The bytes that are searched at a time: at first, and at most.
const WINDOW: (usize, usize) = (256, 64 * 1024);

fn window_size(before: usize, overlap: usize) -> usize {
    WINDOW.0.max(2 * before).min(WINDOW.1).max(4 * overlap)
}

/// A search from the first match to the last.
///
/// A match may begin in one piece and end in another. So pieces are copied into a window that
/// grows, unless the pattern is of one byte or of characters.
#[derive(Clone)]
pub(crate) struct Search<'a, M> {
    matcher: M,
    chunks: Chunks<'a>,
    /// The rest of a piece, behind the window.
    piece: &'a str,
    window: Cow<'a, str>,
    /// The byte of the text that the window begins at, and the byte of the window from which on it
    /// is searched.
    start: usize,
    from: usize,
    /// The byte of the window that the last match ends at.
    done: usize,
    size: usize,
    ended: bool,
}

impl<'a, M: Matcher> Search<'a, M> {
    pub(crate) fn new(text: ConcatSlice<'a>, matcher: M) -> Self {
        Self {
            chunks: text.chunks(),
            piece: "",
            window: Cow::Borrowed(""),
            start: 0,
            from: 0,
            done: 0,
            size: window_size(0, matcher.overlap()),
            ended: false,
            matcher,
        }
    }

    pub(crate) fn done(&self) -> usize {
        self.start + self.done
    }

    /// Returns the ends of the next match, and calls `pass` with the pieces of text before it and
    /// the bytes that they begin at.
    pub(crate) fn try_next(
        &mut self,
        pass: &mut impl FnMut(usize, &str) -> Attempt,
    ) -> Attempt<Option<(usize, usize)>> {
        loop {
            if let Some((a, b)) = self.matcher.find(&self.window[self.from..]) {
                let at = self.from + a;
                pass(self.done(), &self.window[self.done..at])?;
                self.from += b;
                self.done = if self.matcher.is_empty() {
                    at
                } else {
                    self.from
                };
                return Ok(Some((self.start + at, self.done())));
            }
            if !self.try_move(pass)? {
                pass(self.done(), &self.window[self.done..])?;
                self.from = self.window.len();
                self.done = self.from;
                let is_first = self.matcher.is_empty() && !self.ended;
                self.ended = true;
                return Ok(is_first.then(|| (self.done(), self.done())));
            }
        }
    }

    /// Moves the window to the bytes behind it, or returns false if there are none.
    fn try_move(&mut self, pass: &mut impl FnMut(usize, &str) -> Attempt) -> Attempt<bool> {
        self.next_piece();
        if self.piece.is_empty() {
            return Ok(false);
        }
        // A match may begin in the end of the window.
        let overlap = self.matcher.overlap();
        let end = self.window.len().saturating_sub(overlap);
        let keep = self.from.max(self.window.floor_char_boundary(end));
        pass(self.done(), &self.window[self.done..keep])?;
        let is_last = self.chunks.rest().is_empty();
        let fits = overlap == 0 || is_last || self.piece.len() >= self.size;
        if keep == self.window.len() && fits {
            self.window = Cow::Borrowed(core::mem::take(&mut self.piece));
        } else {
            let mut window = match &mut self.window {
                Cow::Owned(window) => {
                    window.drain(..keep);
                    core::mem::take(window)
                }
                Cow::Borrowed(window) => {
                    let (mut copy, end) = (String::new(), &window[keep..]);
                    try_reserve_text(&mut copy, self.size.max(end.len()))?;
                    copy.push_str(end);
                    copy
                }
            };
            try_reserve_text(&mut window, self.size + 3)?;
            while window.len() < self.size && !self.piece.is_empty() {
                let room = self.piece.len().min(self.size - window.len());
                let (now, later) = self.piece.split_at(self.piece.ceil_char_boundary(room));
                window.push_str(now);
                self.piece = later;
                self.next_piece();
            }
            self.window = Cow::Owned(window);
            self.size = window_size(self.size, overlap);
        }
        self.start += keep;
        (self.from, self.done) = (0, 0);
        Ok(true)
    }

    fn next_piece(&mut self) {
        if self.piece.is_empty() {
            self.piece = self.chunks.next().unwrap_or_default();
        }
    }
}

/// Ends the program if memory runs out.
impl<M: Matcher> Iterator for Search<'_, M> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        or_panic(self.try_next(&mut |_, _| Ok(())))
    }
}

#[derive(Clone)]
pub(crate) struct SearchBack<'a, M> {
    matcher: M,
    text: ConcatSlice<'a>,
    window: String,
    /// The byte of the text that the window begins at, and the byte of the window up to which it is
    /// searched.
    start: usize,
    to: usize,
    size: usize,
    ended: bool,
}

impl<'a, M: Matcher> SearchBack<'a, M> {
    pub(crate) fn new(text: ConcatSlice<'a>, matcher: M) -> Self {
        Self {
            window: String::new(),
            start: text.len(),
            to: 0,
            size: window_size(0, matcher.overlap()),
            ended: false,
            matcher,
            text,
        }
    }
}

/// Ends the program if memory runs out.
impl<M: Matcher> Iterator for SearchBack<'_, M> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.matcher.is_empty() && !self.ended {
            self.ended = true;
            return Some((self.start, self.start));
        }
        loop {
            if let Some((a, b)) = self.matcher.rfind(&self.window[..self.to]) {
                self.to = a;
                let end = if self.matcher.is_empty() { a } else { b };
                return Some((self.start + a, self.start + end));
            }
            if self.start == 0 {
                self.to = 0;
                return None;
            }
            // A match may end in the beginning of the window.
            let overlap = self.matcher.overlap().min(self.window.len());
            let keep = self.to.min(self.window.ceil_char_boundary(overlap));
            let mut from = self.start.saturating_sub(self.size);
            while !self.text.is_char_boundary(from) {
                from -= 1;
            }
            self.window.clear();
            let before = self.text.part(from, self.start + keep);
            or_panic(try_reserve_text(&mut self.window, before.len()));
            let Ok(()) = before.try_visit::<Infallible>(&mut |piece| {
                self.window.push_str(piece);
                Ok(())
            });
            (self.start, self.to) = (from, self.window.len());
            self.size = window_size(self.size, self.matcher.overlap());
        }
    }
}
