//! The controls that serde has no type for.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// The control of a scalar: its text, as `to_string` writes it.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Scalar(String);

impl AsRef<str> for Scalar {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        macro_rules! visit {
            ($($visit:ident: $ty:ty,)*) => {$(
                fn $visit<E>(self, value: $ty) -> Result<Scalar, E> {
                    Ok(Scalar(value.to_string()))
                }
            )*};
        }
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a scalar")
            }

            visit! {
                visit_bool: bool,
                visit_i64: i64,
                visit_i128: i128,
                visit_u64: u64,
                visit_u128: u128,
                visit_f32: f32,
                visit_f64: f64,
                visit_str: &str,
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Scalar, E> {
                let text = String::from_utf8(bytes.to_vec());
                text.map(Scalar).map_err(E::custom)
            }
        }
        from.deserialize_any(Any)
    }
}

/// The control of a map that keeps every pair.
pub(crate) struct Pairs<T>(pub(crate) Vec<(T, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct All<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for All<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        from.deserialize_map(All(PhantomData))
    }
}

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
