//! The ways to hold strings: each owns its text, or a table keeps each text once.
//!
//! A table frees no text: a scenario's working set may be small, its table grows to the distinct
//! texts of the sample. The handles of an interner are numbers or addresses: their `==` and hash
//! read no text.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;

use internity::{LocalLexicon, Sym};
use internment::ArcIntern;
use lasso::{Rodeo, Spur};
use string_interner::{DefaultStringInterner, DefaultSymbol};
use string_kit::{CapturedStr, Pool, SharedStr, StrList};
use ustr::Ustr;

/// A map whose keys are strings, with std's default hasher at a fixed seed.
pub(crate) type Map<S> = HashMap<S, u32, BuildHasherDefault<DefaultHasher>>;

/// Makes strings of one type, and reads them.
pub(crate) trait Store: Default {
    /// A string, or a list of all strings of a record.
    type Text: Clone + Eq + Hash + 'static;

    /// True if a table keeps each text once, and frees none.
    const IS_TABLE: bool = false;

    /// True if a list keeps all texts of a record.
    const IS_LIST: bool = false;

    /// Makes a string of this text.
    fn capture(&mut self, text: &str) -> Self::Text;

    /// Makes a list of the texts of a record; of a string, of the first.
    #[inline]
    fn capture_all(&mut self, texts: &[&str]) -> Self::Text {
        self.capture(texts[0])
    }

    /// Returns the text of a string that this store made; of a list, the one at this index.
    fn read<'a>(&'a self, text: &'a Self::Text, index: u32) -> &'a str;

    /// Frees unused memory, if the printed code does so.
    fn shrink(&mut self) {}

    /// Returns the value of the key with this text; none if keys are not looked up.
    fn lookup(&self, map: &Map<Self::Text>, text: &str) -> Option<u32>;
}

/// Strings that own their texts.
#[derive(Debug, Default)]
pub(crate) struct Owned<S>(PhantomData<S>);

impl<S: CapturedStr> Store for Owned<S> {
    type Text = S;

    #[inline]
    fn capture(&mut self, text: &str) -> S {
        S::from_text(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a S, _index: u32) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<S>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}

/// Records that are lists in 16 bytes.
#[derive(Default)]
pub(crate) struct Lists;

impl Store for Lists {
    type Text = StrList;

    const IS_LIST: bool = true;

    fn capture(&mut self, text: &str) -> StrList {
        self.capture_all(&[text])
    }

    #[inline]
    fn capture_all(&mut self, texts: &[&str]) -> StrList {
        StrList::from(texts)
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a StrList, index: u32) -> &'a str {
        record.get(index as usize).unwrap_or_default()
    }

    fn lookup(&self, _map: &Map<StrList>, _text: &str) -> Option<u32> {
        None
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
    fn read<'a>(&'a self, text: &'a T, _index: u32) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<T>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}

impl Store for Pool {
    type Text = SharedStr;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> SharedStr {
        self.get(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a SharedStr, _index: u32) -> &'a str {
        text
    }

    #[inline]
    fn lookup(&self, map: &Map<SharedStr>, text: &str) -> Option<u32> {
        map.get(text).copied()
    }
}

/// internment's table, which all threads share; a handle is a pointer to its text and a count.
#[derive(Debug, Default)]
pub(crate) struct ArcInterns;

impl Store for ArcInterns {
    type Text = ArcIntern<str>;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> ArcIntern<str> {
        ArcIntern::from(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a ArcIntern<str>, _index: u32) -> &'a str {
        text
    }

    #[inline]
    fn lookup(&self, map: &Map<ArcIntern<str>>, text: &str) -> Option<u32> {
        map.get(&ArcIntern::from(text)).copied()
    }
}

impl Store for LocalLexicon {
    type Text = Sym;

    const IS_TABLE: bool = true;

    #[inline]
    fn capture(&mut self, text: &str) -> Sym {
        self.intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Sym, _index: u32) -> &'a str {
        self.resolve(*text)
    }

    fn shrink(&mut self) {
        let bytes = self.iter().map(|(_, text)| text.len()).sum();
        let mut exact = Self::with_capacity(self.len(), bytes);
        for (_, text) in self.iter() {
            exact.intern(text);
        }
        *self = exact;
    }

    #[inline]
    fn lookup(&self, map: &Map<Sym>, text: &str) -> Option<u32> {
        map.get(&self.get(text)?).copied()
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
    fn read<'a>(&'a self, text: &'a Spur, _index: u32) -> &'a str {
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
    fn read<'a>(&'a self, text: &'a DefaultSymbol, _index: u32) -> &'a str {
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
    fn read<'a>(&'a self, text: &'a Ustr, _index: u32) -> &'a str {
        text.as_str()
    }

    #[inline]
    fn lookup(&self, map: &Map<Ustr>, text: &str) -> Option<u32> {
        map.get(&Ustr::from_existing(text)?).copied()
    }
}
