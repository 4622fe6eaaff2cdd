//! `ConcatNodes`: the nodes of texts in an order that they can be written in.

use alloc::vec::Vec;
use core::fmt;

use super::ConcatError;
use super::dag::{ConcatRef, Dag, EMPTY, LEAF, NodeId, place};
use super::fold::{Folds, try_push};
use super::outline::Outline;

/// The nodes that some texts reach, each once, numbered from 0: first the leaves, and then the
/// concatenations, each after its parts.
///
/// It is what a DAG is written by, to a file or into a graph: the numbers are close to each other and have
/// nothing to do with ids. 8 bytes a concatenation, 16 a leaf and 8 a text.
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
    /// The nodes of these texts.
    ///
    /// O(nodes) time and space. The texts are to be of one arena, or all be handles: where texts of one
    /// place follow those of another, nothing is known any more of what came before, and it may come twice.
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
            // Numbers after that of the empty leaf.
            try_push(&mut leaves, text)?;
            let number = NodeId::try_from(leaves.len()).ok();
            let number = number.filter(|number| number & LEAF == 0);
            number.map(|number| number | LEAF).ok_or(ConcatError::Full)
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

    /// The leaves, in the order of their numbers. None is empty but, if one of the texts is, the last.
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

    /// The concatenations, in the order of their numbers, of which the first comes after that of the last
    /// leaf: the numbers of the left part and of the right one.
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

    /// The numbers of the texts, in the order that they were given in.
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

    /// The number of what has another one in the outline.
    #[inline]
    fn number(&self, outlined: NodeId) -> u64 {
        match outlined & LEAF {
            0 => self.leaves.len() as u64 + u64::from(outlined),
            _ => place(outlined) as u64 - 1,
        }
    }
}

/// How many nodes there are, and not what they are.
impl fmt::Debug for ConcatNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcatNodes")
            .field("leaves", &self.leaves.len())
            .field("concatenations", &self.outline.len())
            .field("texts", &self.texts.len())
            .finish()
    }
}
