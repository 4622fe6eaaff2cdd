//! An arena: nodes of 8 bytes that are freed together. The smallest that a concatenation can be
//! with ids of 32 bits.
//!
//! ```text
//! concatenation  left            right
//! leaf           1 | start:31    length
//! ```

use super::Design;
use super::design::{Part, flatten};

/// The bit of a node's first word that marks a leaf.
const LEAF: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ArenaId(u32);

/// All nodes, and the texts of all leaves.
#[derive(Default)]
pub(crate) struct Arena {
    nodes: Vec<[u32; 2]>,
    texts: Vec<u8>,
}

impl Arena {
    fn push(&mut self, node: [u32; 2]) -> ArenaId {
        let id = narrow(self.nodes.len());
        self.nodes.push(node);
        ArenaId(id)
    }
}

fn narrow(number: usize) -> u32 {
    let narrow = u32::try_from(number).ok().filter(|number| *number < LEAF);
    narrow.expect("there are fewer than 2 billion nodes and bytes of leaves")
}

impl Design for Arena {
    const NAME: &'static str = "[u32; 2] in an arena";

    type Handle = ArenaId;

    fn leaf(&mut self, text: &str) -> ArenaId {
        let start = narrow(self.texts.len());
        self.texts.extend_from_slice(text.as_bytes());
        self.push([LEAF | start, narrow(text.len())])
    }

    fn concat(&mut self, left: &ArenaId, right: &ArenaId) -> ArenaId {
        self.push([left.0, right.0])
    }

    fn flatten(&self, string: &ArenaId, length: usize) -> Vec<u8> {
        let part = |id: u32| match self.nodes[id as usize] {
            [start, len] if start & LEAF != 0 => {
                let start = (start & !LEAF) as usize;
                Part::Leaf(&self.texts[start..start + len as usize])
            }
            [left, right] => Part::Concat(left, right),
        };
        flatten(string.0, part, length)
    }
}
