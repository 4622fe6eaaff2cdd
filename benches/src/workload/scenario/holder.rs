//! The ways to hold strings, as scenarios see them.

use std::hash::Hash;

/// Makes strings of one type, and reads them: a table keeps their texts, or each owns its own.
pub(crate) trait Holder: Default {
    /// A string.
    type Text: Clone + Eq + Hash + 'static;

    /// Makes a string of this text.
    fn capture(&mut self, text: &str) -> Self::Text;

    /// Returns the text of a string that this holder made.
    fn read<'a>(&'a self, text: &'a Self::Text) -> &'a str;
}
