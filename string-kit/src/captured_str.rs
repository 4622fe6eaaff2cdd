//! The trait of all string types that text is captured into, and the profile of a type's costs.

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::capture::buffer::uninit;
use crate::capture::known;
use crate::capture::{Bounded, one};
use crate::error::TextError;

/// A string type that text can be captured into and kept in.
///
/// The supertraits make a value usable as a key of a map, in a message, and as a `&str`. A method
/// aborts the program if memory runs out; one whose name begins with `try_` returns an error.
///
/// # Implementing it for a type of your own
///
/// The trait is not sealed. Override a method that has a default if the type has a better one. For
/// example, a type that can report a failed allocation overrides
/// [`try_from_str`](Self::try_from_str).
///
/// ```
/// use std::borrow::Borrow;
/// use std::fmt;
/// use string_kit::{CapturedStr, Profile};
///
/// #[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Name(Box<str>);
///
/// impl fmt::Debug for Name {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { fmt::Debug::fmt(&self.0, f) }
/// }
/// impl AsRef<str> for Name {
///     fn as_ref(&self) -> &str { &self.0 }
/// }
/// impl Borrow<str> for Name {
///     fn borrow(&self) -> &str { &self.0 }
/// }
/// impl fmt::Display for Name {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.pad(&self.0) }
/// }
/// impl From<&str> for Name {
///     fn from(text: &str) -> Self { Name(text.into()) }
/// }
/// impl From<String> for Name {
///     fn from(text: String) -> Self { Name(text.into()) }
/// }
///
/// impl CapturedStr for Name {
///     const PROFILE: Profile = Profile::new("Name");
///     fn from_text(text: &str) -> Self { Name(text.into()) }
///     fn heap_size(&self) -> usize { self.0.len() }
/// }
///
/// assert_eq!(Name::capture(&1.5), Name::from("1.5"));
/// ```
///
/// The laws of string-kit-conformance, with its feature `string-kit`, check such a type, its
/// `PROFILE` and its `heap_size`: `subject!(Name)` detects the trait.
///
/// `From<&'static str>` is asked for no shorter lifetime, because `Cow<'static, str>` and `KString`
/// keep a static text without a copy.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `CapturedStr`",
    label = "text cannot be captured into this type",
    note = "for a type from another crate, turn on string-kit's feature with that crate's name, \
            and depend on the crate in this version: `arcstr` 1, `char_str` 0.0.4, `cold-string` \
            0.5, `compact_str` 0.10, `ecow` 0.3, `flexstr` 0.11, `hipstr` 0.8, `kstring` 2, \
            `lean_string` 0.8, `smartstring` 2, `smol_str` 0.3",
    note = "for a type of your own, implement `CapturedStr`",
    note = "to nest it in serde's attributes, use `serde_as` and string-kit-serde's `Captured`"
)]
pub trait CapturedStr:
    AsRef<str>
    + Borrow<str>
    + Clone
    + Debug
    + Default
    + Display
    + Eq
    + Hash
    + Ord
    + From<&'static str>
    + From<String>
    + 'static
{
    /// The type's name, and its costs that do not depend on the text.
    const PROFILE: Profile;

    /// Copies `text` into a new value. It is not called `from_str`, which `FromStr` has.
    ///
    /// O(n). Allocates nothing for a text of up to [`Profile::inline_capacity`] bytes, else once,
    /// at the exact size. Exceptions: `Arc<str>` and `Rc<str>` allocate for an empty text too,
    /// `HipStr` allocates twice, and `SmartString` and `CompactString` have a minimum size on the
    /// heap.
    #[must_use]
    fn from_text(text: &str) -> Self;

    /// Returns the number of bytes that this value has on the heap, reference counts and spare
    /// capacity included.
    ///
    /// O(1), no allocation. Clones that share a text each return the full number.
    #[must_use]
    fn heap_size(&self) -> usize;

    /// Copies `text` into a new value, or returns an error if memory runs out.
    ///
    /// Some types, such as `Arc<str>`, cannot report a failed allocation: the program aborts. The
    /// docs of their `from_text` say so.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`](crate::TextErrorKind::Alloc) if memory runs out.
    fn try_from_str(text: &str) -> Result<Self, TextError> {
        Ok(Self::from_text(text))
    }

    /// Converts a `String`, or returns an error if memory runs out.
    ///
    /// The default calls `From<String>`. A type whose `From<String>` copies overrides it by
    /// [`try_from_str`](Self::try_from_str).
    ///
    /// # Errors
    ///
    /// Those of [`try_from_str`](Self::try_from_str). The `String` is dropped.
    fn try_from_string(text: String) -> Result<Self, TextError> {
        Ok(Self::from(text))
    }

    /// Returns the text.
    #[inline]
    fn as_str(&self) -> &str {
        self.as_ref()
    }

    /// Converts the value into a `String`.
    ///
    /// O(1) for a type that can hand its heap buffer over. Else O(n), and one allocation unless the
    /// text is empty.
    #[must_use]
    fn into_string(self) -> String {
        String::from(self.as_str())
    }

    /// Returns `true` if the text is stored inside the value itself.
    ///
    /// O(1), no allocation. A text in static memory is neither inline nor on the heap.
    #[must_use]
    #[inline]
    fn is_inline(&self) -> bool {
        let start = core::ptr::from_ref(self).addr();
        let text = self.as_str().as_ptr().addr();
        (start..start + size_of::<Self>()).contains(&text)
    }

    /// Captures a value as the same text, byte for byte, that `to_string` returns.
    ///
    /// The text of a `str`, `String`, `char`, `bool`, integer or float is written without
    /// `core::fmt`, and so is that of a `Cow`, `Box`, `Arc` or `Rc` of `str`, also behind one or
    /// two references. Any other value takes one formatting pass, on a little over
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES) of stack. Allocates only what the result needs;
    /// a formatted text of more than `STACK_BYTES` also grows one temporary buffer on the heap.
    ///
    /// # Panics
    ///
    /// Panics if the value's `Display` returns an error, as `to_string` does.
    ///
    /// ```
    /// # use string_kit::CapturedStr;
    /// assert_eq!(String::capture(&123.0), "123");
    /// ```
    #[must_use]
    #[track_caller]
    #[inline]
    fn capture<D: Display + ?Sized>(value: &D) -> Self {
        // PERF: the result is returned here, and not as part of a `Result`, which the compiler
        // would test again. That, with one frame for both paths, cost 36 instructions more.
        if let Some(text) = known::text(value, &mut uninit()) {
            return Self::from_text(text);
        }
        match one::format(value, |text| Ok(Self::from_text(text))) {
            Ok(captured) => captured,
            Err(error) => error.panic_for_value::<D>(),
        }
    }

    /// Captures a value as [`capture`](Self::capture) does, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Format`](crate::TextErrorKind::Format) if the value's `Display` returns an
    /// error, and those of [`try_from_str`](Self::try_from_str).
    fn try_capture<D: Display + ?Sized>(value: &D) -> Result<Self, TextError> {
        one::capture(value, Self::try_from_str)
    }

    /// Captures at most the first `max` bytes of a value, cut at a character boundary.
    ///
    /// At the first byte beyond the limit, the writer returns an error to the value's `Display`,
    /// which ends the formatting.
    ///
    /// # Panics
    ///
    /// Panics as [`capture`](Self::capture) does. A text longer than `max` is no error.
    ///
    /// ```
    /// # use string_kit::CapturedStr;
    /// let field = String::capture_bounded("naïve", 3);
    /// assert_eq!((&*field.value, field.truncated), ("na", true));
    /// ```
    #[track_caller]
    fn capture_bounded<D: Display + ?Sized>(value: &D, max: usize) -> Bounded<Self> {
        match one::capture_bounded(value, max, |text| Ok(Self::from_text(text))) {
            Ok(captured) => captured,
            Err(error) => error.panic_for_value::<D>(),
        }
    }

    /// Captures as [`capture_bounded`](Self::capture_bounded) does, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_capture`](Self::try_capture). A text longer than `max` is no error.
    fn try_capture_bounded<D: Display + ?Sized>(
        value: &D,
        max: usize,
    ) -> Result<Bounded<Self>, TextError> {
        one::capture_bounded(value, max, Self::try_from_str)
    }

    /// Captures a value if its text has at most `max` bytes, at the cost of
    /// [`capture_bounded`](Self::capture_bounded).
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::TooLong`](crate::TextErrorKind::TooLong) if the text is longer, and
    /// those of [`try_capture`](Self::try_capture).
    ///
    /// ```
    /// # use string_kit::{TextErrorKind, CapturedStr};
    /// assert_eq!(String::try_capture_within("naïve", 5), Err(TextErrorKind::TooLong.into()));
    /// assert_eq!(String::try_capture_within("naïve", 6).as_deref(), Ok("naïve"));
    /// ```
    fn try_capture_within<D: Display + ?Sized>(value: &D, max: usize) -> Result<Self, TextError> {
        one::capture_within(value, max, Self::try_from_str)
    }
}

/// The method `to_text` of all values that have `Display`: capture by the value's name.
pub trait ToText: Display {
    /// Captures the value as [`T::capture(&value)`](CapturedStr::capture) does.
    ///
    /// ```
    /// use string_kit::{SharedStr, ToText};
    /// assert_eq!(42.to_text::<SharedStr>(), "42");
    /// ```
    #[must_use]
    #[track_caller]
    #[inline]
    fn to_text<T: CapturedStr>(&self) -> T {
        T::capture(self)
    }
}

impl<D: Display + ?Sized> ToText for D {}

/// The name of a string type, and its costs that do not depend on the text.
///
/// ```
/// use string_kit::{CloneCost, Profile};
///
/// const NAME: Profile = Profile::new("Name").inline(15).shares();
/// assert_eq!(NAME.clone, CloneCost::Shares);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// The type's name as its users write it.
    pub name: &'static str,
    /// The length in bytes of the longest text that is stored inside the value.
    pub inline_capacity: usize,
    /// The cost of cloning a text on the heap.
    pub clone: CloneCost,
    /// `true` if text can be appended to a value in place.
    pub mutable: bool,
}

impl Profile {
    /// Makes the profile of an immutable type that stores no text inline and whose clones copy.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            inline_capacity: 0,
            clone: CloneCost::Copies,
            mutable: false,
        }
    }

    /// Sets the length in bytes of the longest text that is stored inline.
    #[must_use]
    pub const fn inline(mut self, capacity: usize) -> Self {
        self.inline_capacity = capacity;
        self
    }

    /// Declares that clones share a text on the heap.
    #[must_use]
    pub const fn shares(mut self) -> Self {
        self.clone = CloneCost::Shares;
        self
    }

    /// Declares that text can be appended to a value in place.
    #[must_use]
    pub const fn mutable(mut self) -> Self {
        self.mutable = true;
        self
    }
}

/// The cost of cloning a text on the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CloneCost {
    /// A clone copies the text: O(n) and one allocation.
    Copies,
    /// A clone increments a reference count: O(1), no allocation.
    Shares,
}
