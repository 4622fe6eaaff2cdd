//! A string that records its use.

use std::borrow::{Borrow, BorrowMut};
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice::SliceIndex;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use string_kit::{CapturedStr, Profile, TextError};

use crate::label::Label;
use crate::lives::Family;
use crate::operation::Operation;
use crate::record::Recorder;
use crate::threads::recorder;

/// A string of type `S` that counts what is done with it, under the label `L`.
///
/// It has the traits and methods that `S` has as a [`CapturedStr`], and those of a `String` if `S`
/// can grow. It is 16 bytes larger than `S`. Each operation takes what it takes on `S`, and some
/// nanoseconds.
///
/// ```
/// string_kit_record::recorded! { type Word = String, "docs.word"; }
///
/// let mut word = Word::from_inner("text".to_owned());
/// word.push('s');
/// assert_eq!(word.clone(), "texts");
/// assert_eq!(word.len(), 5);
/// word.edit(|inner| inner.truncate(2));
/// assert_eq!(word.into_inner(), "te");
/// ```
pub struct Recorded<S: CapturedStr, L: Label> {
    text: S,
    /// The family of the text, if it is followed.
    life: Option<Arc<Family>>,
    /// The number of the thread that captured the text.
    thread: u32,
    state: Text,
    label: PhantomData<fn() -> L>,
}

/// The state of a string's text in the record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    /// The string is a constant, whose capture is counted when it is edited or dropped.
    Constant,
    Counted,
    /// The text was captured empty, or is being edited: it is counted when the string is dropped.
    Later,
    /// The text is that of a clone, which is counted already.
    Shared,
}

impl<S: CapturedStr, L: Label> Recorded<S, L> {
    /// Records a text. O(n), for its hash.
    #[must_use]
    pub fn from_inner(text: S) -> Self {
        let mut recorded = Self::constant(text);
        recorded.capture();
        recorded
    }

    /// Makes a constant. Its capture is recorded when it is edited or dropped.
    ///
    /// ```
    /// use compact_str::CompactString;
    ///
    /// string_kit_record::recorded! { type Word = CompactString, "docs.compact"; }
    ///
    /// const NAME: Word = Word::constant(CompactString::const_new("name"));
    /// assert_eq!(NAME, "name");
    /// ```
    #[must_use]
    pub const fn constant(text: S) -> Self {
        Self {
            text,
            life: None,
            thread: 0,
            state: Text::Constant,
            label: PhantomData,
        }
    }

    fn capture(&mut self) {
        let recorder = recorder::<L>();
        let text = self.text.as_str();
        self.life = recorder.capture(text);
        self.thread = recorder.thread.load(Relaxed);
        self.state = if text.is_empty() {
            Text::Later
        } else {
            Text::Counted
        };
    }

    /// Returns the string inside. O(1). It counts as a drop.
    #[must_use]
    pub fn into_inner(mut self) -> S {
        self.count_text();
        mem::take(&mut self.text)
    }

    /// Returns the text. O(1). It counts as one read.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        self.count_read();
        self.text.as_str()
    }

    /// Changes the string inside. It counts as one append, at the cost of `change`.
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut S) -> R) -> R {
        change(self.edited())
    }

    /// Counts an edit, and lends the string that is edited.
    pub(crate) fn edited(&mut self) -> &mut S {
        if self.state == Text::Constant {
            self.capture();
        }
        let recorder = self.recorder();
        recorder.count(Operation::Append);
        let is_counted = mem::replace(&mut self.state, Text::Later) == Text::Counted;
        if is_counted && !recorder.is_of_parent(self.thread) {
            recorder.remove_text(self.text.as_str());
        }
        &mut self.text
    }

    #[inline]
    fn recorder(&self) -> &'static Recorder {
        let recorder = recorder::<L>();
        recorder.count_elsewhere(self.thread);
        recorder
    }

    #[inline]
    fn count_read(&self) {
        self.recorder().count(Operation::Read);
    }

    /// Compares with a text of another type.
    pub(crate) fn compare(&self, text: &str) -> Ordering {
        self.recorder().count(Operation::Compare);
        self.text.as_str().cmp(text)
    }

    fn count_text(&mut self) {
        if self.state == Text::Constant {
            self.capture();
        }
        if mem::replace(&mut self.state, Text::Counted) == Text::Later {
            let recorder = recorder::<L>();
            if !recorder.is_of_parent(self.thread) {
                recorder.count_text(self.text.as_str());
            }
        }
    }
}

impl<S: CapturedStr, L: Label> Drop for Recorded<S, L> {
    fn drop(&mut self) {
        self.count_text();
        self.recorder().drop(self.life.take(), self.thread);
    }
}

impl<S: CapturedStr, L: Label> Clone for Recorded<S, L> {
    fn clone(&self) -> Self {
        let text = self.text.clone();
        if self.state == Text::Constant {
            return Self::from_inner(text);
        }
        let (life, thread) = recorder::<L>().clone(self.life.as_ref(), self.thread);
        Self {
            life,
            thread,
            state: Text::Shared,
            text,
            label: PhantomData,
        }
    }
}

impl<S: CapturedStr, L: Label> CapturedStr for Recorded<S, L> {
    const PROFILE: Profile = S::PROFILE;

    fn from_text(text: &str) -> Self {
        Self::from_inner(S::from_text(text))
    }

    fn heap_size(&self) -> usize {
        self.text.heap_size()
    }

    fn try_from_str(text: &str) -> Result<Self, TextError> {
        S::try_from_str(text).map(Self::from_inner)
    }

    fn try_from_string(text: String) -> Result<Self, TextError> {
        S::try_from_string(text).map(Self::from_inner)
    }

    fn into_string(self) -> String {
        self.into_inner().into_string()
    }

    fn is_inline(&self) -> bool {
        self.text.is_inline()
    }
}

impl<S: CapturedStr, L: Label> Default for Recorded<S, L> {
    fn default() -> Self {
        Self::from_inner(S::default())
    }
}

impl<S: CapturedStr, L: Label> Deref for Recorded<S, L> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<S: CapturedStr + DerefMut<Target = str>, L: Label> DerefMut for Recorded<S, L> {
    fn deref_mut(&mut self) -> &mut str {
        self.edited()
    }
}

impl<S: CapturedStr, L: Label> Borrow<str> for Recorded<S, L> {
    fn borrow(&self) -> &str {
        let text = self.text.as_str();
        self.recorder().count(Operation::Lookup);
        text
    }
}

/// Formats the string inside, which counts as one read.
macro_rules! format {
    ($($format:ident),*) => {$(
        impl<S: CapturedStr, L: Label> $format for Recorded<S, L> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.count_read();
                $format::fmt(&self.text, f)
            }
        }
    )*};
}

format!(Debug, Display);

impl<S: CapturedStr, L: Label> Hash for Recorded<S, L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.recorder().count(Operation::Hash);
        self.text.hash(state);
    }
}

impl<S: CapturedStr, L: Label> Eq for Recorded<S, L> {}

impl<S: CapturedStr, L: Label> PartialEq for Recorded<S, L> {
    fn eq(&self, other: &Self) -> bool {
        self.recorder().count(Operation::Compare);
        self.text == other.text
    }
}

impl<S: CapturedStr, L: Label> Ord for Recorded<S, L> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.recorder().count(Operation::Compare);
        self.text.cmp(&other.text)
    }
}

impl<S: CapturedStr, L: Label> PartialOrd for Recorded<S, L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: CapturedStr + DerefMut<Target = str>, L: Label> BorrowMut<str> for Recorded<S, L> {
    fn borrow_mut(&mut self) -> &mut str {
        self
    }
}

impl<S: CapturedStr + DerefMut<Target = str>, L: Label> AsMut<str> for Recorded<S, L> {
    fn as_mut(&mut self) -> &mut str {
        self
    }
}

impl<S: CapturedStr, L: Label, I: SliceIndex<str>> Index<I> for Recorded<S, L> {
    type Output = I::Output;

    fn index(&self, range: I) -> &I::Output {
        &self.as_str()[range]
    }
}

impl<S, L: Label, I: SliceIndex<str>> IndexMut<I> for Recorded<S, L>
where
    S: CapturedStr + DerefMut<Target = str>,
{
    fn index_mut(&mut self, range: I) -> &mut I::Output {
        &mut self.edited()[range]
    }
}

impl<S: CapturedStr + Extend<T>, L: Label, T> Extend<T> for Recorded<S, L> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, parts: I) {
        self.edit(|inner| inner.extend(parts));
    }
}

impl<S: CapturedStr + fmt::Write, L: Label> fmt::Write for Recorded<S, L> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.edit(|inner| inner.write_str(text))
    }
}

#[cfg(feature = "serde")]
impl<S: CapturedStr + serde::Serialize, L: Label> serde::Serialize for Recorded<S, L> {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        self.count_read();
        self.text.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, S: CapturedStr + serde::Deserialize<'de>, L: Label> serde::Deserialize<'de>
    for Recorded<S, L>
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        S::deserialize(deserializer).map(Self::from_inner)
    }
}
