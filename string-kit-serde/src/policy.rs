//! The treatment of null and of nested values in a map of strings.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use string_kit::CapturedStr;

use crate::json::{Depth, Json};
use crate::number::{FirstKey, Number};
use crate::text::{Create, TextVisitor};

/// The treatment of null, or of nested values, in a map of strings.
///
/// ```
/// use string_kit_serde::Handling;
///
/// assert_eq!(Handling::default(), Handling::Reject);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handling {
    /// The data is an error.
    #[default]
    Reject,
    /// The entry is left out.
    Skip,
    /// The value becomes text in JSON.
    AsJson,
}

/// The treatment of null and of nested values (sequences and maps) in a map of strings. By default
/// both are errors.
///
/// - [`Handling::Skip`] leaves the entry out. Its key is read first, and both count: the entry as
///   an item, and the key's bytes. The value counts nothing, and this crate allocates nothing for
///   it. The format bounds its depth, as that of any data that serde ignores. If a key repeats and
///   its last value is skipped, the map keeps the value before it.
/// - [`Handling::AsJson`] keeps null as `null`, and a nested value as JSON without spaces: keys in
///   their order, repeated keys too, floats as `1.0` and `1e16`, and `null` for NaN and infinities.
///   Its bytes count as those of a string, and an error comes before they exceed a limit. More than
///   128 levels are a [`LimitError`](crate::LimitError). One buffer for all nested values of the map
///   grows to the longest; the string itself then allocates as for any text.
///
/// Numbers and booleans are no concern of the policy: [`Limits::scalars`](crate::Limits::scalars)
/// accepts them, and inside a nested value they are always accepted. Sequences of strings have no
/// policy: leaving items out would move the later ones to other indices.
///
/// A policy other than the default reads only self-describing formats. TOML passes on its dates as maps
/// with one private key: these are nested values here. The numbers of `serde_json`'s feature
/// `arbitrary_precision` are numbers.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::{Handling, Limits, Policy};
///
/// let policy = Policy::new().null(Handling::Skip).nested(Handling::AsJson);
/// let read = Limits::new().scalars().max_len(64).map::<Vec<(String, String)>>().policy(policy);
/// let mut json = serde_json::Deserializer::from_str(r#"{"a": 1, "b": null, "c": [1.0, {}]}"#);
/// let fields = read.deserialize(&mut json)?;
/// assert_eq!(fields, [("a".into(), "1".into()), ("c".into(), "[1.0,{}]".into())]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Policy {
    null: Handling,
    nested: Handling,
}

impl Policy {
    /// Creates a policy by which null and nested values are errors.
    ///
    /// O(1); allocates nothing.
    pub const fn new() -> Self {
        Self {
            null: Handling::Reject,
            nested: Handling::Reject,
        }
    }

    /// Sets the treatment of null.
    ///
    /// O(1); allocates nothing.
    pub const fn null(self, null: Handling) -> Self {
        Self { null, ..self }
    }

    /// Sets the treatment of sequences and maps.
    ///
    /// O(1); allocates nothing.
    pub const fn nested(self, nested: Handling) -> Self {
        Self { nested, ..self }
    }
}

/// Reads the value of an entry by a policy that is not the default: `None` if the entry is to be left
/// out.
pub(crate) struct Entry<'a, V> {
    pub(crate) text: TextVisitor<'a, Create<V>>,
    pub(crate) policy: Policy,
    /// Receives the text of a nested value.
    pub(crate) buffer: &'a mut String,
    pub(crate) depth: Depth,
}

impl<V: CapturedStr> Entry<'_, V> {
    fn null<E: Error>(self, found: Unexpected<'_>) -> Result<Option<V>, E> {
        match self.policy.null {
            Handling::Reject => Err(E::invalid_type(found, &self)),
            Handling::Skip => Ok(None),
            Handling::AsJson => self.text.visit_str("null").map(Some),
        }
    }

    /// Returns a writer of a nested value.
    fn json(&mut self) -> Json<'_> {
        self.buffer.clear();
        Json {
            text: self.buffer,
            meter: self.text.meter,
            place: self.text.place,
            depth: self.depth,
            is_key: false,
        }
    }
}

impl<'de, V: CapturedStr> DeserializeSeed<'de> for Entry<'_, V> {
    type Value = Option<V>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<V>, D::Error> {
        from.deserialize_any(self)
    }
}

/// Passes each kind of scalar on to the visitor of texts.
macro_rules! pass_on {
    ($($visit:ident($ty:ty))*) => {$(
        fn $visit<E: Error>(self, value: $ty) -> Result<Option<V>, E> {
            self.text.$visit(value).map(Some)
        }
    )*};
}

impl<'de, V: CapturedStr> Visitor<'de> for Entry<'_, V> {
    type Value = Option<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.meter.accepted().singular())?;
        if self.policy.null != Handling::Reject {
            f.write_str(", or null")?;
        }
        if self.policy.nested != Handling::Reject {
            f.write_str(", or a sequence or a map")?;
        }
        fmt::Display::fmt(&self.text.located(), f)
    }

    pass_on! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128)
        visit_f32(f32) visit_f64(f64) visit_str(&str) visit_string(String) visit_bytes(&[u8])
        visit_byte_buf(Vec<u8>)
    }

    fn visit_none<E: Error>(self) -> Result<Option<V>, E> {
        self.null(Unexpected::Option)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<V>, E> {
        self.null(Unexpected::Unit)
    }

    /// Counts one level.
    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Option<V>, D::Error> {
        let depth = self.depth.enter(&self.text.located())?;
        from.deserialize_any(Self { depth, ..self })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Option<V>, D::Error> {
        self.visit_some(from)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, items: A) -> Result<Option<V>, A::Error> {
        match self.policy.nested {
            Handling::Reject => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
            Handling::Skip => IgnoredAny.visit_seq(items).map(|_| None),
            Handling::AsJson => {
                self.json().visit_seq(items)?;
                self.text.visit_str(self.buffer).map(Some)
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut pairs: A) -> Result<Option<V>, A::Error> {
        let is_number = match self.policy.nested {
            Handling::AsJson => Some(self.json().map(&mut pairs)?),
            _ => pairs.next_key_seed(FirstKey(IgnoredAny))?,
        };
        if is_number == Some(true) {
            return pairs.next_value_seed(Number(self.text)).map(Some);
        }
        match self.policy.nested {
            Handling::Reject => Err(A::Error::invalid_type(Unexpected::Map, &self)),
            Handling::AsJson => self.text.visit_str(self.buffer).map(Some),
            Handling::Skip => {
                if is_number.is_some() {
                    pairs.next_value::<IgnoredAny>()?;
                    IgnoredAny.visit_map(pairs)?;
                }
                Ok(None)
            }
        }
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Option<V>, A::Error> {
        match self.policy.nested {
            // An enum does not say which kind of variant it has, so it cannot be rendered.
            Handling::Reject | Handling::AsJson => {
                Err(A::Error::invalid_type(Unexpected::Enum, &self))
            }
            Handling::Skip => IgnoredAny.visit_enum(data).map(|_| None),
        }
    }
}
