//! The parts between the matches of a pattern.

use core::fmt;
use core::iter::FusedIterator;

use crate::find::Search;
use crate::pattern::Pattern;
use crate::slice::ConcatSlice;

/// Returns the parts between the matches of a pattern: see
/// [`ConcatStr::split`](crate::ConcatStr::split).
#[derive(Clone)]
pub struct Split<'a, P: Pattern> {
    text: ConcatSlice<'a>,
    search: Search<'a, P::Matcher>,
    /// The byte that the next part begins at; none after the last part.
    from: Option<usize>,
}

impl<'a, P: Pattern> Split<'a, P> {
    pub(crate) fn new(text: ConcatSlice<'a>, pattern: P) -> Self {
        Self {
            text,
            search: Search::new(text, pattern.into_matcher()),
            from: Some(0),
        }
    }
}

impl<'a, P: Pattern> Iterator for Split<'a, P> {
    type Item = ConcatSlice<'a>;

    fn next(&mut self) -> Option<ConcatSlice<'a>> {
        let from = self.from?;
        let found = self.search.next();
        self.from = found.map(|(_, end)| end);
        Some(
            self.text
                .part(from, found.map_or(self.text.len(), |(at, _)| at)),
        )
    }
}

impl<P: Pattern> FusedIterator for Split<'_, P> {}

impl<P: Pattern> fmt::Debug for Split<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split")
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}
