//! Holders with a table that keeps each text once.
//!
//! A table frees no text: a scenario's working set may be small, its table grows to the distinct texts
//! of the sample. The handles of an interner are numbers or addresses: their `==` and hash read no text.

use std::collections::HashSet;

use lasso::{Rodeo, Spur};
use string_interner::{DefaultStringInterner, DefaultSymbol};
use string_kit::CapturedStr;
use ustr::Ustr;

use super::holder::{Holder, Map, Stateless};

/// The reason why threads cannot run a table that is changed by `&mut self`.
const ONE_THREAD: &str = "its table belongs to one thread";

/// lasso's table, whose handles are numbers of 4 bytes.
#[derive(Debug, Default)]
pub(crate) struct RodeoHolder(Rodeo);

impl Holder for RodeoHolder {
    type Text = Spur;

    const IS_TABLE: bool = true;
    const ONE_THREAD: &str = ONE_THREAD;

    #[inline]
    fn capture(&mut self, text: &str) -> Spur {
        self.0.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Spur, _field: usize) -> &'a str {
        self.0.resolve(text)
    }

    /// Looks the text up in the table, and then its handle in the map.
    #[inline]
    fn lookup(&self, map: &Map<Spur>, text: &str) -> Option<u32> {
        map.get(&self.0.get(text)?).copied()
    }
}

/// string-interner's table, whose handles are numbers of 4 bytes.
#[derive(Debug, Default)]
pub(crate) struct InternerHolder(DefaultStringInterner);

impl Holder for InternerHolder {
    type Text = DefaultSymbol;

    const IS_TABLE: bool = true;
    const ONE_THREAD: &str = ONE_THREAD;

    #[inline]
    fn capture(&mut self, text: &str) -> DefaultSymbol {
        self.0.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a DefaultSymbol, _field: usize) -> &'a str {
        self.0.resolve(*text).unwrap_or_default()
    }

    /// Looks the text up in the table, and then its handle in the map.
    #[inline]
    fn lookup(&self, map: &Map<DefaultSymbol>, text: &str) -> Option<u32> {
        map.get(&self.0.get(text)?).copied()
    }
}

/// ustr's table, which all threads share; a handle is a pointer to its text.
#[derive(Debug, Default)]
pub(crate) struct UstrHolder;

impl Stateless for UstrHolder {}

impl Holder for UstrHolder {
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

    /// Looks the text up in the table, and then its handle in the map.
    #[inline]
    fn lookup(&self, map: &Map<Ustr>, text: &str) -> Option<u32> {
        map.get(&Ustr::from_existing(text)?).copied()
    }
}

/// A std set of strings, whose clones share a text; `==` and hash are those of the type.
#[derive(Debug, Default)]
pub(crate) struct SetHolder<S>(HashSet<S>);

impl<S: CapturedStr> Holder for SetHolder<S> {
    type Text = S;

    const IS_TABLE: bool = true;
    const ONE_THREAD: &str = ONE_THREAD;

    #[inline]
    fn capture(&mut self, text: &str) -> S {
        if let Some(found) = self.0.get(text) {
            return found.clone();
        }
        let made = S::from_text(text);
        self.0.insert(made.clone());
        made
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
