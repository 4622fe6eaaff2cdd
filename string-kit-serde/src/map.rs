//! A map of strings to strings, for `#[serde(with = "string_kit_serde::map")]`.
//!
//! For `BTreeMap<K, V>`, `HashMap<K, V, H>`, `Vec<(K, V)>` and whatever else collects pairs. Of
//! pairs with the same key a map keeps the last, as serde's own do; a `Vec` keeps all, in order.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::StringBuf;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::map")] BTreeMap<StringBuf<16>, Arc<str>>);
//!
//! let post: Post = serde_json::from_str(r#"{"region":"eu-west","status":"200"}"#)?;
//! assert_eq!(&*post.0["region"], "eu-west");
//! assert_eq!(serde_json::to_string(&post)?, r#"{"region":"eu-west","status":"200"}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::limits::{Limits, Meter};
use crate::text::{Counted, Own, TextVisitor};

/// Writes the pairs as a map of strings to strings, in the map's order.
///
/// O(n), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let labels = vec![("id".to_string(), Box::<str>::from("42"))];
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::map::serialize(&labels, &mut serializer)?;
/// assert_eq!(json, br#"{"id":"42"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<'a, M, R>(map: &'a M, to: R) -> Result<R::Ok, R::Error>
where
    &'a M: IntoIterator<Item: TextPair<'a>>,
    R: Serializer,
{
    to.collect_map(map.into_iter().map(TextPair::texts))
}

/// Reads a map of strings to strings into the representations, each as
/// [`captured`](crate::captured::deserialize()) does.
///
/// Allocates what the keys and values take, and what the map does where pairs are added one by one:
/// no memory is taken for a length that the data states. Where there is none for the map itself,
/// the program aborts, as std's maps do.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no map; those of `captured` for each
/// key and value.
///
/// ```
/// use std::collections::HashMap;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"{"id":"1","id":"2"}"#);
/// let map: HashMap<String, Box<str>> = string_kit_serde::map::deserialize(&mut deserializer)?;
/// assert_eq!(&*map["id"], "2");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, M: TextMap, D: Deserializer<'de>>(from: D) -> Result<M, D::Error> {
    OneMap::new(Limits::new()).deserialize(from)
}

/// What pairs of strings can be read into: every type that has an empty value, takes pairs and
/// gives them back.
///
/// ```
/// use std::collections::BTreeMap;
/// use string_kit_serde::map::TextMap;
///
/// fn is_text_map<M: TextMap>() {}
/// is_text_map::<BTreeMap<String, Box<str>>>();
/// is_text_map::<Vec<(String, String)>>();
/// ```
pub trait TextMap: Default + Extend<(<Self as TextMap>::Key, <Self as TextMap>::Text)> {
    /// The strings that are looked up.
    type Key: CapturedStr;
    /// The strings that are found.
    type Text: CapturedStr;
}

impl<M, K, V> TextMap for M
where
    M: Default + Extend<(K, V)> + IntoIterator<Item = (K, V)>,
    K: CapturedStr,
    V: CapturedStr,
{
    type Key = K;
    type Text = V;
}

/// A pair of strings, as the iterator of a map has it, or that of a `Vec` of pairs.
///
/// ```
/// use string_kit_serde::map::TextPair;
///
/// let (key, value) = (String::from("id"), Box::<str>::from("42"));
/// assert_eq!((&key, &value).texts(), ("id", "42"));
/// ```
pub trait TextPair<'a> {
    /// The texts of both.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_serde::map::TextPair;
    ///
    /// let pair = (String::from("id"), Box::<str>::from("42"));
    /// assert_eq!((&pair).texts(), ("id", "42"));
    /// ```
    fn texts(self) -> (&'a str, &'a str);
}

impl<'a, K: CapturedStr, V: CapturedStr> TextPair<'a> for (&'a K, &'a V) {
    fn texts(self) -> (&'a str, &'a str) {
        (self.0.as_str(), self.1.as_str())
    }
}

impl<'a, K: CapturedStr, V: CapturedStr> TextPair<'a> for &'a (K, V) {
    fn texts(self) -> (&'a str, &'a str) {
        (self.0.as_str(), self.1.as_str())
    }
}

/// Reads a map of strings.
pub(crate) struct OneMap<M> {
    limits: Limits,
    map: PhantomData<fn() -> M>,
}

impl<M> OneMap<M> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            map: PhantomData,
        }
    }
}

impl<'de, M: TextMap> DeserializeSeed<'de> for OneMap<M> {
    type Value = M;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<M, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, M: TextMap> Visitor<'de> for OneMap<M> {
    type Value = M;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of which each value is {}", self.limits.forms())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<M, A::Error> {
        let mut map = M::default();
        let mut meter = Meter::new(self.limits);
        loop {
            let key = Counted(TextVisitor {
                keep: &mut Own::new(),
                meter: &mut meter,
            });
            let Some(key) = pairs.next_key_seed(key)? else {
                return Ok(map);
            };
            let value = pairs.next_value_seed(TextVisitor {
                keep: &mut Own::new(),
                meter: &mut meter,
            })?;
            map.extend(Some((key, value)));
        }
    }
}
