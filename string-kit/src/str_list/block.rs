//! A block on the heap: a count of its owners, then the image.
//!
//! The count is that of an `Arc` with no weak references, and so is the ordering:
//!
//! - `share` is Relaxed: who calls it has a share, so that the block lives, and hands the new one
//!   on by other means that order what they must;
//! - `release` is Release, so that an owner's reads of the image come before its count falls, and
//!   the last one's fence is Acquire, so that all of those come before the block is freed.
//!
//! Under `--cfg loom` the tests at the end run every interleaving of both; `.ci/loom` calls them.
//! They have teeth: with a Relaxed `release`, or with no fence, each fails.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};
#[cfg(not(all(loom, test)))]
use core::sync::atomic::{AtomicUsize, Ordering, fence};

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicUsize, Ordering, fence};

use crate::error::{CaptureError, CaptureErrorKind};

/// A counted block: it neither shares nor frees by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<u8>);

/// What stands before the image.
struct Header {
    owners: AtomicUsize,
    /// Stands for the image where loom is to see who reads and who frees it.
    #[cfg(all(loom, test))]
    image: loom::cell::UnsafeCell<()>,
}

const _: () = assert!(cfg!(loom) || size_of::<Header>() == size_of::<usize>());

impl Block {
    /// A block with one owner, and room for an image of `image_len` bytes that is yet to be
    /// written.
    ///
    /// # Errors
    ///
    /// `TooLong` if no block can be as long, `Alloc` if there is no room.
    #[inline]
    pub(super) fn allocate(image_len: usize) -> Result<Self, CaptureError> {
        let layout = Self::layout(image_len).ok_or(CaptureErrorKind::TooLong)?;
        // SAFETY: the layout is not empty: it has a header.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(CaptureErrorKind::Alloc)?;
        let header = Header {
            owners: AtomicUsize::new(1),
            #[cfg(all(loom, test))]
            image: loom::cell::UnsafeCell::new(()),
        };
        // SAFETY: the block has the size and the alignment of a header, and no reader yet.
        unsafe { block.cast::<Header>().write(header) };
        Ok(Self(block))
    }

    /// The block that `as_ptr` told.
    ///
    /// # Safety
    ///
    /// The caller owns a share of it, and uses what is returned no longer than that.
    #[inline]
    pub(super) unsafe fn from_ptr(block: NonNull<u8>) -> Self {
        Self(block)
    }

    #[inline]
    pub(super) fn as_ptr(self) -> NonNull<u8> {
        self.0
    }

    /// What a block for an image of this length asks of the allocator.
    #[inline]
    pub(super) fn size(image_len: usize) -> usize {
        size_of::<Header>() + image_len
    }

    #[inline]
    fn layout(image_len: usize) -> Option<Layout> {
        let size = size_of::<Header>().checked_add(image_len)?;
        Layout::from_size_align(size, align_of::<Header>()).ok()
    }

    /// Where the image is written, by the first owner.
    #[inline]
    pub(super) fn image(self) -> *mut u8 {
        self.0.as_ptr().wrapping_add(size_of::<Header>())
    }

    /// Where the image is read.
    #[inline]
    pub(super) fn read_image(self) -> *const u8 {
        #[cfg(all(loom, test))]
        self.header().image.with(|_| ());
        self.image().cast_const()
    }

    #[inline]
    fn header<'a>(self) -> &'a Header {
        // SAFETY: the header is initialised and aligned. The reference is used at once, while the
        // caller owns a share of the block.
        unsafe { self.0.cast::<Header>().as_ref() }
    }

    /// Counts one more owner.
    #[inline]
    pub(super) fn share(self) {
        if self.header().owners.fetch_add(1, Ordering::Relaxed) > isize::MAX as usize {
            // Half of all numbers are left for threads that come by before one aborts.
            crate::error::abort("a StrList has too many clones");
        }
    }

    /// Counts one owner less, and frees the block after the last.
    ///
    /// # Safety
    ///
    /// The caller owns a share and gives it up. `image_len` tells what the block was allocated for.
    #[inline]
    pub(super) unsafe fn release(self, image_len: impl FnOnce() -> usize) {
        if self.header().owners.fetch_sub(1, Ordering::Release) == 1 {
            fence(Ordering::Acquire);
            self.free(image_len());
        }
    }

    #[inline(never)]
    fn free(self, image_len: usize) {
        #[cfg(all(loom, test))]
        self.header().image.with_mut(|_| ());
        let layout = Self::layout(image_len).expect("it was allocated by this layout");
        // SAFETY: the header is initialised, and this is its last use.
        unsafe { ptr::drop_in_place(self.0.cast::<Header>().as_ptr()) };
        // SAFETY: the block was allocated by this layout, and the caller was its last owner.
        unsafe { dealloc(self.0.as_ptr(), layout) };
    }
}

#[cfg(all(loom, test))]
mod tests {
    use alloc::vec::Vec;

    use loom::thread;

    use crate::StrList;

    const STRINGS: [&str; 2] = ["a text that is longer than", "fifteen bytes"];

    /// Threads that clone, read and drop, the first list among what is dropped.
    fn model(threads: usize, work: fn(StrList)) {
        loom::model(move || {
            let list = StrList::from(STRINGS);
            let handles: Vec<_> = (1..threads)
                .map(|_| {
                    let list = list.clone();
                    thread::spawn(move || work(list))
                })
                .collect();
            work(list);
            for handle in handles {
                handle.join().unwrap();
            }
        });
    }

    #[test]
    fn the_last_of_two_readers_frees() {
        model(2, |list| assert_eq!(list, STRINGS));
    }

    #[test]
    fn the_last_of_three_readers_frees() {
        model(3, |list| assert_eq!(&list[1], STRINGS[1]));
    }

    #[test]
    fn clones_of_clones_are_counted() {
        model(2, |list| {
            let clone = list.clone();
            drop(list);
            assert_eq!(clone.concat_str().len(), 39);
        });
    }
}

#[cfg(all(test, feature = "std", not(any(loom, miri))))]
mod tests {
    use core::sync::atomic::Ordering;
    use std::env;
    use std::process::Command;

    use crate::StrList;

    /// In a program of its own, which the test starts: this one, with a variable set.
    #[test]
    fn too_many_clones_end_the_program() {
        const CHILD: &str = "STRING_KIT_TOO_MANY_CLONES";
        if env::var_os(CHILD).is_some() {
            let list = StrList::from(["a text that is longer than fifteen bytes"]);
            let block = list.packed.block().unwrap();
            block
                .header()
                .owners
                .store(isize::MAX as usize + 1, Ordering::Relaxed);
            drop(list.clone());
            return;
        }
        let child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "str_list::block::tests::too_many_clones_end_the_program",
            ])
            .arg("--nocapture")
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(!child.status.success());
        let said = std::string::String::from_utf8_lossy(&child.stderr).into_owned();
        assert!(
            said.contains("a StrList has too many clones: aborting"),
            "{said}"
        );
    }
}
