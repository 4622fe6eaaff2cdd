//! The nodes that texts reach, each once and numbered so that parts come before wholes.

use alloc::vec::Vec;
use core::fmt;

use super::dag::{ConcatRef, Dag, EMPTY, LEAF, NodeId, Nodes, place};
use super::error::ConcatError;
use super::fold::{Fold, Folds, fold, try_push};
use super::memo::Pages;

/// Concatenations of numbered leaves, in 8 bytes each. The owner keeps the leaves.
#[derive(Debug, Default)]
pub(super) struct Outline {
    nodes: Vec<[NodeId; 2]>,
}

impl Outline {
    /// Returns the number of concatenations, which is the number of the next one.
    #[inline]
    pub(super) fn len(&self) -> NodeId {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "`join` makes no more than 2^31"
        )]
        let len = self.nodes.len() as NodeId;
        len
    }

    /// Returns the parts of a concatenation, or none for a leaf.
    #[inline]
    pub(super) fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)> {
        (number & LEAF == 0).then(|| self.nodes[place(number)].into())
    }

    /// Returns all concatenations, parts before wholes.
    pub(super) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (NodeId, NodeId)> + ExactSizeIterator {
        self.nodes.iter().map(|&node| node.into())
    }

    /// Adds a concatenation.
    #[inline]
    pub(super) fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if left == EMPTY {
            return Ok(right);
        }
        if right == EMPTY {
            return Ok(left);
        }
        let number = self.len();
        if number >= LEAF {
            return Err(ConcatError::Full);
        }
        try_push(&mut self.nodes, [left, right])?;
        Ok(number)
    }

    /// Adds the nodes that a text reaches. `leaf` returns the number of a leaf: it is called once for each, or
    /// wherever the leaf occurs if `remember_leaves` is false.
    pub(super) fn add<'a, D: Nodes>(
        &mut self,
        text: ConcatRef<'a, D>,
        remember_leaves: bool,
        leaf: impl FnMut(&mut Self, NodeId, &'a str) -> Result<NodeId, ConcatError>,
    ) -> Result<NodeId, ConcatError> {
        fold(
            text,
            &mut Pages::new(),
            &mut self.adding(remember_leaves, leaf),
        )
    }

    /// Returns a fold that adds texts, as [`add`](Self::add) does.
    pub(super) fn adding<L>(&mut self, remember_leaves: bool, leaf: L) -> Adding<'_, L> {
        Adding {
            outline: self,
            leaf,
            remember_leaves,
        }
    }
}

/// The fold of [`Outline::adding`].
pub(super) struct Adding<'o, L> {
    outline: &'o mut Outline,
    leaf: L,
    remember_leaves: bool,
}

impl<'a, D: Nodes, L> Fold<'a, D> for Adding<'_, L>
where
    L: FnMut(&mut Outline, NodeId, &'a str) -> Result<NodeId, ConcatError>,
{
    type Value = NodeId;

    fn leaf(&mut self, node: NodeId, text: &'a str) -> Result<NodeId, ConcatError> {
        if text.is_empty() {
            return Ok(EMPTY);
        }
        (self.leaf)(self.outline, node, text)
    }

    #[inline]
    fn concat(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        self.outline.join(left, right)
    }

    fn remembers_leaves(&self) -> bool {
        self.remember_leaves
    }
}

/// Returns the number of the leaf at an index of a list.
///
/// # Errors
///
/// `Full` from 2^31 on.
pub(super) fn leaf_number(index: usize) -> Result<NodeId, ConcatError> {
    let number = NodeId::try_from(index).ok();
    let number = number.filter(|number| number & LEAF == 0);
    number.map(|number| number | LEAF).ok_or(ConcatError::Full)
}

/// The nodes that some texts reach, each once, numbered from 0: first the leaves, and then the
/// concatenations, each after its parts.
///
/// A program that writes a DAG, to a file or as a graph, takes the nodes from it: the numbers have no gaps and do
/// not depend on ids. Takes 8 bytes a concatenation, 16 a leaf and 8 a text.
///
/// ```
/// use string_kit_concat::{ConcatNodes, ConcatStr};
///
/// let na = ConcatStr::from("a syllable");
/// let text = na.concat(&na).concat("!");
/// let nodes = ConcatNodes::of([text.view()])?;
/// assert_eq!(nodes.leaves(), ["a syllable", "!"]);
/// assert!(nodes.concats().eq([(0, 0), (2, 1)]));
/// assert_eq!(nodes.texts(), [3]);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
pub struct ConcatNodes<'a> {
    leaves: Vec<&'a str>,
    outline: Outline,
    texts: Vec<u64>,
}

impl<'a> ConcatNodes<'a> {
    /// Returns the nodes of texts.
    ///
    /// O(nodes) time and space. Pass texts of one arena, or handles of one type: after a text of another DAG, the
    /// nodes before it are numbered once more when they recur.
    ///
    /// # Errors
    ///
    /// `Alloc`; `Full` if there are 2^31 leaves or concatenations.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatNodes};
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let nodes = ConcatNodes::of([arena.get(nana)?, arena.get(na)?])?;
    /// assert_eq!(nodes.texts(), [1, 0]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn of<D: Dag + 'a>(
        texts: impl IntoIterator<Item = ConcatRef<'a, D>>,
    ) -> Result<Self, ConcatError> {
        let (mut leaves, mut outline) = (Vec::new(), Outline::default());
        let (mut folds, mut numbers) = (Folds::new(), Vec::new());
        let mut adding = outline.adding(true, |_: &mut Outline, _, text| {
            // The empty leaf has the first number.
            try_push(&mut leaves, text)?;
            leaf_number(leaves.len())
        });
        for text in texts {
            try_push(&mut numbers, folds.fold(text, &mut adding)?)?;
        }
        if numbers.contains(&EMPTY) {
            try_push(&mut leaves, "")?;
        }
        let mut nodes = Self {
            leaves,
            outline,
            texts: Vec::new(),
        };
        nodes.texts.try_reserve_exact(numbers.len())?;
        for number in numbers {
            let number = match number {
                EMPTY => nodes.leaves.len() as u64 - 1,
                number => nodes.number(number),
            };
            nodes.texts.push(number);
        }
        Ok(nodes)
    }

    /// Returns the leaves in the order of their numbers. If a text is empty, the last leaf is; no other is.
    ///
    /// O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatNodes, ConcatStr};
    ///
    /// let texts: [ConcatStr; 2] = ["na".into(), "".into()];
    /// assert_eq!(ConcatNodes::of(texts.each_ref().map(ConcatStr::view))?.leaves(), ["na", ""]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn leaves(&self) -> &[&'a str] {
        &self.leaves
    }

    /// Returns the numbers of the left and the right part of each concatenation, in the order of their own numbers,
    /// which follow those of the leaves.
    ///
    /// O(1), and O(1) for each.
    ///
    /// ```
    /// use string_kit_concat::{ConcatNodes, ConcatStr};
    ///
    /// let text = ConcatStr::from("a syllable").repeat(8);
    /// let nodes = ConcatNodes::of([text.view()])?;
    /// assert!(nodes.concats().eq([(0, 0), (1, 1), (2, 2)]));
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn concats(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + ExactSizeIterator {
        let parts = self.outline.iter();
        parts.map(|(left, right)| (self.number(left), self.number(right)))
    }

    /// Returns the numbers of the texts, in the order in which they were passed.
    ///
    /// O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatNodes, ConcatStr};
    ///
    /// let text: ConcatStr = "na".into();
    /// assert_eq!(ConcatNodes::of([text.view(), text.view()])?.texts(), [0, 0]);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn texts(&self) -> &[u64] {
        &self.texts
    }

    /// Returns the number of a node that is numbered in the outline.
    #[inline]
    fn number(&self, outlined: NodeId) -> u64 {
        match outlined & LEAF {
            0 => self.leaves.len() as u64 + u64::from(outlined),
            _ => place(outlined) as u64 - 1,
        }
    }
}

/// Writes the numbers of leaves, of concatenations and of texts.
impl fmt::Debug for ConcatNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcatNodes")
            .field("leaves", &self.leaves.len())
            .field("concatenations", &self.outline.len())
            .field("texts", &self.texts.len())
            .finish()
    }
}
