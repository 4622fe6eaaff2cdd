//! The trait of all ways to keep texts: strings, handles of a table, lists.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;

use crate::{Facts, Representation};

/// A map whose keys are kept texts, with std's default hasher at a fixed seed.
pub type Map<T> = HashMap<T, u32, BuildHasherDefault<DefaultHasher>>;

/// A way to keep texts: it makes them, and reads them.
pub trait Kept: Default + 'static {
    /// A string, the handle of a table, or a list of all texts of a record.
    ///
    /// The handles of most tables are numbers or addresses: their `==` and hash read no text.
    type Text: Clone + Eq + Hash + 'static;

    const FACTS: Facts;

    /// Keeps a text.
    fn make(&mut self, text: &str) -> Self::Text;

    /// Keeps the texts of a record in a list; of a string, the first.
    #[inline]
    fn make_many(&mut self, texts: &[&str]) -> Self::Text {
        self.make(texts[0])
    }

    /// Returns the text; of a list, the one at this index.
    fn read<'a>(&'a self, text: &'a Self::Text, index: usize) -> &'a str;

    /// Returns the value of the key with this text.
    fn look_up(&self, map: &Map<Self::Text>, text: &str) -> Option<u32>;

    /// Frees unused memory, if code that uses the type does so.
    fn shrink(&mut self) {}

    /// Returns the bytes that the table takes of the system, past the program's allocator.
    fn bytes_of_system(&self) -> usize {
        0
    }
}

/// Strings that own their texts.
#[derive(Debug)]
pub struct Owned<S>(PhantomData<S>);

impl<S> Default for Owned<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S: Representation> Kept for Owned<S> {
    type Text = S;

    const FACTS: Facts = S::FACTS;

    #[inline]
    fn make(&mut self, text: &str) -> S {
        S::from_text(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a S, _index: usize) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn look_up(&self, map: &Map<S>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}
