//! The heap block of a list: a reference count, then the payload.
//!
//! The count works as that of an `Arc` without weak references, with the same orderings:
//!
//! - `retain` is Relaxed. The caller owns a reference, so the block stays alive. The transfer
//!   of the new reference to another thread orders the two threads.
//! - `is_unique` is Acquire, so that the reads of former owners come before what the last one does.
//! - `release` is Release, so that an owner's reads of the payload come before its decrement. The
//!   last owner's fence is Acquire, so that all these reads come before the block is freed.
//!
//! The tests of `list` run every interleaving of both under `--cfg loom`; `.ci/loom` runs them.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};
#[cfg(not(all(loom, test)))]
use core::sync::atomic::{AtomicUsize, Ordering, fence};

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicUsize, Ordering, fence};

use crate::error::{TextError, TextErrorKind};

/// A pointer to a block. Copying or dropping the pointer does not change the reference count.
#[derive(Clone, Copy)]
pub(super) struct Block(NonNull<u8>);

struct Header {
    ref_count: AtomicUsize,
    /// Stands for the payload, so that loom checks that its reads come before its end.
    #[cfg(all(loom, test))]
    payload: loom::cell::UnsafeCell<()>,
}

const _: () = assert!(cfg!(loom) || size_of::<Header>() == size_of::<usize>());

impl Block {
    /// Allocates a block with a reference count of 1 and an uninitialised payload; `TooLong` if it
    /// is longer than an allocation can be.
    #[inline]
    pub(super) fn allocate(payload_len: usize) -> Result<Self, TextError> {
        let layout = Self::layout(payload_len).ok_or(TextErrorKind::TooLong)?;
        // SAFETY: the size of the layout is not zero, since a header alone has one word.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(TextErrorKind::Alloc)?;
        let header = Header {
            ref_count: AtomicUsize::new(1),
            #[cfg(all(loom, test))]
            payload: loom::cell::UnsafeCell::new(()),
        };
        // SAFETY: the pointer is valid for writes of a header, since the block is new and at least
        // as long as a header; the layout aligns it for one.
        unsafe { block.cast::<Header>().write(header) };
        Ok(Self(block))
    }

    /// Returns the block of a payload.
    ///
    /// # Safety
    ///
    /// - The pointer must be one that [`payload`](Self::payload) returned.
    /// - The caller must own a reference to the block until the last use of the result.
    #[inline]
    pub(super) unsafe fn from_payload(payload: *mut u8) -> Self {
        let block = payload.wrapping_sub(size_of::<Header>());
        // SAFETY: `payload` returned the pointer, by the caller's promise: the header's size before
        // it lies the start of the block, which a `NonNull` pointed to.
        Self(unsafe { NonNull::new_unchecked(block) })
    }

    #[inline]
    pub(super) fn size(payload_len: usize) -> usize {
        size_of::<Header>() + payload_len
    }

    /// Returns the layout of a block, or `None` if it is longer than an allocation can be.
    #[inline]
    pub(super) fn layout(payload_len: usize) -> Option<Layout> {
        let size = size_of::<Header>().checked_add(payload_len)?;
        Layout::from_size_align(size, align_of::<Header>()).ok()
    }

    /// Returns a pointer to the payload: for the first owner to write, then for all to read.
    #[inline]
    pub(super) fn payload(self) -> *mut u8 {
        self.0.as_ptr().wrapping_add(size_of::<Header>())
    }

    #[cfg(all(loom, test))]
    pub(super) fn read_payload(self) {
        self.header().payload.with(|_| ());
    }

    /// Returns the header. The caller must own a reference to the block, and use the result at
    /// once.
    #[inline]
    fn header<'a>(self) -> &'a Header {
        // SAFETY: the pointer is not null; `allocate` aligned it and initialised the header. Every
        // caller uses the result at once, while it owns a reference to the block, so that the
        // header is neither freed nor mutably borrowed meanwhile.
        unsafe { self.0.cast::<Header>().as_ref() }
    }

    #[inline]
    pub(super) fn retain(self) {
        if self.header().ref_count.fetch_add(1, Ordering::Relaxed) > isize::MAX as usize {
            // Other threads may still add to the count before this one aborts: half the range of a
            // `usize` is left for them.
            crate::error::abort("a StrList has too many clones");
        }
    }

    #[inline]
    pub(super) fn is_unique(self) -> bool {
        self.header().ref_count.load(Ordering::Acquire) == 1
    }

    /// Subtracts 1 from the reference count. Returns `true` if it was the last, so that the caller
    /// must free the block.
    ///
    /// # Safety
    ///
    /// The caller must own a reference to the block, and must use the block no more, but to free
    /// it.
    #[inline]
    pub(super) unsafe fn release(self) -> bool {
        let was_last = self.header().ref_count.fetch_sub(1, Ordering::Release) == 1;
        if was_last {
            fence(Ordering::Acquire);
        }
        was_last
    }

    /// Frees the block.
    ///
    /// # Safety
    ///
    /// - No owner may be left, and nobody may use the block afterwards.
    /// - `payload_len` must be the length that the block was allocated for.
    #[inline]
    pub(super) unsafe fn free(self, payload_len: usize) {
        #[cfg(all(loom, test))]
        self.header().payload.with_mut(|_| ());
        let size = size_of::<Header>() + payload_len;
        // PERF: without the checks of `layout`, which cost 5 instructions.
        // SAFETY: the alignment is that of a type; `allocate` found that the size has a layout with
        // it, since the caller promises the length.
        let layout = unsafe { Layout::from_size_align_unchecked(size, align_of::<Header>()) };
        // SAFETY: the header is valid for reads and writes, aligned, and initialised by `allocate`;
        // no owner is left, by the caller's promise, so that nobody uses the header meanwhile or
        // later.
        unsafe { ptr::drop_in_place(self.0.cast::<Header>().as_ptr()) };
        // SAFETY: the pointer came from `alloc`, with this same layout, since the caller promises
        // the length; the block is still allocated, since nobody uses it after this.
        unsafe { dealloc(self.0.as_ptr(), layout) };
    }
}

#[cfg(all(test, feature = "std", not(any(loom, miri))))]
#[test]
#[cfg_attr(target_family = "wasm", ignore = "starts a process")]
fn too_many_clones_abort() {
    string_kit_testkit::aborts::assert_aborts(
        "str_list::block::too_many_clones_abort",
        "a StrList has too many clones: aborting",
        &[|| {
            let block = Block::allocate(8).unwrap();
            let ref_count = &block.header().ref_count;
            ref_count.store(isize::MAX as usize + 1, Ordering::Relaxed);
            block.retain();
        }],
    );
}
