//! A part of a `ConcatStr`: handles of its nodes, and of what was cut.
#![allow(unsafe_code)]

use core::ops::{Range, RangeBounds};

use super::ConcatStr;
use super::make;
use super::node::NodeRef;
use super::read::Counted;
use super::text::Slice;
use crate::ConcatError;
use crate::cut::{Cuts, cut};
use crate::width::Width;

impl<W: Width> ConcatStr<W> {
    /// The text of a range of bytes, which shares all but the cut ends with the whole.
    ///
    /// Takes O(depth) nodes, and O(nodes) time and space to find lengths. Of a leaf that is cut no text is
    /// copied, but for up to 16 bytes of it, which take less than what says where they are. The rest keeps
    /// all of the leaf's text alive.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ConcatError::OutOfRange), [`NotCharBoundary`](ConcatError::NotCharBoundary),
    /// [`Full`](ConcatError::Full), [`Alloc`](ConcatError::Alloc); [`TooLong`](ConcatError::TooLong) if a
    /// part to be skipped has 2^128 bytes or more.
    ///
    /// ```
    /// use string_kit_concat::{ConcatError, ConcatStr};
    ///
    /// let text: ConcatStr = ConcatStr::from("grün").concat(&"kohl".into());
    /// assert_eq!(text.substr(2..7)?, "ünko");
    /// assert_eq!(text.substr(3..), Err(ConcatError::NotCharBoundary));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn substr(&self, range: impl RangeBounds<u128>) -> Result<Self, ConcatError> {
        let view = self.view();
        cut(&mut Cutter(view.dag), view.node, &range)
    }
}

struct Cutter<'a, W: Width>(&'a Counted<W>);

impl<W: Width> Cuts for Cutter<'_, W> {
    type Dag = Counted<W>;
    type Piece = ConcatStr<W>;

    fn dag(&self) -> &Counted<W> {
        self.0
    }

    fn whole(&mut self, node: W::Index) -> ConcatStr<W> {
        self.0.handle(node)
    }

    fn leaf(&mut self, leaf: W::Index, range: Range<usize>) -> Result<ConcatStr<W>, ConcatError> {
        let leaf = self.0.handle(leaf);
        let Some(node) = leaf.node() else {
            return Ok(leaf);
        };
        match node.owner(leaf.id()) {
            Some((owner, start)) if range.len() > Slice::NO_LONGER => {
                let slice = Slice {
                    owner,
                    start: start + range.start,
                    len: range.len(),
                };
                let part = make::slice::<W>(slice)?;
                // SAFETY: the leaf has a handle of it, or is it.
                unsafe { NodeRef::<W>::of(owner) }.join();
                Ok(ConcatStr::of(part))
            }
            _ => ConcatStr::try_copy(&node.leaf().unwrap_or_default()[range]),
        }
    }

    fn join(
        &mut self,
        left: ConcatStr<W>,
        right: ConcatStr<W>,
    ) -> Result<ConcatStr<W>, ConcatError> {
        left.join(right).map_err(|(_, _, error)| error)
    }
}
