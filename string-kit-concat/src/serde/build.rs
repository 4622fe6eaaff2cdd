//! What nodes are read into: handles, or an arena; and the seeds of both.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error};

use super::arena::Texts;
use super::limits::Limits;
use super::read::{NodeError, ReadNodes};
use crate::{ConcatArena, ConcatError, ConcatId, ConcatStr, Width};

/// What nodes are made in.
pub(super) trait Build {
    /// A node.
    type Text: Clone;

    fn leaf(&mut self, text: &str) -> Result<Self::Text, ConcatError>;

    fn concat(&mut self, left: &Self::Text, right: &Self::Text) -> Result<Self::Text, ConcatError>;
}

/// Makes handles.
struct Handles<W>(PhantomData<W>);

impl<W: Width> Build for Handles<W> {
    type Text = ConcatStr<W>;

    fn leaf(&mut self, text: &str) -> Result<ConcatStr<W>, ConcatError> {
        ConcatStr::try_copy(text)
    }

    fn concat(
        &mut self,
        left: &ConcatStr<W>,
        right: &ConcatStr<W>,
    ) -> Result<ConcatStr<W>, ConcatError> {
        left.try_concat(right)
    }
}

impl<W: Width> Build for ConcatArena<W> {
    type Text = ConcatId<W>;

    fn leaf(&mut self, text: &str) -> Result<ConcatId<W>, ConcatError> {
        self.try_leaf(text)
    }

    fn concat(
        &mut self,
        left: &ConcatId<W>,
        right: &ConcatId<W>,
    ) -> Result<ConcatId<W>, ConcatError> {
        self.try_concat(*left, *right)
    }
}

/// Reads nodes into handles of the texts.
pub(super) struct ConcatVec<W> {
    limits: Limits,
    width: PhantomData<W>,
}

impl<W> ConcatVec<W> {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            width: PhantomData,
        }
    }
}

impl<'de, W: Width> DeserializeSeed<'de> for ConcatVec<W> {
    type Value = Vec<ConcatStr<W>>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let nodes = ReadNodes {
            limits: self.limits,
            build: &mut Handles(PhantomData),
        };
        nodes.deserialize(from)
    }
}

/// Reads nodes into a handle of the one text of them.
pub(super) struct OneConcat<W>(ConcatVec<W>);

impl<W> OneConcat<W> {
    pub(super) fn new(limits: Limits) -> Self {
        Self(ConcatVec::new(limits))
    }
}

impl<'de, W: Width> DeserializeSeed<'de> for OneConcat<W> {
    type Value = ConcatStr<W>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<ConcatStr<W>, D::Error> {
        let mut texts = self.0.deserialize(from)?;
        match (texts.len(), texts.pop()) {
            (1, Some(text)) => Ok(text),
            (texts, _) => Err(D::Error::custom(NodeError::Texts { texts })),
        }
    }
}

/// Reads nodes into an arena of their own.
pub(super) struct OneArena<W> {
    limits: Limits,
    width: PhantomData<W>,
}

impl<W> OneArena<W> {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            width: PhantomData,
        }
    }
}

impl<'de, W: Width> DeserializeSeed<'de> for OneArena<W> {
    type Value = Texts<W>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let mut arena = ConcatArena::new();
        let nodes = ReadNodes {
            limits: self.limits,
            build: &mut arena,
        };
        let ids = nodes.deserialize(from)?;
        Ok((arena, ids))
    }
}
