//! Helpers of the tests: a record with every shape, the formats, and deserializers that lie.
#![allow(unreachable_pub)] // A module of one test program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Write};
use std::marker::PhantomData;
use std::sync::Arc;

use proptest::test_runner::Config;
use serde::de::DeserializeOwned;
use serde::de::value::SeqDeserializer;
use serde::{Deserialize, Serialize};
use serde_with::{DeserializeAs, Same, SerializeAs, serde_as};
use string_kit::{StrList, StringBuf};
use string_kit_serde::Slice;

/// Returns a configuration that runs `cases` cases, and prints a failure but does not save it.
pub fn cases(cases: u32) -> Config {
    Config {
        failure_persistence: None,
        cases,
        ..Config::default()
    }
}

/// A record with every shape of strings, by the marker `A`.
#[serde_as]
#[derive(Deserialize, Serialize)]
#[serde(bound(
    serialize = "A: SerializeAs<S>",
    deserialize = "A: DeserializeAs<'de, S>, S: Ord",
))]
pub struct Record<S, A> {
    #[serde_as(as = "A")]
    plain: S,
    #[serde_as(as = "Option<A>")]
    option: Option<S>,
    #[serde_as(as = "Vec<A>")]
    vec: Vec<S>,
    #[serde_as(as = "Box<[A]>")]
    boxed: Box<[S]>,
    #[serde_as(as = "Slice<A>")]
    shared: Arc<[S]>,
    #[serde_as(as = "BTreeSet<A>")]
    set: BTreeSet<S>,
    #[serde_as(as = "(A, A)")]
    pair: (S, S),
    #[serde_as(as = "BTreeMap<A, A>")]
    map: BTreeMap<S, S>,
    #[serde_as(as = "Option<BTreeMap<A, A>>")]
    option_map: Option<BTreeMap<S, S>>,
    #[serde_as(as = "BTreeMap<A, Vec<A>>")]
    nested: BTreeMap<S, Vec<S>>,
    list: StrList,
    #[serde(skip)]
    marker: PhantomData<A>,
}

/// The record as serde's own impls read and write it.
pub type Control<T> = Record<T, Same>;

impl<S: Clone + Ord, A> Record<S, A> {
    /// Fills each field; the options are `None` if there are fewer than two strings.
    pub fn new(strings: &[S]) -> Self {
        let one = strings[0].clone();
        let reversed = strings.iter().rev().cloned();
        let map: BTreeMap<S, S> = strings.iter().cloned().zip(reversed).collect();
        let some = strings.len() > 1;
        Self {
            option: some.then(|| one.clone()),
            vec: strings.to_vec(),
            boxed: strings.into(),
            shared: strings.into(),
            set: strings.iter().cloned().collect(),
            pair: (one.clone(), one.clone()),
            option_map: some.then(|| map.clone()),
            nested: BTreeMap::from([(one.clone(), strings.to_vec())]),
            plain: one,
            map,
            list: StrList::from(["id", "42"]),
            marker: PhantomData,
        }
    }
}

/// A format, and one of the ways to read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    Json,
    JsonReader,
    JsonValue,
    JsonValueRef,
    Cbor,
    Toml,
    Postcard,
}

impl Format {
    /// The formats that say the type of each value: all but the last one.
    pub const SELF_DESCRIBING: [Self; 6] = [
        Self::Json,
        Self::JsonReader,
        Self::JsonValue,
        Self::JsonValueRef,
        Self::Cbor,
        Self::Toml,
    ];

    pub fn write<T: Serialize>(self, value: &T) -> Vec<u8> {
        match self {
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).unwrap();
                bytes
            }
            Self::Toml => toml::to_string(value).unwrap().into(),
            Self::Postcard => postcard::to_stdvec(value).unwrap(),
            _ => serde_json::to_vec(value).unwrap(),
        }
    }

    pub fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        fn message(error: impl Display) -> String {
            error.to_string()
        }
        let value = || serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(message),
            Self::JsonReader => serde_json::from_reader(bytes).map_err(message),
            Self::JsonValue => serde_json::from_value(value()).map_err(message),
            Self::JsonValueRef => T::deserialize(&value()).map_err(message),
            Self::Cbor => ciborium::from_reader(bytes).map_err(message),
            Self::Toml => toml::from_slice(bytes).map_err(message),
            Self::Postcard => postcard::from_bytes(bytes).map_err(message),
        }
    }

    /// Checks that `T` reads what `data` writes, and writes it again as `control` does.
    #[track_caller]
    pub fn check<T>(self, data: &impl Serialize, control: &impl Serialize)
    where
        T: DeserializeOwned + Serialize,
    {
        let read: T = self.read(&self.write(data)).unwrap();
        assert_eq!(self.write(&read), self.write(control), "{self:?}");
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
) -> SeqDeserializer<impl Iterator<Item = &'a str>, StackError> {
    SeqDeserializer::new(texts.iter().copied())
}

/// An iterator that states a length of `usize::MAX`.
pub struct FalseLength<I>(pub I);

impl<I: Iterator> Iterator for FalseLength<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, Some(usize::MAX))
    }
}
