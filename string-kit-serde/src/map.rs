//! A map of strings to strings, for `#[serde(with = "string_kit_serde::map")]`.
//!
//! Reads `BTreeMap<K, V>`, `HashMap<K, V, H>`, `Vec<(K, V)>`, and any other collection of pairs. If
//! a key repeats, a map keeps its last value, as with serde's own impls; a `Vec` keeps every pair,
//! in order.
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

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::json::Depth;
use crate::limits::{Limits, Meter};
use crate::policy::{Entry, Policy};
use crate::rules::{As, Map};
use crate::seed::copy_seed;
use crate::text::{Counted, Create, Place, TextVisitor};

/// Writes the pairs as a map of strings to strings, in the map's order.
///
/// O(n); allocates nothing itself.
///
/// # Errors
///
/// Returns the serializer's errors.
///
/// ```
/// let labels = vec![("id".to_string(), Box::<str>::from("42"))];
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::map::serialize(&labels, &mut serializer)?;
/// assert_eq!(json, br#"{"id":"42"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<M: TextPairs, R: Serializer>(map: &M, to: R) -> Result<R::Ok, R::Error> {
    map.serialize_pairs(to)
}

/// Reads a map of strings to strings, each as [`captured`](crate::captured::deserialize()) reads
/// it.
///
/// O(n) in the length of the text, plus the map's own cost of each insertion. The keys, the values
/// and the growing map allocate; the map reserves nothing for the number of pairs that the data
/// states. If memory for the map itself runs out, the program aborts, as it does for std's maps.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is not a map, and the errors of
/// `captured` for each key and value. Null and nested values are errors too, unless a
/// [`Policy`] skips them or keeps them as text.
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
    As::<Map>::deserialize(from)
}

/// A collection of pairs of strings: any type that implements `Default`, `Extend` and
/// `IntoIterator` for them.
///
/// ```
/// use std::collections::BTreeMap;
/// use string_kit_serde::map::TextMap;
///
/// fn is_text_map<M: TextMap>() {}
/// is_text_map::<BTreeMap<String, Box<str>>>();
/// is_text_map::<Vec<(String, String)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of pairs of strings",
    label = "a map of strings cannot be read into this type",
    note = "the keys and values must implement `CapturedStr`",
    note = "in serde's attributes, an `Option` of a map takes `map::option`"
)]
pub trait TextMap: Default + Extend<(<Self as TextMap>::Key, <Self as TextMap>::Text)> {
    /// The type of the keys.
    type Key: CapturedStr;
    /// The type of the values.
    type Text: CapturedStr;
}

#[diagnostic::do_not_recommend]
impl<M, K, V> TextMap for M
where
    M: Default + Extend<(K, V)> + IntoIterator<Item = (K, V)>,
    K: CapturedStr,
    V: CapturedStr,
{
    type Key = K;
    type Text = V;
}

/// A collection that can be written as a map of strings: any type of which a reference iterates over
/// pairs of strings.
///
/// ```
/// use std::collections::BTreeMap;
/// use string_kit_serde::map::TextPairs;
///
/// fn is_written_as_a_map<M: TextPairs>() {}
/// is_written_as_a_map::<BTreeMap<String, Box<str>>>();
/// is_written_as_a_map::<Vec<(String, String)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of pairs of strings",
    label = "this type cannot be written as a map of strings",
    note = "the keys and values must implement `CapturedStr`",
    note = "in serde's attributes, an `Option` of a map takes `map::option`"
)]
pub trait TextPairs {
    /// Writes the pairs as a map, in the collection's order.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
    ///
    /// ```
    /// use string_kit_serde::map::TextPairs;
    ///
    /// let mut json = Vec::new();
    /// vec![("id".to_string(), "42".to_string())]
    ///     .serialize_pairs(&mut serde_json::Serializer::new(&mut json))?;
    /// assert_eq!(json, br#"{"id":"42"}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    fn serialize_pairs<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error>;
}

#[diagnostic::do_not_recommend]
impl<M> TextPairs for M
where
    for<'a> &'a M: IntoIterator<Item: TextPair<'a>>,
{
    fn serialize_pairs<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_map(self.into_iter().map(TextPair::texts))
    }
}

/// A pair of strings, as the iterator of a map or of a slice of pairs returns it.
///
/// ```
/// use string_kit_serde::map::TextPair;
///
/// let (key, value) = (String::from("id"), Box::<str>::from("42"));
/// assert_eq!((&key, &value).texts(), ("id", "42"));
/// ```
pub trait TextPair<'a> {
    /// Returns the texts of both strings.
    ///
    /// O(1); allocates nothing.
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

/// A seed that reads a map of strings: the type that [`Limits::map`](crate::Limits::map) returns.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
/// use string_kit_serde::seed::MapSeed;
///
/// let seed: MapSeed<Vec<(String, String)>> = Limits::new().max_len(2).map();
/// let read = seed.deserialize(&mut serde_json::Deserializer::from_str(r#"{"id": "42"}"#))?;
/// assert_eq!(read[0].1, "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct MapSeed<M> {
    limits: Limits,
    policy: Policy,
    map: PhantomData<fn() -> M>,
}

copy_seed!(MapSeed { limits, policy });

impl<M> MapSeed<M> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            policy: Policy::new(),
            map: PhantomData,
        }
    }

    /// Sets the treatment of null and of nested values: by default both are errors.
    ///
    /// O(1); allocates nothing.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::{Handling, Limits, Policy};
    ///
    /// let policy = Policy::new().null(Handling::Skip);
    /// let read = Limits::new().map::<Vec<(String, String)>>().policy(policy);
    /// let mut json = serde_json::Deserializer::from_str(r#"{"a": null, "b": "c"}"#);
    /// assert_eq!(read.deserialize(&mut json)?, [("b".into(), "c".into())]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub const fn policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }
}

impl<'de, M: TextMap> DeserializeSeed<'de> for MapSeed<M> {
    type Value = M;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<M, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, M: TextMap> Visitor<'de> for MapSeed<M> {
    type Value = M;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of {}", self.limits.accepted().plural())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<M, A::Error> {
        let mut map = M::default();
        let mut meter = Meter::new(self.limits);
        let mut buffer = String::new();
        loop {
            let key = Counted(TextVisitor {
                keep: &mut Create::<M::Key>::new(),
                meter: &mut meter,
                place: Place::Key,
            });
            let Some(key) = pairs.next_key_seed(key)? else {
                return Ok(map);
            };
            let text = TextVisitor {
                keep: &mut Create::new(),
                meter: &mut meter,
                place: Place::Value(key.as_str()),
            };
            let value = if self.policy == Policy::new() {
                pairs.next_value_seed(text)?
            } else {
                let entry = Entry {
                    text,
                    policy: self.policy,
                    buffer: &mut buffer,
                    depth: Depth::new(),
                };
                let Some(value) = pairs.next_value_seed(entry)? else {
                    continue;
                };
                value
            };
            map.extend(Some((key, value)));
        }
    }
}

pub mod option {
    //! A map that may be absent, for `#[serde(with = "string_kit_serde::map::option")]`.
    //!
    //! Reads an `Option` of any type that [`map`](crate::map) reads. Null is `None`; an empty map is
    //! `Some`. A missing field is an error unless it also has `#[serde(default)]`, as for
    //! [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use std::collections::BTreeMap;
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(default, with = "string_kit_serde::map::option")]
    //!     labels: Option<BTreeMap<String, Box<str>>>,
    //! }
    //!
    //! let read = |json| serde_json::from_str::<Post>(json).map(|post| post.labels);
    //! assert_eq!(&*read(r#"{"labels":{"id":"42"}}"#)?.unwrap()["id"], "42");
    //! assert_eq!(read(r#"{"labels":null}"#)?, None);
    //! assert_eq!(read("{}")?, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use serde::de::Deserializer;
    use serde::ser::Serializer;

    use super::{TextMap, TextPairs};
    use crate::rules::{As, Map};

    /// Writes the pairs as a map, or `None` as null.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
    ///
    /// ```
    /// let labels = Some(vec![("id".to_string(), "42".to_string())]);
    /// let mut json = Vec::new();
    /// let mut serializer = serde_json::Serializer::new(&mut json);
    /// string_kit_serde::map::option::serialize(&labels, &mut serializer)?;
    /// assert_eq!(json, br#"{"id":"42"}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn serialize<M: TextPairs, R: Serializer>(
        map: &Option<M>,
        to: R,
    ) -> Result<R::Ok, R::Error> {
        As::<Option<Map>>::serialize(map, to)
    }

    /// Reads a map of strings, or null as `None`.
    ///
    /// Costs the same as [`map::deserialize`](crate::map::deserialize()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `map::deserialize`, except for null.
    ///
    /// ```
    /// use string_kit_serde::map;
    ///
    /// let mut deserializer = serde_json::Deserializer::from_str("null");
    /// let labels: Option<Vec<(String, String)>> = map::option::deserialize(&mut deserializer)?;
    /// assert_eq!(labels, None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, M, D>(from: D) -> Result<Option<M>, D::Error>
    where
        M: TextMap,
        D: Deserializer<'de>,
    {
        As::<Option<Map>>::deserialize(from)
    }
}
