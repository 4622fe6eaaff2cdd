//! A string type under examination.

use core::fmt::{self, Display};

#[cfg(feature = "string-kit")]
use string_kit::{CapturedStr, CloneCost};

use crate::Law;
use crate::allocator::Examination;
use crate::capture::{Capture, Captures};
use crate::code::{Closure, Source};
use crate::hostile::{Draining, Fickle, Span};
use crate::probe::{Probe, Probed};

/// A string type under examination: its name, its traits and its methods.
///
/// [`subject!`](crate::subject) makes one. It detects the traits and takes the names of the
/// methods. A method that has the name of a method of `String` must behave as that one does.
///
/// The methods that declare something take constant time; only [`known`](Self::known) may allocate.
///
/// ```
/// use string_kit_conformance::{Law, Verdict, subject};
///
/// let subject = subject!(String; push, pop, replace_range, retain);
/// assert_eq!(subject.name(), "String");
/// assert_eq!(subject.examine(Law::EditsAsStringDoes), Verdict::Kept);
/// assert!(subject.examine(Law::OptionIsFree) == Verdict::Kept);
/// ```
pub struct Subject<S> {
    name: &'static str,
    pub(super) from_str: fn(&str) -> S,
    pub(super) as_str: fn(&S) -> &str,
    pub(super) probed: Probed<S>,
    pub(super) methods: Methods<S>,
    pub(super) captures: Option<Captures<S>>,
    pub(super) source: Source,
    pub(super) inline_capacity: Option<usize>,
    pub(super) shares: Option<bool>,
    pub(super) mutable: Option<bool>,
    known: Vec<Known>,
    pub(super) lacks: Option<&'static [&'static str]>,
    pub(super) unexamined: Option<&'static [Law]>,
    pub(super) is_partial: bool,
}

/// A law that a type is known to break, and the reason.
#[derive(Debug)]
struct Known {
    law: Law,
    why: &'static str,
}

/// A type that provides its own subject.
///
/// With the feature `string-kit` std's and string-kit's own types implement it: `String`,
/// `Box<str>`, `Arc<str>`, `Rc<str>`, `Cow<'static, str>`, `StringBuf` and `SharedStr`.
///
/// ```
/// use string_kit_conformance::{Conform, Law, Subject, subject};
///
/// struct Name(String);
///
/// impl Conform for Name {
///     fn subject() -> Subject<Self> {
///         subject!(Name, |text| Name(text.into()), |name| &name.0)
///     }
/// }
/// Name::subject().assert(Law::RoundTrips);
/// ```
pub trait Conform: Sized {
    /// Returns the subject.
    ///
    /// Takes constant time. Allocates only for the laws that it declares as broken.
    ///
    /// ```
    /// use string_kit_conformance::{Conform, Subject, subject};
    ///
    /// # struct Name(String);
    /// impl Conform for Name {
    ///     fn subject() -> Subject<Self> {
    ///         subject!(Name, |text| Name(text.into()), |name| &name.0)
    ///     }
    /// }
    /// assert_eq!(Name::subject().name(), "Name");
    /// ```
    #[must_use]
    fn subject() -> Subject<Self>;
}

/// Declarations.
impl<S> Subject<S> {
    /// Creates a subject from a constructor, a view and the traits of the type.
    ///
    /// For [`subject!`](crate::subject), which detects the traits.
    #[doc(hidden)]
    #[must_use]
    pub fn new(
        name: &'static str,
        from_str: fn(&str) -> S,
        as_str: fn(&S) -> &str,
        probed: Probed<S>,
    ) -> Self {
        Self {
            name,
            from_str,
            as_str,
            probed,
            methods: Methods::default(),
            captures: None,
            source: Source {
                ty: name,
                ..Source::default()
            },
            inline_capacity: None,
            shares: None,
            mutable: None,
            known: Vec::new(),
            lacks: None,
            unexamined: None,
            is_partial: false,
        }
    }

    /// Keeps the source of a method, for the code that repeats a failing case.
    ///
    /// For [`subject!`](crate::subject). The macro passes an empty source for a method that it
    /// calls by its name.
    #[doc(hidden)]
    #[must_use]
    pub fn written(mut self, name: &'static str, source: &'static str) -> Self {
        let closures = &mut self.source.closures;
        closures.retain(|closure| closure.method != name);
        if !source.is_empty() {
            closures.push(Closure {
                method: name,
                ty: type_of(name),
                source,
            });
        }
        self
    }

    /// Keeps the source of a capture: the name of the value, and an expression.
    #[doc(hidden)]
    #[must_use]
    pub fn written_capture(mut self, value: &'static str, source: &'static str) -> Self {
        self.source.capture = Some((value, source));
        self
    }

    /// Returns the code that repeats a case.
    pub(super) fn code(&self, body: impl AsRef<str>) -> String {
        self.source.code(body.as_ref())
    }

    /// Sets the name of the type, instead of its path.
    ///
    /// ```
    /// use string_kit_conformance::subject;
    ///
    /// assert_eq!(subject!(String).named("text").name(), "text");
    /// ```
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Sets the way in which the type captures values.
    ///
    /// [`subject!`](crate::subject) defines a `C` for `capture: |value| ...`.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict, subject};
    ///
    /// let subject = subject!(String; capture: |value| value.to_string());
    /// assert_eq!(subject.examine(Law::CaptureIsToString), Verdict::Kept);
    /// ```
    #[must_use]
    pub fn capture<C: Capture<S>>(mut self) -> Self {
        self.captures = Some(Captures::of::<C>());
        self
    }

    /// Sets the length in bytes of the longest text that the type holds inline.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict, subject};
    ///
    /// // Laws about memory need an allocator that counts.
    /// let verdict = subject!(String).inline_capacity(0).examine(Law::InlineIsFree);
    /// assert_eq!(verdict, Verdict::Lacks("a CheckingAllocator as the global allocator"));
    /// ```
    #[must_use]
    pub fn inline_capacity(mut self, bytes: usize) -> Self {
        self.inline_capacity = Some(bytes);
        self
    }

    /// Declares that clones of a long text share its bytes (true), or copy them (false).
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict, subject};
    /// use std::sync::Arc;
    ///
    /// let verdict = subject!(Arc<str>).shares(true).examine(Law::ClonesShare);
    /// assert_eq!(verdict, Verdict::Kept);
    /// ```
    #[must_use]
    pub fn shares(mut self, shares: bool) -> Self {
        self.shares = Some(shares);
        self
    }

    /// Declares that text can be appended to a value in place (true), or that it cannot (false).
    ///
    /// The law sees the traits that append, such as `fmt::Write` and `Extend`, and the methods that
    /// the subject names, such as `push_str`. It does not see a method that the subject does not
    /// name.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict, subject};
    ///
    /// assert_eq!(subject!(String).mutable(true).examine(Law::MutableAppends), Verdict::Kept);
    /// assert!(subject!(String).mutable(false).examine(Law::MutableAppends).is_broken());
    /// ```
    #[must_use]
    pub fn mutable(mut self, mutable: bool) -> Self {
        self.mutable = Some(mutable);
        self
    }

    /// Declares that the type breaks a law, with the reason.
    ///
    /// [`assert`](Self::assert) still examines the law, and fails once the type keeps it: then
    /// remove the declaration. The examination stops at the first case that breaks the law, so it
    /// does not find other cases until this one is fixed.
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    /// use std::rc::Rc;
    ///
    /// let subject = subject!(Rc<str>).known(Law::IsSendAndSync, "the count is not atomic");
    /// subject.assert(Law::IsSendAndSync);
    /// ```
    #[must_use]
    pub fn known(mut self, law: Law, why: &'static str) -> Self {
        self.known.push(Known { law, why });
        self
    }

    /// Lists the traits that the type lacks, of those that [`subject!`](crate::subject) detects.
    ///
    /// [`assert`](Self::assert) fails if the type lacks a trait that is not listed, or has one that
    /// is: so a test fails if the type loses a trait. The message has the line to write. Start with
    /// `.lacks(&[])`, run the tests, and copy that line. Without a list no trait is checked.
    ///
    /// `Serialize` and `Deserialize` count only with the feature `serde`.
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    ///
    /// let subject = subject!(String).lacks(&["PartialOrd<str>"]);
    /// subject.assert(Law::HashIsStrs);
    /// ```
    #[must_use]
    pub fn lacks(mut self, traits: &'static [&'static str]) -> Self {
        self.lacks = Some(traits);
        self
    }

    /// Lists the laws that have nothing to examine, because the type lacks a method or a trait.
    ///
    /// [`assert`](Self::assert) fails if a law has nothing to examine and is not listed, and if it
    /// is listed and has something to examine. Without a list a law with nothing to examine passes,
    /// and `assert` says so on standard error.
    ///
    /// The laws about serde count only with the feature `serde`.
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    ///
    /// subject!(String; retain)
    ///     .unexamined(&[Law::DrainsMayLeak])
    ///     .assert(Law::DrainsMayLeak);
    /// ```
    #[must_use]
    pub fn unexamined(mut self, laws: &'static [Law]) -> Self {
        self.unexamined = Some(laws);
        self
    }

    /// Declares that the type has only some of the traits and methods that the laws examine.
    ///
    /// A law with nothing to examine then passes with nothing on standard error. This is for types
    /// of other crates. A list by [`unexamined`](Self::unexamined) takes precedence.
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    ///
    /// subject!(String).partial().assert(Law::DrainsMayLeak);
    /// ```
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.is_partial = true;
        self
    }
}

#[cfg(feature = "string-kit")]
impl<S: CapturedStr> Subject<S> {
    /// Takes the profile, the capture, `heap_size` and `is_inline` from the trait.
    pub(super) fn captured(mut self) -> Self {
        /// The trait's own capture.
        struct Captured;
        impl<S: CapturedStr> Capture<S> for Captured {
            fn capture<D: Display>(value: &D) -> S {
                S::capture(value)
            }
        }
        self.name = S::PROFILE.name;
        self.source.is_captured = true;
        self.inline_capacity = Some(S::PROFILE.inline_capacity);
        self.shares = Some(S::PROFILE.clone == CloneCost::Shares);
        self.mutable = Some(S::PROFILE.mutable);
        self.capture::<Captured>()
            .try_capture(|value| S::try_capture(value).ok())
            .heap_size(S::heap_size)
            .is_inline(S::is_inline)
    }
}

/// The names of the methods and the traits of a type.
pub(super) struct Names {
    methods: Vec<&'static str>,
    missing: Vec<&'static str>,
    /// True if the subject captures values.
    pub(super) captures: bool,
}

impl Names {
    /// Returns true if the subject has the method.
    pub(super) fn has(&self, method: &str) -> bool {
        self.methods.contains(&method)
    }

    /// Returns true if the type implements the trait, one of those that `subject!` detects.
    pub(super) fn implements(&self, title: &str) -> bool {
        !self.missing.contains(&title)
    }
}

/// Queries.
impl<S> Subject<S> {
    /// Returns the names of the methods and the traits of the type.
    pub(super) fn names(&self) -> Names {
        Names {
            methods: self.methods.names(),
            missing: self.probed.missing(),
            captures: self.captures.is_some(),
        }
    }

    /// Returns the name of the type.
    ///
    /// O(1); allocates nothing.
    ///
    /// ```
    /// assert_eq!(string_kit_conformance::subject!(String).name(), "String");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the reason why the type breaks a law, if [`known`](Self::known) declares one.
    ///
    /// O(n) in the number of such declarations; allocates nothing.
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    ///
    /// assert_eq!(subject!(String).why_known(Law::OptionIsFree), None);
    /// ```
    #[must_use]
    pub fn why_known(&self, law: Law) -> Option<&'static str> {
        let known = self.known.iter().find(|known| known.law == law)?;
        Some(known.why)
    }

    /// Creates a value of the type with this text, at the cost of the type's own constructor.
    ///
    /// ```
    /// assert_eq!(string_kit_conformance::subject!(String).of("tag"), "tag");
    /// ```
    #[must_use]
    pub fn of(&self, text: &str) -> S {
        Examination::makes(text);
        (self.from_str)(text)
    }

    /// Returns the bytes of a value. If the type is broken, they may not be UTF-8.
    ///
    /// Costs the same as the type's own view of its text.
    ///
    /// ```
    /// let subject = string_kit_conformance::subject!(String);
    /// assert_eq!(subject.bytes(&subject.of("tag")), b"tag");
    /// ```
    pub fn bytes<'a>(&self, text: &'a S) -> &'a [u8] {
        (self.as_str)(text).as_bytes()
    }
}

impl<S> fmt::Debug for Subject<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("name", &self.name)
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}

/// Defines the methods that a type may have: a field of [`Methods`] and a setter of [`Subject`] for
/// each.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $name:ident: $function:ty, $ty:literal, $example:literal;)*) => {
        /// The methods of the type, as functions.
        pub(super) struct Methods<S> {
            $(pub(super) $name: Option<$function>,)*
        }

        /// Returns the type of the function for a method, in source code.
        fn type_of(name: &str) -> &'static str {
            match name {
                $(stringify!($name) => stringify!($function),)*
                "from_str" => "fn(&str) -> S",
                "as_str" => "fn(&S) -> &str",
                _ => "_",
            }
        }

        impl<S> Methods<S> {
            /// Returns the names of the methods that the type has.
            pub(super) fn names(&self) -> Vec<&'static str> {
                let all = [$((stringify!($name), self.$name.is_some()),)*];
                let names = all.into_iter();
                names.filter_map(|(name, has)| has.then_some(name)).collect()
            }
        }

        impl<S> Default for Methods<S> {
            fn default() -> Self {
                Self { $($name: None,)* }
            }
        }

        /// Methods of the type. [`subject!`](crate::subject) needs only the name of a method whose
        /// signature is that of `String`'s method.
        impl<S> Subject<S> {
            $(
                $(#[doc = $doc])*
                ///
                /// ```
                #[doc = concat!("let subject = string_kit_conformance::subject!(", $ty, ").",
                    stringify!($name), "(", $example, ");\n",
                    "assert!(!subject.examine(string_kit_conformance::Law::RoundTrips).is_broken());")]
                /// ```
                #[must_use]
                pub fn $name(mut self, function: $function) -> Self {
                    self.methods.$name = Some(function);
                    self
                }
            )*
        }
    };
}

methods! {
    /// Sets the method that appends a character.
    push: fn(&mut S, char), "String", "String::push";
    /// Sets the method that appends a text.
    push_str: fn(&mut S, &str), "String", "String::push_str";
    /// Sets the method that removes the last character.
    pop: fn(&mut S) -> Option<char>, "String", "String::pop";
    /// Sets the method that shortens the text.
    truncate: fn(&mut S, usize), "String", "String::truncate";
    /// Sets the method that removes all text.
    clear: fn(&mut S), "String", "String::clear";
    /// Sets the method that inserts a character.
    insert: fn(&mut S, usize, char), "String", "String::insert";
    /// Sets the method that inserts a text.
    insert_str: fn(&mut S, usize, &str), "String", "String::insert_str";
    /// Sets the method that removes the character at an index.
    remove: fn(&mut S, usize) -> char, "String", "String::remove";
    /// Sets the method that keeps the characters that a closure accepts.
    retain: fn(&mut S, &mut dyn FnMut(char) -> bool), "String",
        "|text, keep| text.retain(keep)";
    /// Sets the method that drains a range. The function passes the iterator to
    /// [`Draining::apply`].
    drain: fn(&mut S, Span<'_>, Draining) -> String, "String",
        "|text, range, how| how.apply(text.drain(range))";
    /// Sets the method that replaces a range by a text.
    replace_range: fn(&mut S, Span<'_>, &str), "String",
        "|text, range, with| text.replace_range(range, with)";
    /// Sets the method that appends a range of the text itself.
    extend_from_within: fn(&mut S, Span<'_>), "String",
        "|text, range| text.extend_from_within(range)";
    /// Sets the method that removes the text from an index on and returns it.
    split_off: fn(&mut S, usize) -> S, "String", "String::split_off";
    /// Sets the method that returns the text as a `&mut str`.
    as_mut_str: fn(&mut S) -> &mut str, "String", "String::as_mut_str";
    /// Sets the method that returns a range of the text.
    slice: fn(&S, Span<'_>) -> S, "String",
        "|text, range| { use std::ops::RangeBounds; text[(range.start_bound().cloned(), range.end_bound().cloned())].into() }";
    /// Sets the method that repeats the text.
    repeat: fn(&S, usize) -> S, "String", "|text, times| text.repeat(times)";
    /// Sets the function that joins several texts.
    concat: fn(&[Fickle<'_>]) -> S, "String", "|texts| texts.iter().map(AsRef::<str>::as_ref).collect()";
    /// Sets the method that returns the length to which the text may grow without an allocation.
    capacity: fn(&S) -> usize, "String", "String::capacity";
    /// Sets the function that returns an empty text with room for a number of bytes.
    with_capacity: fn(usize) -> S, "String", "String::with_capacity";
    /// Sets the method that makes room for more bytes.
    reserve: fn(&mut S, usize), "String", "String::reserve";
    /// Sets the method that makes room for more bytes, and returns false if it cannot.
    try_reserve: fn(&mut S, usize) -> bool, "String",
        "|text, more| text.try_reserve(more).is_ok()";
    /// Sets the method that frees the capacity that the text does not need.
    shrink_to_fit: fn(&mut S), "String", "String::shrink_to_fit";
    /// Sets the method that appends a text, and returns false if it cannot.
    try_push_str: fn(&mut S, &str) -> bool, "String",
        "|text, more| { let room = text.try_reserve(more.len()).is_ok(); if room { text.push_str(more); } room }";
    /// Sets the function that copies a text, and returns `None` if memory runs out.
    try_from_str: fn(&str) -> Option<S>, "String",
        "|text| { let mut copy = String::new(); copy.try_reserve(text.len()).ok()?; copy.push_str(text); Some(copy) }";
    /// Sets the function that captures a value, and returns `None` if its `Display` returns an
    /// error or memory runs out.
    try_capture: fn(&dyn Display) -> Option<S>, "String",
        "|value| { use std::fmt::Write; let mut text = String::new(); write!(text, \"{value}\").ok()?; Some(text) }";
    /// Sets the function that makes a text from bytes, and returns `None` if they are not UTF-8.
    from_utf8: fn(&[u8]) -> Option<S>, "String",
        "|bytes| String::from_utf8(bytes.to_vec()).ok()";
    /// Sets the function that makes a text from bytes, with U+FFFD for invalid sequences.
    from_utf8_lossy: fn(&[u8]) -> S, "String",
        "|bytes| String::from_utf8_lossy(bytes).into_owned()";
    /// Sets the method that returns the number of bytes that the value has on the heap.
    heap_size: fn(&S) -> usize, "String", "|text| text.capacity()";
    /// Sets the method that returns true if the value holds its text inline.
    is_inline: fn(&S) -> bool, "String", "|_| false";
}

/// The subject of a type that does not implement `CapturedStr`: it declares nothing more.
pub trait NotCaptured<T> {
    /// Returns the subject as it is.
    #[allow(non_upper_case_globals)] // It has the name of the method.
    const captured: fn(Subject<T>) -> Subject<T> = |subject| subject;
}

impl<T> NotCaptured<T> for Probe<T> {}

#[cfg(feature = "string-kit")]
impl<T: CapturedStr> Probe<T> {
    /// The subject of a type that implements `CapturedStr`.
    #[allow(non_upper_case_globals)] // It has the name of the method.
    pub const captured: fn(Subject<T>) -> Subject<T> = Subject::captured;
}
