//! `LocalStr`: a string that the values of one thread share.

use alloc::rc::Rc;

use super::shared_str::SharedStr;

/// A handle to a [`SharedStr`] for one thread, whose clones count without atomics.
///
/// It takes 16 bytes. All clones of a `LocalStr` share one [`SharedStr`], and cannot be sent to
/// other threads; [`shared`](Self::shared) returns a handle that can. The text is freed when the
/// last handle of either type is dropped.
///
/// ```
/// use std::thread;
/// use string_kit::SharedStr;
///
/// let text = SharedStr::from("longer than fifteen bytes");
/// let local = text.local();
/// let sent = local.clone().shared();
/// thread::spawn(move || assert_eq!(sent, "longer than fifteen bytes")).join().unwrap();
/// ```
///
/// It is not `Send`:
///
/// ```compile_fail
/// fn send<T: Send>(_: T) {}
/// send(string_kit::SharedStr::new().local());
/// ```
#[derive(Clone)]
pub struct LocalStr(Inner);

#[derive(Clone)]
enum Inner {
    /// Inline or static: there is nothing to count.
    Uncounted(SharedStr),
    /// One handle of a text on the heap.
    Counted(Rc<SharedStr>),
}

const _: () = assert!(size_of::<LocalStr>() == 16);

impl LocalStr {
    /// Returns the text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("text").local().as_str(), "text");
    /// ```
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        self.handle().as_str()
    }

    /// Returns `true` if both have the same text at the same address, as clones do.
    ///
    /// O(1), no allocation. Two inline texts count as the same if they are equal, as in
    /// [`SharedStr::ptr_eq`].
    ///
    /// ```
    /// use string_kit::{LocalStr, SharedStr};
    ///
    /// let local = SharedStr::from("longer than fifteen bytes").local();
    /// assert!(LocalStr::ptr_eq(&local, &local.clone()));
    /// ```
    #[must_use]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        SharedStr::ptr_eq(this.handle(), other.handle())
    }

    /// Returns a handle that can be sent to other threads.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(SharedStr::ptr_eq(&text.local().shared(), &text));
    /// ```
    #[must_use]
    pub fn shared(&self) -> SharedStr {
        self.handle().clone()
    }

    /// Returns the handle that all clones share.
    #[inline]
    fn handle(&self) -> &SharedStr {
        match &self.0 {
            Inner::Uncounted(text) => text,
            Inner::Counted(text) => text,
        }
    }
}

impl SharedStr {
    /// Returns a handle for a thread that clones often: its clones count without atomics, and
    /// cannot leave the thread.
    ///
    /// O(1). Allocates once if the text is on the heap. If the allocator returns no memory, the
    /// program aborts.
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
}

/// Converts the handle at the cost of [`SharedStr::local`].
impl From<SharedStr> for LocalStr {
    fn from(text: SharedStr) -> Self {
        Self(if text.packed.block().is_some() {
            Inner::Counted(Rc::new(text))
        } else {
            Inner::Uncounted(text)
        })
    }
}

/// Clones the handle by [`SharedStr::local`], at its cost.
impl From<&SharedStr> for LocalStr {
    fn from(text: &SharedStr) -> Self {
        text.local()
    }
}

/// Makes an empty text, in O(1) and without an allocation.
impl Default for LocalStr {
    fn default() -> Self {
        Self::from(SharedStr::new())
    }
}

/// Moves the handle out if no clone shares it, else clones it. O(1), no allocation.
impl From<LocalStr> for SharedStr {
    fn from(text: LocalStr) -> Self {
        match text.0 {
            Inner::Uncounted(text) => text,
            Inner::Counted(text) => Rc::unwrap_or_clone(text),
        }
    }
}
