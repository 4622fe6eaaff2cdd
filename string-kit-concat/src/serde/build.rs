//! What nodes are read into: handles, or an arena; and the seeds of both.

use alloc::vec::Vec;

use serde::de::{DeserializeSeed, Deserializer, Error};

use super::arena::Texts;
use super::limits::Limits;
use super::read::{NodeError, ReadNodes};
use crate::{ConcatArena, ConcatError, ConcatId, ConcatStr};

/// What nodes are made in.
pub(super) trait Build {
    /// A node.
    type Text: Clone;

    fn leaf(&mut self, text: &str) -> Result<Self::Text, ConcatError>;

    fn concat(&mut self, left: &Self::Text, right: &Self::Text) -> Result<Self::Text, ConcatError>;
}

/// Makes handles.
struct Handles;

impl Build for Handles {
    type Text = ConcatStr;

    fn leaf(&mut self, text: &str) -> Result<ConcatStr, ConcatError> {
        ConcatStr::try_copy(text)
    }

    fn concat(&mut self, left: &ConcatStr, right: &ConcatStr) -> Result<ConcatStr, ConcatError> {
        left.try_concat(right)
    }
}

impl Build for ConcatArena {
    type Text = ConcatId;

    fn leaf(&mut self, text: &str) -> Result<ConcatId, ConcatError> {
        self.try_leaf(text)
    }

    fn concat(&mut self, left: &ConcatId, right: &ConcatId) -> Result<ConcatId, ConcatError> {
        self.try_concat(*left, *right)
    }
}

/// Reads nodes into handles of the texts.
pub(super) struct ConcatVec {
    limits: Limits,
}

impl ConcatVec {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits }
    }
}

impl<'de> DeserializeSeed<'de> for ConcatVec {
    type Value = Vec<ConcatStr>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let nodes = ReadNodes {
            limits: self.limits,
            build: &mut Handles,
        };
        nodes.deserialize(from)
    }
}

/// Reads nodes into a handle of the one text of them.
pub(super) struct OneConcat(ConcatVec);

impl OneConcat {
    pub(super) fn new(limits: Limits) -> Self {
        Self(ConcatVec::new(limits))
    }
}

impl<'de> DeserializeSeed<'de> for OneConcat {
    type Value = ConcatStr;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<ConcatStr, D::Error> {
        let mut texts = self.0.deserialize(from)?;
        match (texts.len(), texts.pop()) {
            (1, Some(text)) => Ok(text),
            (texts, _) => Err(D::Error::custom(NodeError::Texts { texts })),
        }
    }
}

/// Reads nodes into an arena of their own.
pub(super) struct OneArena {
    limits: Limits,
}

impl OneArena {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits }
    }
}

impl<'de> DeserializeSeed<'de> for OneArena {
    type Value = Texts;

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
