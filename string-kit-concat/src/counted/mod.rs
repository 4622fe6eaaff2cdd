//! `ConcatStr`: a text as a handle of counted nodes.
#![allow(unsafe_code)]

mod cmp;
mod collect;
mod convert;
mod count;
mod form;
mod free;
mod make;
mod node;
mod read;
mod rebalance;
mod substr;
#[cfg(all(test, not(loom)))]
mod tests;
mod text;

use alloc::alloc::handle_alloc_error;
use core::alloc::Layout;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;

use super::ConcatError;
use super::width::{Narrow, Width};
use node::NodeRef;

pub(super) use form::CountedForm;
pub(super) use node::Node;

/// A persistent text: a handle of a leaf, or of the concatenation of two others.
///
/// [`concat`](Self::concat) takes the same time however long the texts are, and copies neither: it makes
/// a node of 12 bytes, a count and the ids of two nodes, which it shares with its parts. A node keeps no
/// length. A text of up to 8 bytes lies in its node, a longer one is one allocation more. A handle is an
/// id of 4 bytes, and the empty text no node at all.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let mut text: ConcatStr = ConcatStr::from("tick ");
/// for _ in 0..100 {
///     text = text.concat(&text);
/// }
/// assert_eq!(text.len_u128()?, 5 << 100);
/// assert_eq!(text.substr(..12)?.to_text(12)?, "tick tick ti");
/// assert_eq!(size_of::<Option<ConcatStr>>(), 4);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
///
/// # What is asked of it, and what that costs
///
/// What goes by the *text* (length, a byte, equality, order, hash, a part) looks at each node that can be
/// reached once, and remembers what it found about the shared ones: O(nodes), whatever the length.
/// Where such questions are many, a [`ConcatArena`](super::ConcatArena) that keeps lengths or fingerprints
/// answers them at once, and takes no count.
///
/// # Memory
///
/// All nodes of a process lie in one slab, in blocks of some 65,000 nodes (the first are smaller), so that
/// no allocator can round a node up. `ConcatStr<Wide>` has a slab of its own, with nodes of 16 bytes and
/// handles of 8, for programs with more than four billion nodes.
///
/// The first node asks the allocator for 1.5 MiB of zeroed memory (192 KiB where pointers have 32 bits, 768
/// for `Wide`): the table of the first 65,536 blocks (16,384), which stays until the process ends. An
/// allocator that takes it fresh from the system, as glibc's does, makes only the pages in use resident.
///
/// A block is freed when all its nodes are back, whichever thread frees the last one. Until then each thread
/// keeps nodes that are free:
///
/// - the rest of the block that it takes nodes from, until that is used up or the thread ends;
/// - up to 7 nodes that it freed, of blocks with thousands in use, until it frees more nodes or ends.
///
/// So a thread that frees no more can keep 8 blocks from being freed, of 786 KB at most (1 MB for `Wide`).
/// Without `std` all threads count as one, which never ends.
///
/// A node with 2^26 handles (67 million, those in other nodes included) is not counted any more, and never
/// freed: its count does not overflow, and does not end the program.
///
/// Freeing takes no memory and no stack, however deep the nodes are.
pub struct ConcatStr<W: Width = Narrow> {
    niche: W::Niche,
    /// What drop gives up a handle of.
    node: PhantomData<Node<W>>,
}

const _: () = {
    assert!(size_of::<Option<ConcatStr>>() == 4);
    assert!(size_of::<Option<ConcatStr<super::Wide>>>() == 8);
};

// Build.
impl<W: Width> ConcatStr<W> {
    /// The empty text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// const EMPTY: ConcatStr = ConcatStr::new();
    /// assert!(EMPTY.is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            niche: W::EMPTY,
            node: PhantomData,
        }
    }

    /// Copies a text, and reports what stands against it.
    ///
    /// O(n). Takes a node, and allocates once, at the exact size and a word, if the text does not fit
    /// into that: if it is longer than 8 bytes, of the wide form 12.
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc) if no memory is left, [`Full`](ConcatError::Full) if no id is,
    /// [`TooLong`](ConcatError::TooLong) if the text is longer than a block of memory can be.
    ///
    /// ```
    /// use string_kit_concat::{ConcatError, ConcatStr};
    ///
    /// let text: ConcatStr = ConcatStr::try_copy("text")?;
    /// assert_eq!(text, "text");
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn try_copy(text: &str) -> Result<Self, ConcatError> {
        if text.is_empty() {
            return Ok(Self::new());
        }
        make::leaf::<W>(text).map(Self::of)
    }

    /// This text and then the other one.
    ///
    /// O(1): takes a node, which shares both. Two texts that fit into one node together are copied there.
    ///
    /// # Panics
    ///
    /// If there are no ids left. If no memory is left, the program ends as it does for a `String`.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let (deep, sea): (ConcatStr, ConcatStr) = ("deep blue ".into(), "sea".into());
    /// assert_eq!(deep.concat(&sea), "deep blue sea");
    /// ```
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn concat(&self, other: &Self) -> Self {
        self.try_concat(other)
            .unwrap_or_else(|error| fail::<W>(error))
    }

    /// This text and then the other one; reports what stands against it.
    ///
    /// O(1), as [`concat`](Self::concat).
    ///
    /// # Errors
    ///
    /// [`Alloc`](ConcatError::Alloc) if no memory is left, [`Full`](ConcatError::Full) if no id is.
    ///
    /// ```
    /// use string_kit_concat::{ConcatError, ConcatStr};
    ///
    /// let half: ConcatStr = "half".into();
    /// assert_eq!(half.try_concat(&half)?, "halfhalf");
    /// # Ok::<(), ConcatError>(())
    /// ```
    #[inline]
    pub fn try_concat(&self, other: &Self) -> Result<Self, ConcatError> {
        let (Some(left), Some(right)) = (self.node(), other.node()) else {
            return Ok(if self.is_new() { other } else { self }.clone());
        };
        // PERF: both counts are on their way from memory before either is added to: an addition
        // waits for all that was asked for before it.
        if let (Some(left), Some(right)) = (left.short(), right.short())
            && left.len() + right.len() <= NodeRef::<W>::SHORT
        {
            return make::short::<W>([left, right]).map(Self::of);
        }
        let id = make::concat::<W>(self.id(), other.id())?;
        // The new node's handles of its parts.
        left.join();
        right.join();
        Ok(Self::of(id))
    }

    /// This text and then the other one, whose handles become the node's.
    ///
    /// # Errors
    ///
    /// Gives both back.
    #[inline]
    fn join(self, other: Self) -> Result<Self, (Self, Self, ConcatError)> {
        if self.is_new() {
            return Ok(other);
        }
        if other.is_new() {
            return Ok(self);
        }
        match make::concat::<W>(self.id(), other.id()) {
            Ok(id) => {
                let _handles = (ManuallyDrop::new(self), ManuallyDrop::new(other));
                Ok(Self::of(id))
            }
            Err(error) => Err((self, other, error)),
        }
    }

    /// The same text so many times.
    ///
    /// Takes at most two nodes for each binary digit of `times`.
    ///
    /// # Panics
    ///
    /// As [`concat`](Self::concat).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let dash: ConcatStr = "-=".into();
    /// assert_eq!(dash.repeat(5), "-=-=-=-=-=");
    /// assert_eq!(dash.repeat(1 << 60).try_len(), Ok(1 << 61));
    /// ```
    #[must_use]
    pub fn repeat(&self, times: u64) -> Self {
        let mut all = Self::new();
        for digit in (0..u64::BITS - times.leading_zeros()).rev() {
            all = all.concat(&all);
            if times >> digit & 1 == 1 {
                all = all.concat(self);
            }
        }
        all
    }

    /// A handle that a new node was made for, or that was counted.
    #[inline]
    fn of(id: u64) -> Self {
        Self {
            niche: W::niche(id).expect("ids begin with a block's number"),
            node: PhantomData,
        }
    }
}

// Look.
impl<W: Width> ConcatStr<W> {
    /// Whether both are the same node, as clones are: then so is their text.
    ///
    /// O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let text: ConcatStr = "text".into();
    /// assert!(ConcatStr::ptr_eq(&text, &text.clone()));
    /// assert!(!ConcatStr::ptr_eq(&text, &"text".into()));
    /// ```
    #[must_use]
    #[inline]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.niche == other.niche
    }

    /// Whether there is no node.
    #[inline]
    fn is_new(&self) -> bool {
        self.niche == W::EMPTY
    }

    #[inline]
    fn id(&self) -> u64 {
        W::id(self.niche)
    }

    #[inline]
    fn node(&self) -> Option<NodeRef<'_, W>> {
        if self.is_new() {
            return None;
        }
        // SAFETY: this is a handle of the node.
        Some(unsafe { NodeRef::of(self.id()) })
    }
}

impl<W: Width> Clone for ConcatStr<W> {
    #[inline]
    fn clone(&self) -> Self {
        if let Some(node) = self.node() {
            node.join();
        }
        Self { ..*self }
    }
}

impl<W: Width> Drop for ConcatStr<W> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_new() {
            // SAFETY: this is a handle of the node, and is given up.
            unsafe { free::release::<W>(self.id()) };
        }
    }
}

impl<W: Width> Default for ConcatStr<W> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// What an operation does that cannot return an error.
#[cold]
#[track_caller]
fn fail<W: Width>(error: ConcatError) -> ! {
    match error {
        ConcatError::Alloc => handle_alloc_error(Layout::new::<Node<W>>()),
        error => panic!("no concatenation can be made: {error}"),
    }
}
