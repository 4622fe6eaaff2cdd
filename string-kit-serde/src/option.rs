//! A value that may be missing.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, Visitor};

/// Reads what a seed reads, or `None` for null and for nothing.
pub(crate) struct Optional<T>(pub(crate) T);

impl<'de, T: DeserializeSeed<'de> + Expected> DeserializeSeed<'de> for Optional<T> {
    type Value = Option<T::Value>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_option(self)
    }
}

impl<'de, T: DeserializeSeed<'de> + Expected> Visitor<'de> for Optional<T> {
    type Value = Option<T::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.0, f)?;
        f.write_str(" or null")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(from).map(Some)
    }
}
