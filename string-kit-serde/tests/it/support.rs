//! Helpers of the tests: fields for each adapter, and an error that allocates nothing.
#![allow(unreachable_pub)] // A module of one test program.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Write};
use std::sync::Arc;

use proptest::test_runner::Config;
use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, StrList, StringBuf};
use string_kit_serde::{Captured, captured, map, seq};

/// Returns a configuration that runs `cases` cases, and prints a failure but does not save it.
pub fn cases(cases: u32) -> Config {
    Config {
        failure_persistence: None,
        cases,
        ..Config::default()
    }
}

/// A string with the adapter `captured`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent, bound = "")]
pub struct Field<S: CapturedStr>(#[serde(with = "captured")] pub S);

impl<S: CapturedStr> Field<S> {
    pub fn new(text: &str) -> Self {
        Self(S::from_text(text))
    }
}

/// A record with a field for each adapter and container.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Record<S: CapturedStr> {
    #[serde(with = "captured")]
    text: S,
    #[serde(default, with = "captured::option")]
    option: Option<S>,
    #[serde(with = "seq")]
    vec: Vec<S>,
    #[serde(with = "seq")]
    boxed: Box<[S]>,
    #[serde(with = "seq")]
    shared: Arc<[S]>,
    #[serde(default, with = "seq::option")]
    optional: Option<Box<[S]>>,
    list: StrList,
    wrapped: Vec<Captured<S>>,
    #[serde(with = "map")]
    tree: BTreeMap<S, S>,
    #[serde(with = "map")]
    hashed: HashMap<S, S>,
    #[serde(with = "map")]
    pairs: Vec<(S, S)>,
    #[serde(default, with = "map::option")]
    absent: Option<BTreeMap<S, S>>,
    keyed: HashMap<Captured<S>, StrList>,
}

/// The same record as `String`s, for serde's own impls.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Plain {
    text: String,
    option: Option<String>,
    vec: Vec<String>,
    boxed: Vec<String>,
    shared: Vec<String>,
    optional: Option<Vec<String>>,
    list: Vec<String>,
    wrapped: Vec<String>,
    tree: BTreeMap<String, String>,
    hashed: HashMap<String, String>,
    pairs: BTreeMap<String, String>,
    absent: Option<BTreeMap<String, String>>,
    keyed: HashMap<String, Vec<String>>,
}

impl Plain {
    pub fn new(texts: &[String]) -> Self {
        let pairs = texts.iter().map(|text| (text.clone(), text.repeat(2)));
        Self {
            text: texts.concat(),
            option: texts.first().cloned(),
            vec: texts.to_vec(),
            boxed: texts.to_vec(),
            shared: texts.to_vec(),
            optional: (texts.len() > 1).then(|| texts.to_vec()),
            list: texts.to_vec(),
            wrapped: texts.to_vec(),
            tree: pairs.clone().collect(),
            hashed: pairs.clone().collect(),
            absent: (texts.len() > 2).then(|| pairs.clone().collect()),
            pairs: pairs.collect(),
            keyed: texts
                .iter()
                .map(|text| (text.clone(), texts.to_vec()))
                .collect(),
        }
    }
}

impl<S: CapturedStr> Record<S> {
    pub fn new(plain: &Plain) -> Self {
        let all =
            |texts: &[String]| -> Vec<S> { texts.iter().map(|text| S::from_text(text)).collect() };
        let pair = |(key, value): (&String, &String)| (S::from_text(key), S::from_text(value));
        let vec: Vec<S> = all(&plain.vec);
        Self {
            text: S::from_text(&plain.text),
            option: plain.option.as_deref().map(S::from_text),
            boxed: vec.clone().into(),
            shared: vec.clone().into(),
            optional: plain.optional.as_deref().map(|texts| all(texts).into()),
            list: plain.list.iter().collect(),
            wrapped: vec.iter().cloned().map(Captured).collect(),
            vec,
            tree: plain.tree.iter().map(pair).collect(),
            hashed: plain.hashed.iter().map(pair).collect(),
            pairs: plain.pairs.iter().map(pair).collect(),
            absent: plain
                .absent
                .as_ref()
                .map(|map| map.iter().map(pair).collect()),
            keyed: plain
                .keyed
                .iter()
                .map(|(key, list)| {
                    let list = list.iter().collect();
                    (Captured(S::from_text(key)), list)
                })
                .collect(),
        }
    }
}

/// An error that keeps its message inline, for when memory has run out.
#[derive(Clone, Debug)]
pub struct StackError(StringBuf<96>);

impl StackError {
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl Display for StackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StackError {}

impl serde::de::Error for StackError {
    fn custom<T: Display>(message: T) -> Self {
        let mut text = StringBuf::new();
        write!(text, "{message}").expect("a message displays without an error");
        Self(text)
    }
}

/// Returns a deserializer of a sequence of strings.
pub fn strings<'a>(
    texts: &'a [&'a str],
) -> SeqDeserializer<std::iter::Copied<std::slice::Iter<'a, &'a str>>, StackError> {
    SeqDeserializer::new(texts.iter().copied())
}

/// A sequence or a map that repeats an item this often, and states a length of `usize::MAX`.
pub struct FalseLength<T>(pub usize, pub T);

impl<'de, T: Copy + IntoDeserializer<'de, StackError>> SeqAccess<'de> for FalseLength<T> {
    type Error = StackError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, StackError> {
        let Some(left) = self.0.checked_sub(1) else {
            return Ok(None);
        };
        self.0 = left;
        seed.deserialize(self.1.into_deserializer()).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}

impl<'de, T: Copy + IntoDeserializer<'de, StackError>> MapAccess<'de> for FalseLength<T> {
    type Error = StackError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, StackError> {
        FalseLength(self.0, "id").next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, StackError> {
        self.0 -= 1;
        seed.deserialize(self.1.into_deserializer())
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}
