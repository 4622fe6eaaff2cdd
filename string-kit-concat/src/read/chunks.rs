//! The pieces of a text, from either end.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use crate::dag::{Dag, NodeId, Part};
use crate::error::ConcatError;
use crate::memo::Memo;

/// After so many empty leaves in a row, nodes that were met since the last piece are remembered.
const EMPTIES: u32 = 64;

/// Where a walk over the leaves is: the children that are still to come, the next one last.
///
/// A node is left behind when its children are known. So a chain that leans to the side where the walk
/// begins takes an id a level, and one that leans to the other takes a single id.
struct Cursor<'a, D: Dag> {
    dag: &'a D,
    next: Option<NodeId>,
    todo: Vec<NodeId>,
}

impl<D: Dag> Clone for Cursor<'_, D> {
    fn clone(&self) -> Self {
        Self {
            dag: self.dag,
            next: self.next,
            todo: self.todo.clone(),
        }
    }
}

impl<'a, D: Dag> Cursor<'a, D> {
    const fn new(dag: &'a D, node: NodeId) -> Self {
        Self {
            dag,
            next: Some(node),
            todo: Vec::new(),
        }
    }

    /// The next leaf that is not empty. After an error the same is tried once more.
    fn step<const REVERSE: bool>(&mut self) -> Result<Option<&'a str>, ConcatError> {
        let mut empties = 0;
        let mut seen = Memo::new();
        while let Some(mut node) = self.next.take().or_else(|| self.todo.pop()) {
            loop {
                match self.dag.part(node) {
                    Part::Leaf("") => {
                        empties += 1;
                        break;
                    }
                    Part::Leaf(text) => return Ok(Some(text)),
                    Part::Concat(left, right) => {
                        let room = self.todo.try_reserve(1).map_err(ConcatError::from);
                        // A node that is met again was left behind with no piece found: there is
                        // none in it, even if it stands for 2^64 empty leaves.
                        let new = room.and_then(|()| {
                            Ok(empties < EMPTIES || seen.get_or_insert(node, ())?.1)
                        });
                        match new {
                            Ok(true) => {}
                            Ok(false) => break,
                            Err(error) => {
                                self.next = Some(node);
                                return Err(error);
                            }
                        }
                        let (first, second) = if REVERSE {
                            (right, left)
                        } else {
                            (left, right)
                        };
                        self.todo.push(second);
                        node = first;
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Whether the text is empty. Allocates only if its first leaf is empty and others follow.
///
/// # Errors
///
/// `Alloc`.
pub(crate) fn is_empty<D: Dag>(dag: &D, mut node: NodeId) -> Result<bool, ConcatError> {
    let root = node;
    loop {
        if let Some(len) = dag.kept_len(node)
            && (node == root || len > 0)
        {
            return Ok(len == 0);
        }
        match dag.part(node) {
            Part::Leaf("") if node != root => break,
            Part::Leaf(text) => return Ok(text.is_empty()),
            Part::Concat(left, _) => node = left,
        }
    }
    Ok(Chunks::new(dag, root).try_next()?.is_none())
}

macro_rules! chunks {
    ($(#[$doc:meta])* $name:ident, $method:literal, $reverse:literal) => {
        $(#[$doc])*
        pub struct $name<'a, D: Dag>(Cursor<'a, D>);

        impl<'a, D: Dag> $name<'a, D> {
            pub(crate) const fn new(dag: &'a D, node: NodeId) -> Self {
                Self(Cursor::new(dag, node))
            }

            /// The next piece, as [`next`](Iterator::next), but with an error where that panics.
            ///
            /// O(1) on average over a text of which no node is empty.
            ///
            /// # Errors
            ///
            /// `Alloc` if there is no room for the ids of the nodes that are still to come. No piece is
            /// lost: the next call tries once more.
            ///
            /// ```
            /// use string_kit_concat::ConcatArena;
            ///
            /// let mut arena = ConcatArena::new();
            /// let na = arena.leaf("na");
            /// let nana = arena.concat(na, na);
            #[doc = concat!("let mut chunks = arena.get(nana)?.", $method, "();")]
            /// assert_eq!(chunks.try_next()?, Some("na"));
            /// # Ok::<(), string_kit_concat::ConcatError>(())
            /// ```
            pub fn try_next(&mut self) -> Result<Option<&'a str>, ConcatError> {
                self.0.step::<$reverse>()
            }
        }

        impl<D: Dag> Clone for $name<'_, D> {
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl<D: Dag> fmt::Debug for $name<'_, D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Cursor { next, todo, .. } = &self.0;
                f.debug_struct(stringify!($name))
                    .field("next", &next.or(todo.last().copied()))
                    .field("todo", &todo.len())
                    .finish_non_exhaustive()
            }
        }

        impl<'a, D: Dag> Iterator for $name<'a, D> {
            type Item = &'a str;

            /// # Panics
            ///
            /// If the allocator has no room for the ids of the nodes that are still to come.
            fn next(&mut self) -> Option<&'a str> {
                match self.try_next() {
                    Ok(piece) => piece,
                    Err(error) => panic!("{error}"),
                }
            }
        }

        impl<D: Dag> FusedIterator for $name<'_, D> {}
    };
}

chunks! {
    /// The pieces of a text from its beginning, none of them empty.
    ///
    /// It keeps the ids of the nodes that are still to come: 4 bytes a level of a chain that leans to the
    /// left ([`Narrow`](crate::Narrow)), nothing for one that leans to the right. A text can have
    /// more pieces than a program can count: take as many as are wanted.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [a, b] = [arena.leaf("a"), arena.leaf("b")];
    /// let ab = arena.concat(a, b);
    /// assert_eq!(arena.get(ab)?.chunks().collect::<Vec<_>>(), ["a", "b"]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    Chunks, "chunks", false
}

chunks! {
    /// The pieces of a text from its end, none of them empty; the characters of each are in their order.
    ///
    /// It keeps the ids of the nodes that are still to come: 4 bytes a level of a chain that leans to the
    /// right ([`Narrow`](crate::Narrow)), nothing for one that leans to the left.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [ab, c] = [arena.leaf("ab"), arena.leaf("c")];
    /// let abc = arena.concat(ab, c);
    /// assert_eq!(arena.get(abc)?.chunks_rev().collect::<Vec<_>>(), ["c", "ab"]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    ChunksRev, "chunks_rev", true
}
