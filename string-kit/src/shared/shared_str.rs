//! `SharedStr`: clones that do not contend.

use alloc::alloc::handle_alloc_error;

use super::block::Block;
use super::layout::{self, Packed};
use crate::error::{CaptureError, CaptureErrorKind};

/// An immutable shared string in 16 bytes, whose clones scale with the cores.
///
/// A text of up to 15 bytes lies inline, and a static one stays where it is: their clones count
/// nothing. Every other text is one allocation of two words and the text, which its clones share.
/// As with [`Arc<str>`](alloc::sync::Arc), they are counted in one word, until threads contend for
/// it: then each thread counts in a word of its own. The text is freed as soon as the drop of every
/// handle has returned, whichever threads they run on.
///
/// ```
/// use string_kit::SharedStr;
///
/// let name = SharedStr::from("a metric's name, longer than fifteen bytes");
/// let clone = name.clone();
/// assert!(SharedStr::ptr_eq(&clone, &name));
/// assert_eq!(size_of::<Option<SharedStr>>(), 16);
/// ```
///
/// # Cost, and when `Arc<str>` is the right answer
///
/// A clone and its drop take two atomic additions, as those of an `Arc` do. Where no threads
/// contend `Arc<str>` is a little faster, the most where a clone misses the cache, and it has weak
/// references: use it for texts that one thread clones at a time. Threads that clone the same `Arc`
/// wait for each other's cache line: the time of a clone grows with the number of threads, since
/// one core at a time can change a line. Clones of a `SharedStr` take the same time with as many
/// threads as there are shards.
///
/// A shard is the counter of one thread, and takes 128 bytes. A text for which threads contend has
/// four for each processor, rounded up to a power of two and at most 64; they are freed with the
/// text. [`heap_size`](Self::heap_size) includes them.
///
/// # Expected cost on more cores
///
/// `string-kit contend` was run on two cores; the rest is a model on paper. One core at a time
/// changes a cache line, and the line takes a time *t* to come from another core. A clone and its
/// drop change an `Arc`'s line twice, so each of `n` cores that do nothing else needs `2 n t` for a
/// pair. Two cores were measured at 74 ns (the table is in `benches/README.md`), which makes *t*
/// some 18 ns, and a pair on eight cores some 300 ns; a published run on six cores (`contend
/// --engine faithful` has it) took 222 ns with eight threads. From one processor to another a line takes longer.
///
/// A pair of a sharded text changes a line of its own core twice, and reads two lines that all
/// cores read and none changes. So it takes the time that it takes alone, 5 ns in the same run, on
/// any number of cores, as long as no two running threads have the same shard. A thread gets a
/// shard when it first needs one, in turn, for good. So threads that started one after the other
/// have different shards, as long as there are enough. After other threads ended, `n` threads are
/// left on `n` cores with `4 n` shards: another one has a given thread's shard with odds of about 1
/// in 4. Then those two contend with each other, not with all `n`. With 32 cores there are two
/// shards for each, with 64 one, and the odds grow with that.
///
/// # Threads
///
/// Nothing is registered for a thread, and nothing relies on its end. A thread's shard is a number
/// that it gets when it first needs one; if there are more threads than shards, some share one. A
/// drop changes the counter in which the handle was counted, whichever thread drops it: threads
/// that drop handles of other threads contend for it, as with `Arc`.
#[derive(Clone)]
pub struct SharedStr {
    pub(super) packed: Packed,
}

const _: () = {
    assert!(size_of::<SharedStr>() == 16);
    assert!(size_of::<Option<SharedStr>>() == 16);
};

// Build.
impl SharedStr {
    /// The length of the longest inline text, in bytes.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert!(SharedStr::from("fifteen letters").is_inline());
    /// assert_eq!(SharedStr::INLINE_CAPACITY, "fifteen letters".len());
    /// ```
    pub const INLINE_CAPACITY: usize = layout::INLINE;

    /// Makes an empty text.
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

    /// Borrows a text that lives as long as the program.
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
            packed: Packed::from_static(text),
        }
    }

    /// Copies `text`, or returns an error if there is no memory for it.
    ///
    /// O(n). Allocates once, at the exact size, if the text is longer than 15 bytes.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if the allocator returns no memory,
    /// [`CaptureErrorKind::TooLong`] if the text is longer than this machine can address.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::try_copy("text")?, "text");
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_copy(text: &str) -> Result<Self, CaptureError> {
        let packed = Packed::try_copy(text)?;
        Ok(Self { packed })
    }

    /// Ends the program after an error of [`try_copy`](Self::try_copy): by `handle_alloc_error`, or
    /// by a panic if the text is too long.
    #[cold]
    #[track_caller]
    pub(super) fn copy_failed(text: &str, error: CaptureError) -> ! {
        match Block::layout(text.len()) {
            Some(layout) if error.kind() == CaptureErrorKind::Alloc => handle_alloc_error(layout),
            _ => panic!("a text of {} bytes is too long for a SharedStr", text.len()),
        }
    }
}

// Look.
impl SharedStr {
    /// Returns the text.
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

    /// Returns the length of the text, in bytes.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("naïve").len(), 6);
    /// ```
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns true if the text is empty.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert!(string_kit::SharedStr::new().is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the text lies inside the value itself.
    ///
    /// O(1), no allocation. False for a static text, however short it is.
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

    /// Returns the bytes on the heap: the text, its reference count, and the shards if there are
    /// any.
    ///
    /// O(1), no allocation. They are the bytes that the allocator was asked for. Each clone reports
    /// all of them.
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

    /// Returns true if both show the same bytes at the same address, as a clone does.
    ///
    /// O(1), no allocation. Inline texts have no address of their own: two of them are the same if
    /// they are equal.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(SharedStr::ptr_eq(&text, &text.clone()));
    /// assert!(!SharedStr::ptr_eq(&text, &SharedStr::from(text.as_str())));
    /// ```
    #[must_use]
    #[inline]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.packed.ptr_eq(&other.packed)
    }
}

// Share.
impl SharedStr {
    /// Returns true if each thread now counts its clones in a counter of its own.
    ///
    /// O(1), no allocation. Always false for an inline or static text, which counts nothing.
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

    /// Gives each thread a counter of its own, without waiting for threads to contend, and returns
    /// true if they have one.
    ///
    /// Use it for a text that many threads are known to clone at once. Handles from before stay
    /// counted in the one word, and their drops change it.
    ///
    /// O(shards), and one allocation, the first time. Returns false for an inline or static text,
    /// and if the allocator returns no memory: the text then is as it was.
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
}

/// An empty text. O(1), no allocation.
impl Default for SharedStr {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}
