//! Iterators over the leaves of a text, from either end.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use crate::dag::{Dag, NodeId, Part};
use crate::error::ConcatError;
use crate::memo::Memo;

/// The number of empty leaves in a row after which a step remembers the nodes that it visits.
const EMPTIES: u32 = 64;

/// A walk over the leaves: the ids of the nodes to come, the next one last.
///
/// The walk forgets a node when it knows its children. So a chain that leans to the side where the walk begins
/// takes an id for each level, and one that leans to the other side takes a single id.
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

    /// Returns the next leaf that is not empty. After an error the next call tries the same step again.
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
                        // A node that is visited again has no piece: the step went through it and found
                        // none. It may stand for 2^64 empty leaves.
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

/// Returns whether the text is empty. Allocates only if its first leaf is empty and others follow.
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

            /// Returns the next piece, or an error where [`next`](Iterator::next) panics.
            ///
            /// O(1) on average over a text of which no node is empty.
            ///
            /// # Errors
            ///
            /// `Alloc` if memory for the ids of the nodes to come runs out. No piece is lost: the next call
            /// tries again.
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
            /// If memory for the ids of the nodes to come runs out.
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
    /// An iterator over the pieces of a text from its beginning, none of them empty.
    ///
    /// It holds the ids of the nodes to come: 4 bytes for each level of a chain that leans to the left, nothing
    /// for one that leans to the right. A text can have more pieces than a program can visit.
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
    /// An iterator over the pieces of a text from its end, none of them empty; each is a `&str` in its order.
    ///
    /// It holds the ids of the nodes to come: 4 bytes for each level of a chain that leans to the right,
    /// nothing for one that leans to the left.
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
