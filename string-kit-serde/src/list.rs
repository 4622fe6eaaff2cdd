//! A [`StrList`] that is read with limits, or from more than strings.

use serde::de::{DeserializeSeed, Deserializer, Error};
use string_kit::{CaptureError, StrList, StrListBuilder};

use crate::limits::Limits;
use crate::seq::{Gather, SeqVisitor};
use crate::text::Keep;

/// Reads a sequence of strings into a list.
pub(crate) struct OneList(pub(crate) Limits);

impl<'de> DeserializeSeed<'de> for OneList {
    type Value = StrList;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
        let mut builder = StrListBuilder::new();
        let visitor = SeqVisitor {
            gather: &mut builder,
            limits: self.0,
        };
        visitor.deserialize(from)?;
        builder.try_finish().map_err(D::Error::custom)
    }
}

impl Gather for StrListBuilder {
    /// Nothing: the builder's memory is the text's, whose length nobody has stated.
    fn reserve(&mut self, _: usize) -> Result<(), CaptureError> {
        Ok(())
    }
}

impl Keep for StrListBuilder {
    type Kept = ();
    type Error = CaptureError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), CaptureError> {
        self.try_push(text)
    }
}
