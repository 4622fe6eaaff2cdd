//! `LocalStr`: one handle, shared by what one thread keeps.

use alloc::rc::Rc;
use core::ops::Deref;

use super::SharedStr;

/// A [`SharedStr`] for one thread: its clones count without atomics, whatever other threads do.
///
/// 16 bytes. All clones of one stand on one [`SharedStr`], and can be sent nowhere;
/// [`shared`](Self::shared) gives one that can. The text is freed once the last of both is dropped.
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
pub struct LocalStr(Kept);

#[derive(Clone)]
enum Kept {
    /// Inline or static: there is nothing to count.
    Bare(SharedStr),
    /// One handle of a counted text.
    Counted(Rc<SharedStr>),
}

const _: () = assert!(size_of::<LocalStr>() == 16);

impl LocalStr {
    /// The text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("text").local().as_str(), "text");
    /// ```
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        self.handle()
    }

    /// Whether both show the same bytes at the same place, as a clone does; see
    /// [`SharedStr::ptr_eq`].
    ///
    /// O(1).
    ///
    /// ```
    /// let local = string_kit::SharedStr::from("longer than fifteen bytes").local();
    /// assert!(local.ptr_eq(&local.clone()));
    /// ```
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.handle().ptr_eq(other.handle())
    }

    /// The handle that this one stands on.
    #[inline]
    fn handle(&self) -> &SharedStr {
        match &self.0 {
            Kept::Bare(text) => text,
            Kept::Counted(text) => text,
        }
    }

    /// A handle that can be sent to other threads.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// let text = SharedStr::from("longer than fifteen bytes");
    /// assert!(text.local().shared().ptr_eq(&text));
    /// ```
    #[must_use]
    pub fn shared(&self) -> SharedStr {
        self.handle().clone()
    }
}

/// O(1), and one allocation for a text that is counted.
impl From<SharedStr> for LocalStr {
    fn from(text: SharedStr) -> Self {
        Self(if text.packed.block().is_some() {
            Kept::Counted(Rc::new(text))
        } else {
            Kept::Bare(text)
        })
    }
}

/// As [`SharedStr::local`].
impl From<&SharedStr> for LocalStr {
    fn from(text: &SharedStr) -> Self {
        text.local()
    }
}

/// An empty text.
impl Default for LocalStr {
    fn default() -> Self {
        Self::from(SharedStr::new())
    }
}

/// O(1), no allocation: the one handle if no other clone stands on it, else another.
impl From<LocalStr> for SharedStr {
    fn from(text: LocalStr) -> Self {
        match text.0 {
            Kept::Bare(text) => text,
            Kept::Counted(text) => Rc::unwrap_or_clone(text),
        }
    }
}

impl Deref for LocalStr {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}
