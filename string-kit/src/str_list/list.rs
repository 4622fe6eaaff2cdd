//! The type, over its 16 bytes.
#![allow(unsafe_code)]

use super::layout::{Form, Packed};
#[cfg(feature = "pool")]
use crate::error::{TextError, TextErrorKind};

/// An immutable list of strings in 16 bytes.
///
/// A list lies inside the value if its text and one byte for each string take up to 15 bytes
/// together. Any other list is one allocation: a reference count of one word, one end offset for
/// each string, and the text. All offsets of a list have the same width: the least that can hold
/// the length of offsets and text together. A clone of such a list shares the allocation, in O(1).
///
/// The program aborts if there are more clones than the count can hold, as it does for `Arc`, and
/// if the allocator returns no memory. The methods whose names begin with `try_` return an error
/// instead.
///
/// ```
/// use string_kit::StrList;
///
/// let tags = StrList::capture(&[&"id", &42, &true]);
/// assert_eq!(tags, ["id", "42", "true"]);
/// assert!(tags.is_inline());
/// assert_eq!(size_of::<Option<StrList>>(), 16);
/// ```
///
/// # As a key of a map
///
/// `Eq` and `Ord` compare the sequences of strings. The hash is not that of `[&str]`:
/// [`with_captured`](Self::with_captured) and [`with_strs`](Self::with_strs) lend a list to look it
/// up in any map. Use `Vec<String>` if the strings change, or if you move them out one by one.
#[derive(Clone)]
pub struct StrList {
    pub(super) packed: Packed,
}

const _: () = {
    assert!(size_of::<StrList>() == 16);
    assert!(size_of::<Option<StrList>>() == 16);
};

impl StrList {
    /// Makes an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            packed: Packed::EMPTY,
        }
    }

    #[cfg(feature = "pool")]
    pub(crate) fn try_clone(&self) -> Result<Self, TextError> {
        let packed = self.packed.try_clone().ok_or(TextErrorKind::Alloc)?;
        Ok(Self { packed })
    }

    #[inline]
    pub(super) fn lend<R>(form: Form<'_>, read: impl FnOnce(&Self) -> R) -> R {
        let packed = match form {
            Form::Inline(packed) => packed,
            // SAFETY: the list is dropped below, before the borrow of the payload ends, and goes on
            // only as a shared reference.
            Form::Stack(payload) => unsafe { Packed::lend(payload) },
        };
        read(&Self { packed })
    }
}

impl Default for StrList {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(all(loom, test))]
mod tests {
    use alloc::boxed::Box;

    use string_kit_testkit::models::together;

    use super::StrList;

    const STRINGS: [&str; 2] = ["a text that is longer than", "fifteen bytes"];

    /// Runs `work` on `N` threads, each with a clone of a list.
    fn model<const N: usize>(work: fn(StrList)) {
        loom::model(move || {
            let list = StrList::from(STRINGS);
            let work_on = |list| Box::new(move || work(list)) as Box<dyn FnOnce() + Send>;
            let works = [(); N].map(|()| work_on(list.clone()));
            drop(list);
            together(works);
        });
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts threads")]
    fn the_last_of_three_readers_frees() {
        model::<3>(|list| assert_eq!(&list[1], STRINGS[1]));
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "starts threads")]
    fn a_clone_of_a_clone_is_counted() {
        model::<2>(|list| {
            let clone = list.clone();
            drop(list);
            assert_eq!(clone.text().len(), 39);
        });
    }
}
