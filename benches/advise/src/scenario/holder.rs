//! The ways to hold strings, as scenarios see them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;

use string_kit::CapturedStr;

/// A map whose keys are strings, with std's default hasher at a fixed seed.
pub(crate) type Map<S> = HashMap<S, u32, BuildHasherDefault<DefaultHasher>>;

/// A text, or a record of texts.
pub(crate) trait Input: Eq + Hash {
    /// Returns the number of texts.
    fn fields(&self) -> usize;

    /// Returns a text; an empty one if there are fewer.
    fn field(&self, index: usize) -> &str;
}

impl Input for str {
    fn fields(&self) -> usize {
        1
    }

    fn field(&self, _index: usize) -> &str {
        self
    }
}

impl Input for [&str] {
    fn fields(&self) -> usize {
        self.len()
    }

    fn field(&self, index: usize) -> &str {
        self.get(index).copied().unwrap_or_default()
    }
}

/// Makes strings of one type, and reads them: a table keeps their texts, or each owns its own.
pub(crate) trait Holder<T: Input + ?Sized = str>: Default {
    /// A string.
    type Text: Clone + Eq + Hash + 'static;

    /// True if a table keeps each text once, and frees none.
    const IS_TABLE: bool = false;

    /// The reason why several threads cannot run its scenarios, if they cannot.
    const ONE_THREAD: &str = "threads cannot share it";

    /// Makes a string of this text.
    fn capture(&mut self, text: &T) -> Self::Text;

    /// Returns the text of a string that this holder made; of a record, the field at this index.
    fn read<'a>(&'a self, text: &'a Self::Text, field: usize) -> &'a str;

    /// Returns the value of the key with this text; none if keys are not looked up.
    fn lookup(&self, _map: &Map<Self::Text>, _text: &T) -> Option<u32> {
        None
    }
}

/// A holder without a table of its own: every thread may have one, and read the strings of another.
pub(crate) trait Stateless {}

/// Strings that own their texts.
#[derive(Debug)]
pub(crate) struct Owned<S>(PhantomData<S>);

impl<S> Default for Owned<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S> Stateless for Owned<S> {}

impl<S: CapturedStr> Holder for Owned<S> {
    type Text = S;

    #[inline]
    fn capture(&mut self, text: &str) -> S {
        S::from_text(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a S, _field: usize) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<S>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}
