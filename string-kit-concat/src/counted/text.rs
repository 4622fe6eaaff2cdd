//! Texts that are too long for a node: owned, or slices of one that another node owns.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};
use core::{slice, str};

use crate::ConcatError;
use crate::dag::NodeId;

/// A text with its length before it.
///
/// ```text
/// | length (a word) | text ... |
/// ^ the address in an `Owned`
/// ```
#[derive(Clone, Copy)]
pub(super) struct Owned(NonNull<usize>);

impl Owned {
    /// Copies a text.
    ///
    /// # Errors
    ///
    /// `TooLong`, `Alloc`.
    pub(super) fn copied(text: &str) -> Result<Self, ConcatError> {
        let layout = Self::layout(text.len()).ok_or(ConcatError::TooLong)?;
        // SAFETY: the layout has room for a length at least.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(ConcatError::Alloc)?;
        let block = block.cast::<usize>();
        // SAFETY: the block has the size and the alignment of a word.
        unsafe { block.write(text.len()) };
        let owned = Self(block);
        // SAFETY: there is room for the text, which lies elsewhere.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), owned.start().as_ptr(), text.len()) };
        Ok(owned)
    }

    /// Returns the text.
    ///
    /// # Safety
    ///
    /// It is not freed during `'a`.
    pub(super) unsafe fn text<'a>(self) -> &'a str {
        // SAFETY: the length was written as the text was made, and never since.
        let len = unsafe { self.0.read() };
        // SAFETY: as many bytes lie there, and nobody writes to them.
        let bytes = unsafe { slice::from_raw_parts(self.start().as_ptr(), len) };
        // SAFETY: they were copied from a str.
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    /// Frees the text.
    ///
    /// # Safety
    ///
    /// It is not used any more.
    pub(super) unsafe fn free(self) {
        // SAFETY: the length was written as the text was made.
        let len = unsafe { self.0.read() };
        let layout = Self::layout(len).expect("it was allocated by this layout");
        // SAFETY: the block was allocated by this layout.
        unsafe { dealloc(self.0.cast().as_ptr(), layout) };
    }

    pub(super) fn into_raw(self) -> NonNull<()> {
        self.0.cast()
    }

    /// Returns the text at an address.
    ///
    /// # Safety
    ///
    /// The address was returned by [`into_raw`](Self::into_raw).
    pub(super) unsafe fn from_raw(raw: NonNull<()>) -> Self {
        Self(raw.cast())
    }

    fn start(self) -> NonNull<u8> {
        // SAFETY: the text lies behind the length, in the same block.
        unsafe { self.0.add(1) }.cast()
    }

    fn layout(len: usize) -> Option<Layout> {
        let size = size_of::<usize>().checked_add(len)?;
        Layout::from_size_align(size, align_of::<usize>()).ok()
    }
}

/// A part of a text that another node owns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// The node that owns the text, of which this is a handle.
    pub(super) owner: NodeId,
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Slice {
    /// The length in bytes up to which a copy takes no more memory than a slice.
    pub(super) const NO_LONGER: usize = size_of::<Self>() - size_of::<usize>();

    /// Moves the slice to the heap, and returns its address.
    ///
    /// # Errors
    ///
    /// `Alloc`.
    pub(super) fn into_raw(self) -> Result<NonNull<()>, ConcatError> {
        let layout = Layout::new::<Self>();
        // SAFETY: a slice has bytes.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(ConcatError::Alloc)?;
        let block = block.cast::<Self>();
        // SAFETY: the block was allocated for it.
        unsafe { block.write(self) };
        Ok(block.cast())
    }

    /// Reads the slice at an address.
    ///
    /// # Safety
    ///
    /// The address was returned by [`into_raw`](Self::into_raw), and was not freed.
    pub(super) unsafe fn peek(raw: NonNull<()>) -> Self {
        // SAFETY: a slice lies there.
        unsafe { raw.cast::<Self>().read() }
    }

    /// Frees the slice at an address.
    ///
    /// # Safety
    ///
    /// The address was returned by [`into_raw`](Self::into_raw), and is not used any more.
    pub(super) unsafe fn free(raw: NonNull<()>) {
        // SAFETY: it was allocated by this layout.
        unsafe { dealloc(raw.cast().as_ptr(), Layout::new::<Self>()) };
    }
}
