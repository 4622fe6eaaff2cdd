//! The iterators.

use core::iter::{FlatMap, FusedIterator};
use core::str;

use crate::slice::ConcatSlice;

/// Returns the pieces of a text, as `str`s: see [`ConcatStr::chunks`](crate::ConcatStr::chunks).
#[derive(Clone, Debug)]
pub struct Chunks<'a>(ConcatSlice<'a>);

impl<'a> Chunks<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self(text)
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let (chunk, _) = self.0.piece_at(0)?;
        self.0 = self.0.part(chunk.len(), self.0.len());
        Some(chunk)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.0.is_empty()), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Chunks<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (chunk, start) = self.0.piece_at(self.0.len().checked_sub(1)?)?;
        self.0 = self.0.part(0, start);
        Some(chunk)
    }
}

impl FusedIterator for Chunks<'_> {}

/// Returns the pieces of a text with where they begin: see
/// [`ConcatStr::chunk_indices`](crate::ConcatStr::chunk_indices).
#[derive(Clone, Debug)]
pub struct ChunkIndices<'a> {
    rest: Chunks<'a>,
    start: usize,
}

impl<'a> ChunkIndices<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            rest: Chunks::new(text),
            start: 0,
        }
    }
}

impl<'a> Iterator for ChunkIndices<'a> {
    type Item = (usize, &'a str);

    #[inline]
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let chunk = self.rest.next()?;
        let start = self.start;
        self.start += chunk.len();
        Some((start, chunk))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl DoubleEndedIterator for ChunkIndices<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let chunk = self.rest.next_back()?;
        Some((self.start + self.rest.0.len(), chunk))
    }
}

impl FusedIterator for ChunkIndices<'_> {}

/// A function of a piece.
type Of<'a, T> = fn(&'a str) -> T;

/// Defines an iterator over what the pieces have: its documentation, its item, and how it is made.
macro_rules! flattened {
    ($(#[$doc:meta])* $Name:ident: $Item:ty, $Inner:ty, |$text:ident| $make:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $Name<'a>($Inner);

        impl<'a> $Name<'a> {
            pub(crate) fn new($text: ConcatSlice<'a>) -> Self {
                Self($make)
            }
        }

        impl Iterator for $Name<'_> {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                self.0.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, $Item) -> B>(self, init: B, f: F) -> B {
                self.0.fold(init, f)
            }
        }

        impl DoubleEndedIterator for $Name<'_> {
            #[inline]
            fn next_back(&mut self) -> Option<$Item> {
                self.0.next_back()
            }
        }

        impl FusedIterator for $Name<'_> {}
    };
}

flattened! {
    /// Returns the characters of a text: see [`ConcatStr::chars`](crate::ConcatStr::chars).
    Chars: char, FlatMap<Chunks<'a>, str::Chars<'a>, Of<'a, str::Chars<'a>>>,
    |text| text.chunks().flat_map(str::chars as Of<'a, _>)
}

flattened! {
    /// Returns the bytes of a text: see [`ConcatStr::bytes`](crate::ConcatStr::bytes).
    Bytes: u8, FlatMap<Chunks<'a>, str::Bytes<'a>, Of<'a, str::Bytes<'a>>>,
    |text| text.chunks().flat_map(str::bytes as Of<'a, _>)
}

/// Returns the characters of a text with where they begin: see
/// [`ConcatStr::char_indices`](crate::ConcatStr::char_indices).
#[derive(Clone, Debug)]
pub struct CharIndices<'a> {
    rest: Chars<'a>,
    from: usize,
    to: usize,
}

impl<'a> CharIndices<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            rest: text.chars(),
            from: 0,
            to: text.len(),
        }
    }
}

impl Iterator for CharIndices<'_> {
    type Item = (usize, char);

    #[inline]
    fn next(&mut self) -> Option<(usize, char)> {
        let c = self.rest.next()?;
        let at = self.from;
        self.from += c.len_utf8();
        Some((at, c))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl DoubleEndedIterator for CharIndices<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<(usize, char)> {
        let c = self.rest.next_back()?;
        self.to -= c.len_utf8();
        Some((self.to, c))
    }
}

impl FusedIterator for CharIndices<'_> {}

/// Returns the lines of a text without their ends: see
/// [`ConcatStr::lines`](crate::ConcatStr::lines).
#[derive(Clone, Debug)]
pub struct Lines<'a>(ConcatSlice<'a>);

impl<'a> Lines<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self(text)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = ConcatSlice<'a>;

    fn next(&mut self) -> Option<ConcatSlice<'a>> {
        if self.0.is_empty() {
            return None;
        }
        let feed = self
            .0
            .chunk_indices()
            .find_map(|(start, chunk)| Some(start + chunk.find('\n')?));
        let (line, rest) = match feed {
            Some(at) => {
                let line = self.0.part(0, at);
                (line.strip_suffix("\r").unwrap_or(line), at + 1)
            }
            None => (self.0, self.0.len()),
        };
        self.0 = self.0.part(rest, self.0.len());
        Some(line)
    }
}

impl FusedIterator for Lines<'_> {}

/// Returns the parts between the places where a text occurs: see
/// [`ConcatStr::split`](crate::ConcatStr::split).
#[derive(Clone, Debug)]
pub struct Split<'a, 'n> {
    /// None after the last part.
    rest: Option<ConcatSlice<'a>>,
    separator: &'n str,
    /// True if an empty separator was found at the start.
    begun: bool,
}

impl<'a, 'n> Split<'a, 'n> {
    pub(crate) fn new(text: ConcatSlice<'a>, separator: &'n str) -> Self {
        Self {
            rest: Some(text),
            separator,
            begun: false,
        }
    }
}

impl<'a> Iterator for Split<'a, '_> {
    type Item = ConcatSlice<'a>;

    fn next(&mut self) -> Option<ConcatSlice<'a>> {
        let rest = self.rest?;
        let found = if self.separator.is_empty() && self.begun {
            // As in `str`: an empty text occurs between all characters.
            rest.chars().next().map(char::len_utf8)
        } else {
            rest.find(self.separator)
        };
        self.begun = true;
        let Some(at) = found else {
            self.rest = None;
            return Some(rest);
        };
        self.rest = Some(rest.part(at + self.separator.len(), rest.len()));
        Some(rest.part(0, at))
    }
}

impl FusedIterator for Split<'_, '_> {}
