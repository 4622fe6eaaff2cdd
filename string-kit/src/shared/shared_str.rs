//! `SharedStr`: a shared string whose clones do not contend.

use alloc::alloc::handle_alloc_error;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::block::Block;
use super::layout::{self, Packed};
use crate::error::{TextError, TextErrorKind};

/// An immutable shared string in 16 bytes, whose clones scale with the cores.
///
/// A text of up to 16 bytes lies inside the value, and a static text stays in static memory: clones
/// of both count nothing. Any other text is one allocation, of two words and the text (from 128 KiB
/// on three words), which all clones and [slices](Self::slice) share. One word counts the clones,
/// as in an [`Arc<str>`](alloc::sync::Arc), until threads contend for it. Then the text gets
/// *shards*, and each thread counts in its own.
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
/// It dereferences to `str`, and is no pattern of `str`'s searches: std allows no other types
/// there. Search for it as `"a text".contains(&*name)`.
///
/// # Cost, and when `Arc<str>` is the right answer
///
/// Without contention a clone and its drop take 1.0 to 1.2 times the time of an `Arc<str>`'s. If
/// two threads clone random texts out of 1,024 or more, they take 1.1 to 1.3 times that time.
/// `Arc<str>` also has weak references. Use it for texts that one thread clones at a time.
/// `cargo run --release -- contend` in the project's repository prints these times.
///
/// A text for which threads contend gets 32 shards of 128 bytes, which
/// [`heap_size`](Self::heap_size) includes and which are freed with the text. A clone then takes
/// the same time on any number of threads, as long as no two of them have the same shard. The
/// shards of all texts stay within 16 MiB; texts beyond that keep a single count. Clones allocate
/// nothing else, and none fails if there is no memory for shards.
///
/// The program aborts if there are more handles than the count can hold, as it does for `Arc`, and
/// if the allocator returns no memory; the methods whose names begin with `try_` return an error.
///
/// # Threads
///
/// If there are more threads than shards, some share one. A drop changes the word that counted the
/// handle, so that threads that drop handles of other threads contend, as with `Arc`.
#[derive(Clone)]
pub struct SharedStr {
    pub(super) packed: Packed,
}

const _: () = {
    assert!(size_of::<SharedStr>() == 16);
    assert!(size_of::<Option<SharedStr>>() == 16);
};

impl SharedStr {
    /// The length of the longest inline text, in bytes.
    pub const INLINE_CAPACITY: usize = layout::INLINE;

    /// Makes an empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            packed: Packed::EMPTY,
        }
    }

    /// Makes a handle to a static text, in O(1) and without a copy. Its clones count nothing.
    ///
    /// # Panics
    ///
    /// Panics if the text has 2^46 bytes or more.
    #[must_use]
    pub const fn from_static(text: &'static str) -> Self {
        Self {
            packed: Packed::from_static(text),
        }
    }

    /// Copies `text`, or returns an error.
    ///
    /// O(n). Allocates once, at the exact size, if the text is longer than 16 bytes.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`], and [`TextErrorKind::TooLong`] if the text has 2^46 bytes or
    /// more, or is longer than an allocation can be.
    #[inline]
    pub fn try_from_str(text: &str) -> Result<Self, TextError> {
        let packed = if text.len() <= Self::INLINE_CAPACITY {
            Packed::inline(text)
        } else if let Some(packed) = Packed::try_copy(text) {
            packed
        } else if Block::layout(text.len()).is_some() {
            return Err(TextErrorKind::Alloc.into());
        } else {
            return Err(TextErrorKind::TooLong.into());
        };
        Ok(Self { packed })
    }

    /// Copies `text` as `From<&str>` does.
    ///
    /// PERF: without a `Result`, which an inline text would be tested for.
    #[inline]
    #[track_caller]
    pub(crate) fn copy(text: &str) -> Self {
        let packed = if text.len() <= Self::INLINE_CAPACITY {
            Packed::inline(text)
        } else if let Some(packed) = Packed::try_copy(text) {
            packed
        } else {
            Self::copy_failed(text)
        };
        Self { packed }
    }

    /// Handles an error of [`try_from_str`](Self::try_from_str) as `String` would.
    #[cold]
    #[track_caller]
    pub(super) fn copy_failed(text: &str) -> ! {
        match Block::layout(text.len()) {
            Some(layout) => handle_alloc_error(layout),
            None => panic!("a text of {} bytes is too long for a SharedStr", text.len()),
        }
    }

    /// Returns the text.
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &str {
        self.packed.as_str()
    }

    /// Returns the bytes of the text.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// Returns the text if it lies in static memory, or `None` if it is inline or on the heap.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// assert_eq!(SharedStr::from_static("seconds").as_static_str(), Some("seconds"));
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_static_str(&self) -> Option<&'static str> {
        self.packed.as_static_str()
    }

    /// Returns the length of the text, in bytes.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if the text lies inside the value itself. A static text never does.
    #[must_use]
    #[inline]
    pub const fn is_inline(&self) -> bool {
        self.packed.is_inline()
    }

    /// Returns the number of bytes that the text takes from the allocator, its reference count and
    /// its shards included.
    ///
    /// O(1). 0 if the text is inline or static. Clones and slices each return the full number.
    #[must_use]
    #[inline]
    pub fn heap_size(&self) -> usize {
        self.packed.heap_size()
    }

    /// Returns `true` if both have the same text at the same address, as clones do, in O(1).
    ///
    /// Two inline texts count as the same if they are equal.
    #[must_use]
    #[inline]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.packed.ptr_eq(&other.packed)
    }

    /// Returns `true` if this is the only handle of the text: no clone and no slice of it lives.
    ///
    /// O(1); O(shards) if the text has them. `true` for an inline text, since each value has its
    /// own, and `false` for a static one. Never `true` while another handle lives, unless it is a
    /// clone of this very handle, which another thread made during the call.
    ///
    /// A text with shards may return `false` for its only handle: always if the handle was cloned
    /// after the text got them, and for a moment while a drop on another thread ends, or another
    /// thread asks too.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// let slice = text.slice(..20);
    /// assert!(!text.is_unique() && !slice.is_unique());
    /// drop(text);
    /// assert!(slice.is_unique());
    /// ```
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.packed.is_unique()
    }

    /// Returns the number of handles of the text, clones and slices, or `None` if it is inline or
    /// static: such handles are not counted.
    ///
    /// O(1); O(shards) if the text has them. The number is a hint for statistics: while other
    /// threads make or drop handles it may be off, by up to as many as they do during the call and
    /// one for each shard. [`is_unique`](Self::is_unique) never claims too much.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// let slice = text.slice(..20);
    /// assert_eq!(slice.ref_count_hint(), Some(2));
    /// assert_eq!(text.slice(..4).ref_count_hint(), None);
    /// ```
    #[must_use]
    pub fn ref_count_hint(&self) -> Option<usize> {
        self.packed.block().map(|block| block.count().handles())
    }

    /// Returns `true` if the text has shards, in which threads count their clones, in O(1).
    #[must_use]
    #[inline]
    pub fn is_sharded(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().is_sharded())
    }

    /// Adds shards to the text, and returns `true` if it has them.
    #[doc(hidden)] // For tests: threads that contend for a text add them.
    #[must_use = "it returns `false` if the text has no shards"]
    pub fn add_shards(&self) -> bool {
        let block = self.packed.block();
        block.is_some_and(|block| block.count().add_shards())
    }

    /// Converts the handle into a `String`.
    #[must_use]
    #[inline]
    pub fn into_string(self) -> String {
        String::from(self.as_str())
    }

    /// Converts the handle into a `Box<str>`.
    #[must_use]
    #[inline]
    pub fn into_boxed_str(self) -> Box<str> {
        Box::from(self.as_str())
    }

    /// Converts the handle into the bytes of its text.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        Vec::from(self.as_bytes())
    }
}

impl PartialEq for SharedStr {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed.eq(&other.packed)
    }
}

impl Default for SharedStr {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}
