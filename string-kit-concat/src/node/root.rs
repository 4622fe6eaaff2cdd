//! A text that may be empty.
#![allow(unsafe_code)]

use core::mem::{self, ManuallyDrop};
use core::num::NonZeroU32;

use super::borrow::Ref;
use super::layout::Node;
use crate::{count, slab};

/// No slot has the highest id.
const NO_NODE: NonZeroU32 = NonZeroU32::MAX;

/// A text: a node, or none if it is empty. In 4 bytes, with a niche.
#[repr(transparent)]
pub(crate) struct Root(NonZeroU32);

impl Root {
    pub(crate) const EMPTY: Self = Self(NO_NODE);

    #[inline]
    pub(crate) fn new(node: Option<Node>) -> Self {
        node.map_or(Self::EMPTY, |node| Self(node.into_nonzero()))
    }

    #[inline]
    pub(crate) fn get(&self) -> Option<Ref<'_>> {
        if self.0 == NO_NODE {
            return None;
        }
        // SAFETY: the root has a reference, and is borrowed.
        Some(unsafe { Ref::new(self.0) })
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut Node> {
        if self.0 == NO_NODE {
            return None;
        }
        // SAFETY: both types are an id and nothing else, and this one is a node's with a reference.
        Some(unsafe { &mut *(&raw mut *self).cast::<Node>() })
    }

    #[inline]
    pub(crate) fn take(&mut self) -> Option<Node> {
        let id = mem::replace(&mut self.0, NO_NODE);
        (id != NO_NODE).then(|| Node(id))
    }
}

impl Clone for Root {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.get().map(Ref::share))
    }
}

impl Drop for Root {
    #[inline]
    fn drop(&mut self) {
        if let Some(node) = self.take().map(ManuallyDrop::new)
            && count::decrement(&node.get().words().head)
        {
            node.free();
            slab::settle();
        }
    }
}
