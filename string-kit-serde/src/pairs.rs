//! Collections of pairs of strings, which are read and written as maps.

use serde::ser::Serializer;
use string_kit::CapturedStr;

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
