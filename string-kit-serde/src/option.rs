//! A string that may be missing.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::text::OneText;

/// Writes the text as a string, or none.
pub(crate) fn serialize<S: CapturedStr, R: Serializer>(
    string: Option<&S>,
    to: R,
) -> Result<R::Ok, R::Error> {
    match string {
        Some(string) => to.serialize_some(string.as_str()),
        None => to.serialize_none(),
    }
}

/// Reads one string, or `None` for null and for nothing.
pub(crate) struct OptionalText<S>(pub(crate) OneText<S>);

impl<'de, S: CapturedStr> DeserializeSeed<'de> for OptionalText<S> {
    type Value = Option<S>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<S>, D::Error> {
        from.deserialize_option(self)
    }
}

impl<'de, S: CapturedStr> Visitor<'de> for OptionalText<S> {
    type Value = Option<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} or null", self.0.forms())
    }

    fn visit_none<E: Error>(self) -> Result<Option<S>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<S>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Option<S>, D::Error> {
        self.0.deserialize(from).map(Some)
    }
}
