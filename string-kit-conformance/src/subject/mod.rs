//! A string type under examination.

mod methods;

use core::fmt;
#[cfg(feature = "string-kit")]
use core::fmt::Display;

#[cfg(feature = "string-kit")]
use string_kit::{CapturedStr, CloneCost};

use self::methods::Methods;
use crate::Law;
use crate::capture::{Capture, Captures};
use crate::examined::{Examined, Facts};
use crate::probe::{Probe, Probed};

/// A string type under examination: its name, its traits and its methods.
///
/// [`subject!`](crate::subject) makes one. It detects the traits and takes the names of the
/// methods. A method that has the name of a method of `String` must behave as that one does.
///
/// The methods that declare something take constant time, and may grow a list.
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
    facts: Facts,
    from_str: fn(&str) -> S,
    as_str: fn(&S) -> &str,
    methods: Methods<S>,
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
        probed: Probed,
    ) -> Self {
        Self {
            facts: Facts {
                name,
                sizes: [size_of::<S>(), size_of::<Option<S>>()],
                probed,
                captures: None,
                inline_capacity: None,
                shares: None,
                mutable: None,
                known: Vec::new(),
                skipped: Vec::new(),
                unexamined: None,
            },
            from_str,
            as_str,
            methods: Methods::default(),
        }
    }

    /// Sets the name of the type, instead of its path.
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        self.facts.name = name;
        self
    }

    /// Sets the length in bytes of the longest text that the type holds inline.
    #[must_use]
    pub fn inline_capacity(mut self, bytes: usize) -> Self {
        self.facts.inline_capacity = Some(bytes);
        self
    }

    /// Declares that clones of a long text share its bytes (true), or copy them (false).
    #[must_use]
    pub fn shares(mut self, shares: bool) -> Self {
        self.facts.shares = Some(shares);
        self
    }

    /// Declares that text can be appended to a value in place (true), or that it cannot (false).
    ///
    /// The law sees the traits that append, such as `fmt::Write` and `Extend`, and the methods that
    /// the subject names, such as `push_str`. It does not see a method that the subject does not
    /// name.
    #[must_use]
    pub fn mutable(mut self, mutable: bool) -> Self {
        self.facts.mutable = Some(mutable);
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
        self.facts.known.push((law, why));
        self
    }

    /// Declares that a law cannot run, with the reason. Its test passes, and prints the reason.
    ///
    /// Prefer [`known`](Self::known), which still examines the law.
    #[must_use]
    pub fn skip(mut self, law: Law, why: &'static str) -> Self {
        self.facts.skipped.push((law, why));
        self
    }

    /// Lists the laws that have nothing to examine, because the type lacks a method or a trait.
    ///
    /// [`assert`](Self::assert) fails if a law has nothing to examine and is not listed, and if it
    /// is listed and has something to examine: so a test fails if the type loses a trait. Without a
    /// list a law with nothing to examine passes.
    ///
    /// The laws about serde count only with the feature `serde`.
    #[must_use]
    pub fn unexamined(mut self, laws: &'static [Law]) -> Self {
        self.facts.unexamined = Some(laws);
        self
    }

    /// Returns the name of the type.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.facts.name
    }

    /// Returns the reason why the type breaks a law, if [`known`](Self::known) declares one.
    #[must_use]
    pub fn why_known(&self, law: Law) -> Option<&'static str> {
        self.facts.why_known(law)
    }
}

impl<S: 'static> Subject<S> {
    /// Sets the way in which the type captures values.
    ///
    /// [`subject!`](crate::subject) defines a `C` for `capture: |value| ...`.
    #[must_use]
    pub fn capture<C: Capture<S>>(mut self) -> Self {
        self.facts.captures = Some(Captures::new::<S, C>());
        self
    }

    /// Returns the subject without its type.
    pub(super) fn examined(&self) -> Examined<'_> {
        Examined {
            facts: &self.facts,
            functions: self,
        }
    }
}

#[cfg(feature = "string-kit")]
impl<S: CapturedStr> Subject<S> {
    /// Takes the profile, the capture, `heap_size` and `is_inline` from the trait.
    fn captured(mut self) -> Self {
        /// The trait's own capture.
        struct Captured;
        impl<S: CapturedStr> Capture<S> for Captured {
            fn capture<D: Display>(value: &D) -> S {
                S::capture(value)
            }
        }
        let facts = &mut self.facts;
        facts.name = S::PROFILE.name;
        facts.inline_capacity = Some(S::PROFILE.inline_capacity);
        facts.shares = Some(S::PROFILE.clone == CloneCost::Shares);
        facts.mutable = Some(S::PROFILE.mutable);
        self.capture::<Captured>()
            .try_capture(|value| S::try_capture(value).ok())
            .heap_size(S::heap_size)
            .is_inline(S::is_inline)
    }
}

impl<S> fmt::Debug for Subject<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("name", &self.facts.name)
            .field("known", &self.facts.known)
            .finish_non_exhaustive()
    }
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
