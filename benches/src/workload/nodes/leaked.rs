//! Nodes that nobody counts and nobody gives back: a block each.

use super::flatten::{Part, flatten};
use super::{Design, Kind};

/// A node for as long as the program runs.
#[derive(Clone, Copy)]
pub(crate) enum Leaked {
    Leaf(&'static [u8]),
    Concat(&'static Leaked, &'static Leaked),
}

impl Leaked {
    pub(super) fn leaf(text: &str) -> Self {
        Self::Leaf(Box::leak(text.as_bytes().into()))
    }

    pub(super) fn flatten(&'static self, length: usize) -> Vec<u8> {
        let part = |node: &'static Self| match *node {
            Self::Leaf(text) => Part::Leaf(text),
            Self::Concat(left, right) => Part::Concat(left, right),
        };
        flatten(self, part, length)
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Leaked>() == 24);

/// A box a node, leaked: 24 bytes are asked for.
#[derive(Default)]
pub(crate) struct LeakedBox;

impl Design for LeakedBox {
    const NAME: &'static str = "leaked_box";
    const KIND: Kind = Kind::WriteUp;
    const GIVES_BACK: bool = false;

    type Handle = &'static Leaked;

    fn leaf(&mut self, text: &str) -> Self::Handle {
        Box::leak(Box::new(Leaked::leaf(text)))
    }

    fn concat(&mut self, left: &Self::Handle, right: &Self::Handle) -> Self::Handle {
        Box::leak(Box::new(Leaked::Concat(left, right)))
    }

    fn flatten(&self, of: &Self::Handle, length: usize) -> Vec<u8> {
        of.flatten(length)
    }
}
