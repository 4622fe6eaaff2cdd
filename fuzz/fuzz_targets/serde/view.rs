//! The texts of a value, to compare values of different types.

use std::collections::{BTreeMap, HashMap};

use string_kit::StrList;

/// The texts of a value in order, or `None` if the value is absent. A map has each key, then its
/// value.
pub(crate) type View<'a> = Option<Vec<&'a str>>;

pub(crate) fn one<S: AsRef<str>>(text: &S) -> View<'_> {
    Some(vec![text.as_ref()])
}

pub(crate) fn optional<S: AsRef<str>>(text: &Option<S>) -> View<'_> {
    text.as_ref().map(|text| vec![text.as_ref()])
}

pub(crate) fn all<S: AsRef<str>>(texts: &[S]) -> View<'_> {
    Some(texts.iter().map(S::as_ref).collect())
}

pub(crate) fn list(list: &StrList) -> View<'_> {
    Some(list.iter().collect())
}

pub(crate) fn pairs<S: AsRef<str>>(pairs: &[(S, S)]) -> View<'_> {
    let texts = pairs.iter().flat_map(|(key, value)| [key, value]);
    Some(texts.map(S::as_ref).collect())
}

pub(crate) fn tree<S: AsRef<str>>(map: &BTreeMap<S, S>) -> View<'_> {
    let texts = map.iter().flat_map(|(key, value)| [key, value]);
    Some(texts.map(S::as_ref).collect())
}

/// Returns the pairs in the order of their keys, as the control does.
pub(crate) fn hashed<S: AsRef<str>>(map: &HashMap<S, S>) -> View<'_> {
    let pairs = map.iter().map(|(key, value)| [key, value].map(S::as_ref));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    Some(pairs.concat())
}

pub(crate) fn lists<'a, K, L, T>(map: &'a BTreeMap<K, L>) -> View<'a>
where
    K: AsRef<str>,
    &'a L: IntoIterator<Item = &'a T>,
    T: AsRef<str> + ?Sized + 'a,
{
    let mut texts = Vec::new();
    for (key, list) in map {
        texts.push(key.as_ref());
        texts.extend(list.into_iter().map(AsRef::as_ref));
    }
    Some(texts)
}
