//! Patterns, as `str` takes them.

use alloc::string::String;

use memchr::memmem::{Finder, FinderRev};

use crate::slice::ConcatSlice;

/// A pattern that a text is searched for: a `&str` or `&String`, a `char`, an array or slice of
/// `char`s, or a closure that takes a `char` and returns a `bool`.
///
/// ```
/// let text = string_kit_concat::ConcatStr::from("one, two; three");
/// assert_eq!(text.find("two"), Some(5));
/// assert_eq!(text.find([';', ',']), Some(3));
/// assert_eq!(text.rfind(char::is_whitespace), Some(9));
/// ```
pub trait Pattern: IntoMatcher {}

impl<P: IntoMatcher> Pattern for P {}

/// Seals [`Pattern`].
pub trait IntoMatcher {
    type Matcher: Matcher;

    fn into_matcher(self) -> Self::Matcher;
}

/// Finds the matches of a pattern in pieces of a text.
pub trait Matcher {
    fn find(&mut self, piece: &str) -> Option<(usize, usize)>;

    fn rfind(&mut self, piece: &str) -> Option<(usize, usize)>;

    /// Returns the bytes that a match can have on either side of a cut through it.
    fn overlap(&self) -> usize {
        0
    }

    /// Returns true if the pattern matches the empty text. Then [`find`](Self::find) finds a
    /// character.
    fn is_empty(&self) -> bool {
        false
    }

    fn prefix(&mut self, text: ConcatSlice<'_>) -> Option<usize>;

    fn suffix(&mut self, text: ConcatSlice<'_>) -> Option<usize>;
}

/// Finds a text. The searchers are made for the first search in their direction.
#[derive(Clone, Debug)]
pub struct Needle<'n> {
    text: &'n str,
    forward: Option<Finder<'n>>,
    back: Option<FinderRev<'n>>,
}

impl Needle<'_> {
    fn ends(&self, at: usize) -> (usize, usize) {
        (at, at + self.text.len())
    }
}

impl Matcher for Needle<'_> {
    fn find(&mut self, piece: &str) -> Option<(usize, usize)> {
        if self.text.is_empty() {
            return (|_| true).into_matcher().find(piece);
        }
        let finder = self.forward.get_or_insert_with(|| Finder::new(self.text));
        let at = finder.find(piece.as_bytes())?;
        Some(self.ends(at))
    }

    fn rfind(&mut self, piece: &str) -> Option<(usize, usize)> {
        if self.text.is_empty() {
            return (|_| true).into_matcher().rfind(piece);
        }
        let finder = self.back.get_or_insert_with(|| FinderRev::new(self.text));
        let at = finder.rfind(piece.as_bytes())?;
        Some(self.ends(at))
    }

    fn overlap(&self) -> usize {
        self.text.len().saturating_sub(1)
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn prefix(&mut self, text: ConcatSlice<'_>) -> Option<usize> {
        let len = self.text.len();
        (text.get(..len)? == self.text).then_some(len)
    }

    fn suffix(&mut self, text: ConcatSlice<'_>) -> Option<usize> {
        let from = text.len().checked_sub(self.text.len())?;
        (text.get(from..)? == self.text).then_some(self.text.len())
    }
}

/// Some characters.
pub trait CharSet {
    fn has(&mut self, c: char) -> bool;

    /// Returns where the first of them is in a piece.
    #[inline]
    fn first(&mut self, piece: &str) -> Option<usize> {
        piece.find(|c| self.has(c))
    }
}

impl CharSet for char {
    #[inline]
    fn has(&mut self, c: char) -> bool {
        *self == c
    }

    #[inline]
    fn first(&mut self, piece: &str) -> Option<usize> {
        piece.find(*self)
    }
}

macro_rules! char_set {
    ($([$($generics:tt)*] $Set:ty),*) => {$(
        impl<$($generics)*> CharSet for $Set {
            fn has(&mut self, c: char) -> bool {
                self.contains(&c)
            }
        }
    )*};
}

char_set!([const N: usize] [char; N], [const N: usize] &[char; N], [] &[char]);

impl<F: FnMut(char) -> bool> CharSet for F {
    #[inline]
    fn has(&mut self, c: char) -> bool {
        self(c)
    }
}

/// Finds one of some characters.
#[derive(Clone, Debug)]
pub struct Chars<C>(C);

impl<C: CharSet> Matcher for Chars<C> {
    #[inline]
    fn find(&mut self, piece: &str) -> Option<(usize, usize)> {
        let at = self.0.first(piece)?;
        Some((at, piece.ceil_char_boundary(at + 1)))
    }

    #[inline]
    fn rfind(&mut self, piece: &str) -> Option<(usize, usize)> {
        let at = piece.rfind(|c| self.0.has(c))?;
        Some((at, piece.ceil_char_boundary(at + 1)))
    }

    fn prefix(&mut self, text: ConcatSlice<'_>) -> Option<usize> {
        let first = text.chars().next()?;
        self.0.has(first).then(|| first.len_utf8())
    }

    fn suffix(&mut self, text: ConcatSlice<'_>) -> Option<usize> {
        let last = text.chars().next_back()?;
        self.0.has(last).then(|| last.len_utf8())
    }
}

impl<C: CharSet> IntoMatcher for C {
    type Matcher = Chars<C>;

    fn into_matcher(self) -> Chars<C> {
        Chars(self)
    }
}

macro_rules! needle {
    ($($Text:ty, |$text:ident| $str:expr;)*) => {$(
        impl<'n> IntoMatcher for $Text {
            type Matcher = Needle<'n>;

            fn into_matcher(self) -> Needle<'n> {
                let $text = self;
                Needle {
                    text: $str,
                    forward: None,
                    back: None,
                }
            }
        }
    )*};
}

needle! {
    &'n str, |text| text;
    &&'n str, |text| text;
    &'n String, |text| text.as_str();
}
