//! A field for each adapter of nodes.
#![allow(dead_code, unreachable_pub)] // Each test program uses its part.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use string_kit_concat::serde::ConcatText;
use string_kit_concat::serde::arena::Texts;
use string_kit_concat::{ConcatStr, FrozenConcat, MeasuredConcatStr};

/// A handle with the traits that tests use.
pub trait Text:
    ConcatText
    + Debug
    + DeserializeOwned
    + From<String>
    + PartialEq
    + PartialEq<&'static str>
    + PartialEq<String>
    + Serialize
{
    /// Returns a text of `leaf`, doubled so many times.
    fn doubled(leaf: &str, times: usize) -> Self {
        let leaf = Self::from(leaf.to_owned());
        (0..times).fold(leaf, |text, _| text.try_concat(&text).unwrap())
    }
}

impl Text for ConcatStr {}
impl Text for MeasuredConcatStr {}

/// A text, as its nodes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent, bound = "")]
pub struct One<T: Text>(#[serde(with = "string_kit_concat::serde")] pub T);

/// Texts, as the nodes that they share.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent, bound = "")]
pub struct Many<T: Text>(#[serde(with = "string_kit_concat::serde::seq")] pub Vec<T>);

/// An arena and ids, as nodes.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Arena(#[serde(with = "string_kit_concat::serde::arena")] pub Texts);

/// A frozen arena, as bytes.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Frozen(#[serde(with = "string_kit_concat::serde::frozen")] pub FrozenConcat);

/// Writes and reads a value in each format, and checks what was read.
pub fn in_all_formats<T: Serialize, U: DeserializeOwned>(value: &T, check: impl Fn(U)) {
    let json = serde_json::to_string(value).unwrap();
    check(serde_json::from_str(&json).unwrap());
    check(serde_json::from_reader(json.as_bytes()).unwrap());
    check(serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap());
    let mut cbor = Vec::new();
    ciborium::into_writer(value, &mut cbor).unwrap();
    check(ciborium::from_reader(&cbor[..]).unwrap());
    let postcard = postcard::to_stdvec(value).unwrap();
    check(postcard::from_bytes(&postcard).unwrap());
}
