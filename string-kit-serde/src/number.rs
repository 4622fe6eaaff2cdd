//! Numbers that `serde_json` passes on as maps: those of its feature `arbitrary_precision`.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// The only key of such a map. Its value is the number as a string.
const KEY: &str = "$serde_json::private::Number";

/// Reads the first key of a map: returns `true` if the map is a number, else passes the key on.
pub(crate) struct FirstKey<V>(pub(crate) V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for FirstKey<V> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        from.deserialize_any(self)
    }
}

/// Passes each kind of key on.
macro_rules! pass_on {
    ($($visit:ident($ty:ty))*) => {$(
        fn $visit<E: Error>(self, key: $ty) -> Result<bool, E> {
            self.0.$visit(key).map(|_| false)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for FirstKey<V> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    pass_on! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128)
        visit_f32(f32) visit_f64(f64) visit_bytes(&[u8])
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<bool, E> {
        if key == KEY {
            return Ok(true);
        }
        self.0.visit_str(key).map(|_| false)
    }
}

/// Reads the value of such a map, and passes the number on: an integer of up to 128 bits as it is, any
/// other number as a float. Returns an error for a number that is outside the range of a float.
pub(crate) struct Number<V>(pub(crate) V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Number<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Number<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_integer = text != "-0" && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_integer {
            let float: f64 = text.parse().map_err(E::custom)?;
            if !float.is_finite() {
                return Err(E::custom("a number is outside the range of an f64"));
            }
            return self.0.visit_f64(float);
        }
        match (text.parse(), text.parse(), text.parse(), text.parse()) {
            (Ok(n), ..) => self.0.visit_u64(n),
            (_, Ok(n), ..) => self.0.visit_i64(n),
            (_, _, Ok(n), _) => self.0.visit_u128(n),
            (_, _, _, Ok(n)) => self.0.visit_i128(n),
            _ => Err(E::custom("an integer has more than 128 bits")),
        }
    }
}
