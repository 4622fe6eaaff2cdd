//! `SharedStr`: clones that do not contend.

mod block;
mod cmp;
mod convert;
mod count;
mod layout;
mod local;

use alloc::alloc::handle_alloc_error;
use core::borrow::Borrow;
use core::fmt;
use core::ops::Deref;

pub use local::LocalStr;

use crate::error::{CaptureError, CaptureErrorKind};
use block::Block;
use layout::Packed;

/// An immutable shared string in 16 bytes, whose clones scale with the cores.
///
/// A text of up to 15 bytes lies inline, and a static one where it is: their clones count nothing.
/// Every other text is one allocation, of two words and the text, which its clones share. As with
/// [`Arc<str>`](alloc::sync::Arc), they count in one word, until threads are seen to collide on it:
/// then each thread gets a count of its own. The text is freed as soon as the drop of every handle has
/// returned, whichever threads they run on.
///
/// ```
/// use string_kit::SharedStr;
///
/// let name = SharedStr::from("a metric's name, longer than fifteen bytes");
/// let clone = name.clone();
/// assert!(clone.ptr_eq(&name));
/// assert_eq!(size_of::<Option<SharedStr>>(), 16);
/// ```
///
/// # What it costs, and when `Arc<str>` is the right answer
///
/// A clone and its drop take two atomic additions, as `Arc`'s do. Where no threads collide `Arc<str>`
/// is a little faster, the most where a clone misses the cache, and it has weak references: use it for
/// texts that one thread clones at a time. Threads that clone the same `Arc` wait for each other's
/// cache line: the time of a clone grows with the threads, since one line can be changed by one core
/// at a time. Clones of a `SharedStr` take the same time with as many of them as there are shards.
///
/// The counts of the threads (*shards*) take 128 bytes each. There are four for each processor, rounded
/// up to a power of two and at most 64, for each text on which threads collide; they are freed with the
/// text.
/// [`heap_size`](Self::heap_size) includes them.
///
/// # What more cores are expected to do
///
/// `string-kit contend` was run on two cores; the rest is a model on paper. A cache line is changed by
/// one core at a time, and takes a time *t* to come from another one. A clone and its drop change an
/// `Arc`'s line twice, so that of `n` cores that do nothing else each needs `2 n t` for a pair. Two cores
/// were measured at 74 ns (the README has the table), which makes *t* some 18 ns, and a pair on eight
/// cores some 300 ns; a published run on six cores (`contend --engine faithful` has it) took 222 ns with
/// eight threads. From one processor to another a line takes longer.
///
/// A pair of a sharded text changes a line of its own core twice, and reads two that all cores read
/// and none changes: the pair takes what it takes alone, 5 ns in the same run, on any number of cores,
/// as long as no two threads that run have the same shard. Shards are given out in turn, to a thread that
/// first needs one, for good. So threads that came one after the other have different ones, as many as
/// there are. Of threads that are left after others ended, `n` that run on `n` cores with `4 n` shards:
/// another one has a given thread's with odds of about 1 in 4; then the two contend as two do, not as
/// `n`. With 32 cores there are two shards for each, with 64 one, and the odds grow with that.
///
/// # Threads
///
/// Nothing is registered for a thread, and nothing relies on its end. A thread's seat among the shards
/// is a number that is given out when it first needs one; if there are more threads than seats, some
/// share one. A handle is given up where it was counted, whichever thread drops it: threads that drop
/// what others make contend for it, as with `Arc`.
#[derive(Clone)]
pub struct SharedStr {
    packed: Packed,
}

const _: () = {
    assert!(size_of::<SharedStr>() == 16);
    assert!(size_of::<Option<SharedStr>>() == 16);
};

// Build.
impl SharedStr {
    /// The longest text, in bytes, that is kept inline.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert!(SharedStr::from("fifteen letters").is_inline());
    /// assert_eq!(SharedStr::INLINE_CAPACITY, "fifteen letters".len());
    /// ```
    pub const INLINE_CAPACITY: usize = layout::INLINE;

    /// An empty text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::new(), "");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            packed: Packed::EMPTY,
        }
    }

    /// A text that lives as long as the program, where it is.
    ///
    /// O(1), no allocation; its clones count nothing.
    ///
    /// # Panics
    ///
    /// If the text has 2^56 bytes or more.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// const UNIT: SharedStr = SharedStr::from_static("requests per second");
    /// assert_eq!(UNIT.heap_size(), 0);
    /// ```
    #[must_use]
    pub const fn from_static(text: &'static str) -> Self {
        Self {
            packed: Packed::of_static(text),
        }
    }

    /// Copies a text, and reports a failed allocation.
    ///
    /// O(n). Allocates once, at the exact size, if the text is longer than 15 bytes.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if no memory is left, [`CaptureErrorKind::TooLong`] if the text is longer
    /// than memory can be.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::try_copy("text")?, "text");
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_copy(text: &str) -> Result<Self, CaptureError> {
        let packed = Packed::copied(text)?;
        Ok(Self { packed })
    }
}

// Look.
impl SharedStr {
    /// The text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("text").as_str(), "text");
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &str {
        self.packed.as_str()
    }

    /// How many bytes the text has.
    ///
    /// O(1).
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("naïve").len(), 6);
    /// ```
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether the text is empty.
    ///
    /// O(1).
    ///
    /// ```
    /// assert!(string_kit::SharedStr::new().is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the text lies inside the value itself.
    ///
    /// O(1). A static text does not, however short it is.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert!(SharedStr::from("short").is_inline());
    /// assert!(!SharedStr::from_static("short").is_inline());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_inline(&self) -> bool {
        self.packed.is_inline()
    }

    /// The bytes asked of the allocator for the text, the count included, and the shards if there are
    /// any.
    ///
    /// O(1). Each clone reports all of it.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("sixteen letters.");
    /// assert_eq!(text.heap_size(), 2 * size_of::<usize>() + 16);
    /// ```
    #[must_use]
    #[inline]
    pub fn heap_size(&self) -> usize {
        self.packed.heap_size()
    }

    /// Whether both show the same bytes at the same place, as a clone does.
    ///
    /// O(1). Inline texts are at no place: they are the same if they are equal.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(text.ptr_eq(&text.clone()));
    /// assert!(!text.ptr_eq(&SharedStr::from(text.as_str())));
    /// ```
    #[must_use]
    #[inline]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.packed.is_same(&other.packed)
    }
}

// Share.
impl SharedStr {
    /// Whether each thread counts its clones in a place of its own by now.
    ///
    /// O(1). Always false for a text that counts nothing: one that is inline or static.
    ///
    /// ```
    /// assert!(!string_kit::SharedStr::from("longer than fifteen bytes").is_sharded());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_sharded(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().is_sharded())
    }

    /// Has each thread count its clones in a place of its own, with no wait for threads to collide;
    /// says whether they do.
    ///
    /// For a text that is known to be cloned by many threads at once. Handles that were there before
    /// stay counted in the one word, where they are given up. O(shards) and one allocation, the first
    /// time. False for a text that counts nothing, and if there is no memory: the text then
    /// is as it was.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(text.shard_now() && text.is_sharded());
    /// assert!(!SharedStr::from("short").shard_now());
    /// ```
    #[must_use = "there may be no memory"]
    pub fn shard_now(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().shard_now())
    }

    /// A handle for a thread that clones all the time: its clones count without atomics, and stay
    /// with the thread.
    ///
    /// O(1), and one allocation for a text that is counted.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// let local = text.local();
    /// let clones = vec![local; 1_000];
    /// assert_eq!(clones[0], text);
    /// ```
    #[must_use]
    pub fn local(&self) -> LocalStr {
        LocalStr::from(self.clone())
    }

    /// The end of a program that finds no memory for a text, or the panic that it cannot be had.
    #[cold]
    #[track_caller]
    fn no_room(text: &str, error: CaptureError) -> ! {
        match Block::layout(text.len()) {
            Some(layout) if error.kind() == CaptureErrorKind::Alloc => handle_alloc_error(layout),
            _ => panic!("a text of {} bytes is too long for a SharedStr", text.len()),
        }
    }
}

impl Default for SharedStr {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for SharedStr {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Views that a handle gives as the `str` does.
macro_rules! views {
    ($($ty:ty),*) => {$(
        impl AsRef<str> for $ty {
            #[inline]
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl AsRef<[u8]> for $ty {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        #[cfg(feature = "std")]
        impl AsRef<std::ffi::OsStr> for $ty {
            #[inline]
            fn as_ref(&self) -> &std::ffi::OsStr {
                str::as_ref(self)
            }
        }

        #[cfg(feature = "std")]
        impl AsRef<std::path::Path> for $ty {
            #[inline]
            fn as_ref(&self) -> &std::path::Path {
                str::as_ref(self)
            }
        }

        impl Borrow<str> for $ty {
            #[inline]
            fn borrow(&self) -> &str {
                self
            }
        }

        impl fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&**self, f)
            }
        }

        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&**self, f)
            }
        }
    )*};
}

views!(SharedStr, LocalStr);
