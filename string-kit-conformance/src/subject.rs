//! A string type under examination.

use core::fmt::{self, Display};

#[cfg(feature = "string-kit")]
use string_kit::{CapturedStr, CloneCost};

use crate::Law;
use crate::capture::{Capture, Captures};
use crate::examined::{Examined, Facts, Functions, Make};
use crate::hostile::{Draining, Fickle, Span};
use crate::op::{Given, Op, retained};
use crate::probe::{Probe, Probed};
use crate::slot::{Slot, Value, get, get_mut};

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

    pub(crate) fn examined(&self) -> Examined<'_> {
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

/// Defines the methods that a type may have: a field of [`Methods`] and a setter of [`Subject`] for
/// each.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $name:ident: $function:ty;)*) => {
        /// The methods of the type, as functions.
        struct Methods<S> {
            $($name: Option<$function>,)*
        }

        impl<S> Methods<S> {
            fn has(&self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name.is_some(),)*
                    _ => false,
                }
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
                #[doc = concat!("Sets the method `", stringify!($name), "`.")]
                $(#[doc = $doc])*
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
    push: fn(&mut S, char);
    push_str: fn(&mut S, &str);
    pop: fn(&mut S) -> Option<char>;
    truncate: fn(&mut S, usize);
    clear: fn(&mut S);
    insert: fn(&mut S, usize, char);
    insert_str: fn(&mut S, usize, &str);
    remove: fn(&mut S, usize) -> char;
    retain: fn(&mut S, &mut dyn FnMut(char) -> bool);
    /// It drains a range, and passes the iterator to [`Draining::apply`].
    drain: fn(&mut S, Span<'_>, Draining) -> String;
    replace_range: fn(&mut S, Span<'_>, &str);
    extend_from_within: fn(&mut S, Span<'_>);
    split_off: fn(&mut S, usize) -> S;
    as_mut_str: fn(&mut S) -> &mut str;
    /// It returns a range of the text.
    slice: fn(&S, Span<'_>) -> S;
    repeat: fn(&S, usize) -> S;
    /// It joins several texts.
    concat: fn(&[Fickle<'_>]) -> S;
    capacity: fn(&S) -> usize;
    with_capacity: fn(usize) -> S;
    reserve: fn(&mut S, usize);
    /// It returns false if it cannot make room.
    try_reserve: fn(&mut S, usize) -> bool;
    shrink_to_fit: fn(&mut S);
    /// It appends a text, and returns false if it cannot.
    try_push_str: fn(&mut S, &str) -> bool;
    /// It copies a text, and returns `None` if memory runs out.
    try_from_str: fn(&str) -> Option<S>;
    /// It captures a value, and returns `None` if its `Display` returns an error or memory runs
    /// out.
    try_capture: fn(&dyn Display) -> Option<S>;
    /// It makes a text from bytes, and returns `None` if they are not UTF-8.
    from_utf8: fn(&[u8]) -> Option<S>;
    /// It makes a text from bytes, with U+FFFD for invalid sequences.
    from_utf8_lossy: fn(&[u8]) -> S;
    /// It returns the number of bytes that the value has on the heap.
    heap_size: fn(&S) -> usize;
    /// It returns true if the value holds its text inline.
    is_inline: fn(&S) -> bool;
}

impl<S: 'static> Functions for Subject<S> {
    fn value(&self, text: &str) -> Value {
        Value::new((self.from_str)(text))
    }

    fn as_str<'v>(&self, value: &'v dyn Slot) -> &'v str {
        (self.as_str)(get(value))
    }

    fn has(&self, method: &str) -> bool {
        self.methods.has(method)
    }

    #[allow(clippy::unit_arg)] // Most methods return nothing.
    fn apply(&self, value: &mut dyn Slot, op: &Op) -> Option<Given> {
        let (methods, text) = (&self.methods, get_mut::<S>(value));
        Some(match op {
            Op::Push(c) => (methods.push?)(text, *c).into(),
            Op::PushEach(more) => {
                let push = methods.push?;
                more.chars().for_each(|c| push(text, c)).into()
            }
            Op::PushStr(more) => (methods.push_str?)(text, more).into(),
            Op::TryPushStr(more) => (methods.try_push_str?)(text, more).into(),
            Op::Pop => (methods.pop?)(text).into(),
            Op::PopTimes(times) => {
                let pop = methods.pop?;
                (0..*times).for_each(|_| _ = pop(text)).into()
            }
            Op::Remove(at) => (methods.remove?)(text, *at).into(),
            Op::Insert(at, c) => (methods.insert?)(text, *at, *c).into(),
            Op::InsertStr(at, more) => (methods.insert_str?)(text, *at, more).into(),
            Op::Truncate(len) => (methods.truncate?)(text, *len).into(),
            Op::Clear => (methods.clear?)(text).into(),
            Op::Retain(bits, panics_at) => {
                let retain = methods.retain?;
                retained(*bits, *panics_at, |keep| retain(text, keep)).into()
            }
            Op::Drain(answers, how) => (methods.drain?)(text, answers.span(), *how).into(),
            Op::ReplaceRange(answers, with) => {
                (methods.replace_range?)(text, answers.span(), with).into()
            }
            Op::ExtendFromWithin(answers) => {
                (methods.extend_from_within?)(text, answers.span()).into()
            }
            Op::SplitOff(at) => Value::new((methods.split_off?)(text, *at)).into(),
            Op::CutOff(at) => drop((methods.split_off?)(text, *at)).into(),
            Op::Slice(answers) => Value::new((methods.slice?)(text, answers.span())).into(),
            Op::Repeat(times) => Value::new((methods.repeat?)(text, *times)).into(),
            Op::Reserve(more) => (methods.reserve?)(text, *more).into(),
            Op::TryReserve(more) => (methods.try_reserve?)(text, *more).into(),
            Op::ShrinkToFit => (methods.shrink_to_fit?)(text).into(),
            Op::Uppercase => (methods.as_mut_str?)(text).make_ascii_uppercase().into(),
            Op::Capacity => (methods.capacity?)(text).into(),
            Op::HeapSize => (methods.heap_size?)(text).into(),
            Op::IsInline => (methods.is_inline?)(text).into(),
            // The other operations are of traits.
            _ => return None,
        })
    }

    fn make(&self, make: Make<'_>) -> Option<Value> {
        let methods = &self.methods;
        let text = match make {
            Make::WithCapacity(room) => (methods.with_capacity?)(room),
            Make::FromUtf8(bytes) => (methods.from_utf8?)(bytes)?,
            Make::FromUtf8Lossy(bytes) => (methods.from_utf8_lossy?)(bytes),
            Make::Concat(texts) => (methods.concat?)(texts),
            Make::TryFromStr(text) => (methods.try_from_str?)(text)?,
            Make::TryCapture(value) => (methods.try_capture?)(value)?,
        };
        Some(Value::new(text))
    }
}
