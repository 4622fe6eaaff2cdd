//! How much there is in an arena, and what it takes.

use super::ConcatArena;
use super::build::text_of;
use super::span::Span;
use crate::dag::NodeId;

impl ConcatArena {
    /// How many concatenations there are. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!((arena.concatenations(), arena.leaves(), arena.leaf_bytes()), (1, 1, 2));
    /// ```
    #[must_use]
    pub fn concatenations(&self) -> usize {
        self.nodes.len()
    }

    /// How many leaves there are that are not empty. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.leaf("na");
    /// assert_eq!(arena.leaves(), 1);
    /// ```
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.spans.len().saturating_sub(1)
    }

    /// How many bytes of text there are in leaves: the leaf of a substring shares those of the whole.
    /// Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let nana = arena.leaf("nana");
    /// arena.substr(nana, 2..);
    /// assert_eq!(arena.leaf_bytes(), 4);
    /// ```
    #[must_use]
    pub fn leaf_bytes(&self) -> usize {
        self.text.len()
    }

    /// The bytes asked of the allocator. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let arena = ConcatArena::new();
    /// assert_eq!(arena.heap_size(), 0);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.nodes.capacity() * size_of::<[NodeId; 2]>()
            + self.text.capacity()
            + self.spans.capacity() * size_of::<Span>()
            + self.columns.heap_size()
    }

    /// Gives the room back that is not used, as far as the allocator takes it. Takes O(nodes).
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena};
    ///
    /// let mut arena = ConcatArena::with_capacity(1000, 50);
    /// arena.shrink_to_fit();
    /// assert_eq!(arena.heap_size(), 0);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.text.shrink_to_fit();
        self.spans.shrink_to_fit();
        let columns = &mut self.columns;
        if let Some(lens) = &mut columns.lens {
            lens.shrink_to_fit();
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.shrink_to_fit();
            maps.leaves.shrink_to_fit();
        }
        if let Some(cons) = &mut columns.cons {
            let (text, spans) = (&self.text, &self.spans);
            cons.shrink_to_fit(&self.nodes, |leaf| text_of(text, spans, leaf));
        }
    }
}
