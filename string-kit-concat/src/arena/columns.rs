//! The columns of an arena: lengths, fingerprints and tables for hash-consing, each if it is turned on.

use core::fmt;

use super::ConcatArena;
use super::blocks::Blocks;
use super::cons::{Cons, Pair};
use super::leaves::Leaves;
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, Nodes, place};
use crate::fingerprint::Affine;

/// INVARIANT: each column that is on has one entry for each node of its kind.
#[derive(Default)]
pub(super) struct Columns {
    /// PERF: one test in front of each concatenation stands for one a column.
    are_on: bool,
    pub(super) lens: Option<Blocks<u64>>,
    pub(super) maps: Option<Maps>,
    pub(super) cons: Option<Cons>,
}

/// The fingerprints of concatenations and of leaves, without the lengths.
pub(super) struct Maps {
    pub(super) nodes: Blocks<Affine>,
    pub(super) leaves: Blocks<Affine>,
}

impl Maps {
    /// Returns the map of a node.
    fn of(&self, node: NodeId) -> Affine {
        match node & LEAF {
            0 => self.nodes[place(node)],
            _ => self.leaves[place(node)],
        }
    }
}

impl Columns {
    #[inline]
    pub(super) fn are_on(&self) -> bool {
        self.are_on
    }

    pub(super) fn heap_size(&self) -> usize {
        let maps = self.maps.as_ref();
        self.lens.as_ref().map_or(0, Blocks::heap_size)
            + maps.map_or(0, |maps| maps.nodes.heap_size() + maps.leaves.heap_size())
            + self.cons.as_ref().map_or(0, Cons::heap_size)
    }

    pub(super) fn shrink_to_fit(&mut self, nodes: &Blocks<Pair>, leaves: &Leaves) {
        if let Some(lens) = &mut self.lens {
            lens.shrink_to_fit();
        }
        if let Some(maps) = &mut self.maps {
            maps.nodes.shrink_to_fit();
            maps.leaves.shrink_to_fit();
        }
        if let Some(cons) = &mut self.cons {
            cons.shrink_to_fit(nodes, leaves);
        }
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = [
            ("lengths", self.lens.is_some()),
            ("fingerprints", self.maps.is_some()),
            ("hash_consed", self.cons.is_some()),
        ];
        let on = on.iter().filter(|(_, is_on)| *is_on);
        f.debug_set().entries(on.map(|(name, _)| name)).finish()
    }
}

impl ConcatArena {
    /// Keeps the length of every text: [`byte_at`](crate::ConcatRef::byte_at) and
    /// [`substr`](Self::substr) then take O(depth), and a length O(1).
    ///
    /// Takes 8 bytes a concatenation, and O(nodes) time once for nodes that are there.
    ///
    /// # Panics
    ///
    /// If memory runs out; see [`try_keep_lengths`](Self::try_keep_lengths).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new().with_lengths();
    /// let mut text = arena.leaf("na");
    /// for _ in 0..62 {
    ///     text = arena.concat(text, text);
    /// }
    /// let last = arena.substr(text, (1_u64 << 63) - 2..);
    /// assert_eq!(arena.get(last)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_lengths(mut self) -> Self {
        self.try_keep_lengths().expect("there is room for lengths");
        self
    }

    /// Keeps the fingerprint and the length of every text, so that `==` takes O(1).
    ///
    /// Takes 40 bytes a concatenation, 8 of them the length, and 32 a leaf, and O(nodes + bytes of leaves) time once for nodes
    /// that are there.
    ///
    /// # Panics
    ///
    /// If memory runs out; see [`try_keep_fingerprints`](Self::try_keep_fingerprints).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new().with_fingerprints();
    /// let [ab, a, b] = ["ab", "a", "b"].map(|text| arena.leaf(text));
    /// let also = arena.concat(a, b);
    /// assert_eq!(arena.get(ab)?, arena.get(also)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_fingerprints(mut self) -> Self {
        self.try_keep_fingerprints()
            .expect("there is room for fingerprints");
        self
    }

    /// Turns on hash-consing: adding an equal leaf, or a concatenation of the same two ids, returns the existing
    /// id. Nodes that are there twice already stay two.
    ///
    /// Takes a table of ids, 5 to 12 bytes a node. The same text by other parts is another id;
    /// fingerprints tell that it is equal. Pairs of ids are hashed by a key of the process, so that with
    /// `std` nobody can choose pairs that collide.
    ///
    /// # Panics
    ///
    /// If memory runs out; see [`try_hash_cons`](Self::try_hash_cons).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new().hash_consed();
    /// let [one, other] = [arena.leaf("na"), arena.leaf("na")];
    /// assert_eq!(one, other);
    /// assert_eq!(arena.concat(one, one), arena.concat(other, other));
    /// assert_eq!(arena.concatenations(), 1);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn hash_consed(mut self) -> Self {
        self.try_hash_cons().expect("there is room for a table");
        self
    }

    /// Keeps lengths from now on, as [`with_lengths`](Self::with_lengths) does, or returns an error. Takes
    /// O(nodes).
    ///
    /// # Errors
    ///
    /// `Alloc`; nothing has changed then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.try_keep_lengths()?;
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_keep_lengths(&mut self) -> Result<(), ConcatError> {
        if self.columns.lens.is_none() {
            let mut lens = Blocks::new();
            for &node in self.nodes.iter() {
                let [left, right] = node.map(|part| match part & LEAF {
                    0 => lens[place(part)],
                    _ => self.leaves.len_of(part) as u64,
                });
                lens.try_reserve()?;
                lens.push(left.saturating_add(right));
            }
            self.columns.lens = Some(lens);
            self.columns.are_on = true;
        }
        Ok(())
    }

    /// Keeps fingerprints and lengths from now on, as [`with_fingerprints`](Self::with_fingerprints)
    /// does, or returns an error. Takes O(nodes + bytes of leaves).
    ///
    /// # Errors
    ///
    /// `Alloc`; lengths may be kept then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.try_keep_fingerprints()?;
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_keep_fingerprints(&mut self) -> Result<(), ConcatError> {
        self.try_keep_lengths()?;
        if self.columns.maps.is_none() {
            let mut maps = Maps {
                nodes: Blocks::new(),
                leaves: Blocks::new(),
            };
            for range in self.leaves.ranges() {
                let text = &self.leaves.text()[range];
                maps.leaves.try_reserve()?;
                maps.leaves.push(Affine::of(text.as_bytes()));
            }
            for &node in self.nodes.iter() {
                let [left, right] = node.map(|part| maps.of(part));
                maps.nodes.try_reserve()?;
                maps.nodes.push(left.then(right));
            }
            self.columns.maps = Some(maps);
        }
        Ok(())
    }

    /// Makes no node twice from now on, as [`hash_consed`](Self::hash_consed) does, or returns an error.
    /// Takes O(nodes + bytes of leaves).
    ///
    /// # Errors
    ///
    /// `Alloc`; nothing has changed then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.try_hash_cons()?;
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_hash_cons(&mut self) -> Result<(), ConcatError> {
        if self.columns.cons.is_none() {
            self.columns.cons = Some(Cons::try_of(&self.nodes, &self.leaves)?);
            self.columns.are_on = true;
        }
        Ok(())
    }

    /// Returns the length of the concatenation of two, if lengths are kept.
    pub(super) fn joined_len(&self, left: NodeId, right: NodeId) -> Option<u64> {
        Some(self.kept_len(left)?.saturating_add(self.kept_len(right)?))
    }

    /// Returns the map of the concatenation of two, if maps are kept.
    pub(super) fn joined_map(&self, left: NodeId, right: NodeId) -> Option<Affine> {
        Some(self.kept_map(left)?.then(self.kept_map(right)?))
    }

    /// Returns the map of a node, if maps are kept.
    pub(super) fn kept_map(&self, node: NodeId) -> Option<Affine> {
        Some(self.columns.maps.as_ref()?.of(node))
    }
}
