//! How many bits an id of a node has.

use core::fmt::Debug;
use core::hash::Hash;

use super::arena::ArenaForm;
use super::counted::CountedForm;

/// How wide the ids of nodes are: [`Narrow`] or [`Wide`].
///
/// It decides what a node takes and how many there can be; every operation is there for both. The trait
/// is sealed.
///
/// ```
/// use string_kit_concat::{ConcatStr, Wide};
///
/// assert_eq!(size_of::<ConcatStr>(), 4);
/// assert_eq!(size_of::<ConcatStr<Wide>>(), 8);
/// ```
pub trait Width: ArenaForm + CountedForm + Copy + Debug + Default + Send + Sync + 'static {}

/// Ids of 32 bits: 12 bytes a counted node, 8 bytes a node of an arena.
///
/// ```
/// use string_kit_concat::{ConcatArena, Narrow};
///
/// let arena = ConcatArena::<Narrow>::new();
/// assert_eq!(arena.heap_size(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrow;

/// Ids of 40 bits and more, for more than four billion nodes: 16 bytes a counted node, 10 bytes a node
/// of an arena.
///
/// ```
/// use string_kit_concat::{ConcatArena, Wide};
///
/// let arena = ConcatArena::<Wide>::new();
/// assert_eq!(arena.heap_size(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide;

impl Width for Narrow {}
impl Width for Wide {}

/// An id in a register, as the nodes of one width have them.
pub trait Index: Copy + Eq + Ord + Hash + Debug + Into<u64> + Send + Sync + 'static {
    /// The id of this number, if the width has so many.
    fn from_number(number: u64) -> Option<Self>;

    /// The number.
    fn number(self) -> u64 {
        self.into()
    }
}

impl Index for u32 {
    #[inline]
    fn from_number(number: u64) -> Option<Self> {
        Self::try_from(number).ok()
    }
}

impl Index for u64 {
    #[inline]
    fn from_number(number: u64) -> Option<Self> {
        Some(number)
    }
}

pub(super) mod private {
    use super::{Index, Narrow, Wide};

    /// What the nodes of a width are made of.
    pub trait Forms {
        /// An id in a register.
        type Index: Index;
    }

    impl Forms for Narrow {
        type Index = u32;
    }

    impl Forms for Wide {
        type Index = u64;
    }
}
