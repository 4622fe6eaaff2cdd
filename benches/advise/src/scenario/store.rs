//! The ways to hold strings: each owns its text, or a table keeps each text once.
//!
//! A table frees no text: a scenario's working set may be small, its table grows to the distinct
//! texts of the sample. The handles of an interner are numbers or addresses: their `==` and hash
//! read no text.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;

use lasso::{Rodeo, Spur};
use string_interner::{DefaultStringInterner, DefaultSymbol};
use string_kit::{CapturedStr, StrList};
use ustr::Ustr;

/// A map whose keys are strings, with std's default hasher at a fixed seed.
pub(crate) type Map<S> = HashMap<S, u32, BuildHasherDefault<DefaultHasher>>;

/// A text, or a record of texts.
pub(crate) trait Input: Eq + Hash {
    /// True for a record.
    const IS_RECORD: bool;

    /// Returns the number of texts.
    fn fields(&self) -> usize {
        1
    }

    /// Returns a text; an empty one if there are fewer.
    fn field(&self, index: usize) -> &str;
}

impl Input for str {
    const IS_RECORD: bool = false;

    fn field(&self, _index: usize) -> &str {
        self
    }
}

impl Input for [&str] {
    const IS_RECORD: bool = true;

    fn fields(&self) -> usize {
        self.len()
    }

    fn field(&self, index: usize) -> &str {
        self.get(index).copied().unwrap_or_default()
    }
}

/// Makes strings of one type, and reads them.
pub(crate) trait Store<T: Input + ?Sized = str>: Default {
    type Text: Clone + Eq + Hash + 'static;

    /// True if a table keeps each text once, and frees none.
    const IS_TABLE: bool = false;

    /// Makes a string of this text.
    fn capture(&mut self, text: &T) -> Self::Text;

    /// Returns the text of a string that this store made; of a record, the field at this index.
    fn read<'a>(&'a self, text: &'a Self::Text, field: usize) -> &'a str;

    /// Returns the number of texts of a string that this store made.
    fn fields(&self, _text: &Self::Text) -> usize {
        1
    }

    /// Frees unused memory, if the printed code does so.
    fn shrink(&mut self) {}

    /// Returns the value of the key with this text; none if keys are not looked up.
    fn lookup(&self, _map: &Map<Self::Text>, _text: &T) -> Option<u32> {
        None
    }
}

/// Strings that own their texts, and boxes of them.
#[derive(Debug, Default)]
pub(crate) struct Owned<S>(PhantomData<S>);

impl<S: CapturedStr> Store for Owned<S> {
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

/// Records that are boxed slices of strings.
impl<S: CapturedStr> Store<[&str]> for Owned<S> {
    type Text = Box<[S]>;

    #[inline]
    fn capture(&mut self, record: &[&str]) -> Box<[S]> {
        record.iter().map(|text| S::from_text(text)).collect()
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a Box<[S]>, field: usize) -> &'a str {
        record.get(field).map_or("", S::as_str)
    }

    #[inline]
    fn fields(&self, record: &Box<[S]>) -> usize {
        record.len()
    }
}

/// Records that are lists in 16 bytes.
#[derive(Default)]
pub(crate) struct Lists;

impl Store<[&str]> for Lists {
    type Text = StrList;

    #[inline]
    fn capture(&mut self, record: &[&str]) -> StrList {
        StrList::from(record)
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a StrList, field: usize) -> &'a str {
        record.get(field).unwrap_or_default()
    }

    #[inline]
    fn fields(&self, record: &StrList) -> usize {
        record.len()
    }
}

/// A std set of strings, whose clones share a text; `==` and hash are those of the type.
impl<T: CapturedStr> Store for HashSet<T> {
    type Text = T;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> T {
        if let Some(found) = self.get(text) {
            return found.clone();
        }
        let made = T::from_text(text);
        self.insert(made.clone());
        made
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a T, _field: usize) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<T>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}

impl Store for Rodeo {
    type Text = Spur;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> Spur {
        self.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Spur, _field: usize) -> &'a str {
        self.resolve(text)
    }

    #[inline]
    fn lookup(&self, map: &Map<Spur>, text: &str) -> Option<u32> {
        map.get(&self.get(text)?).copied()
    }
}

impl Store for DefaultStringInterner {
    type Text = DefaultSymbol;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> DefaultSymbol {
        self.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a DefaultSymbol, _field: usize) -> &'a str {
        self.resolve(*text).unwrap_or_default()
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }

    #[inline]
    fn lookup(&self, map: &Map<DefaultSymbol>, text: &str) -> Option<u32> {
        map.get(&self.get(text)?).copied()
    }
}

/// ustr's table, which all threads share; a handle is a pointer to its text.
#[derive(Debug, Default)]
pub(crate) struct UstrTable;

impl Store for UstrTable {
    type Text = Ustr;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> Ustr {
        Ustr::from(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Ustr, _field: usize) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<Ustr>, text: &str) -> Option<u32> {
        map.get(&Ustr::from_existing(text)?).copied()
    }
}
