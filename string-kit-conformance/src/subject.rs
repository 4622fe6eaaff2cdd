//! A string type under examination: what it is called, and what it can do.

use core::fmt::{self, Display};

use crate::allocator::check;

use crate::capture::{Capture, Captures};
use crate::caught::caught;
use crate::hostile::{Draining, Fickle, Span};
use crate::known::Known;
use crate::probe::Probed;
use crate::verdict::{NO_ALLOCATOR, Stop};
use crate::{Counterexample, Law, Verdict};
#[cfg(feature = "string-kit")]
use string_kit::{CapturedStr, CloneCost};

/// A string type under examination: what it is called, and what it can do.
///
/// [`subject!`](crate::subject) makes one: it finds what the type implements by itself, and takes
/// the names of the methods that it has beside. A method of the same name as `String`'s must do as
/// `String`'s does.
///
/// ```
/// use string_kit_conformance::{Law, Verdict};
/// use string_kit_conformance::subject;
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
    pub(super) inline_capacity: Option<usize>,
    pub(super) shares: Option<bool>,
    known: Vec<Known>,
}

/// Build.
impl<S> Subject<S> {
    /// A type that can be made of a text and looked at, and what else it implements.
    ///
    /// For [`subject!`](crate::subject), which finds out the third.
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
            inline_capacity: None,
            shares: None,
            known: Vec::new(),
        }
    }

    /// Calls the type by another name than that of its path.
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

    /// The type captures values: `C` says how.
    ///
    /// [`subject!`](crate::subject) writes the `C` for `capture: |value| ...`.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict};
    /// use string_kit_conformance::subject;
    ///
    /// let subject = subject!(String; capture: |value| value.to_string());
    /// assert_eq!(subject.examine(Law::CaptureIsToString), Verdict::Kept);
    /// ```
    #[must_use]
    pub fn capture<C: Capture<S>>(mut self) -> Self {
        self.captures = Some(Captures::of::<C>());
        self
    }

    /// The longest text, in bytes, that the type keeps with no allocation.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict};
    /// use string_kit_conformance::subject;
    ///
    /// // What the program's allocator does not tell, no law can say.
    /// let verdict = subject!(String).inline_capacity(0).examine(Law::InlineIsFree);
    /// assert_eq!(verdict, Verdict::Lacks("CheckingAllocator as the program's"));
    /// ```
    #[must_use]
    pub fn inline_capacity(mut self, bytes: usize) -> Self {
        self.inline_capacity = Some(bytes);
        self
    }

    /// Whether clones of a long text share it.
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict};
    /// use string_kit_conformance::subject;
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

    /// The type breaks a law, and this is why.
    ///
    /// The law is examined all the same: once it is kept, [`assert`](Self::assert) fails, so that
    /// the line here can go. It is examined as far as the first case that breaks it: what else
    /// breaks it stays unseen until then.
    ///
    /// ```
    /// use string_kit_conformance::Law;
    /// use string_kit_conformance::subject;
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
}

#[cfg(feature = "string-kit")]
impl<S: CapturedStr> Subject<S> {
    /// Takes over what the trait tells: name, capacity, how it captures and what a clone costs.
    #[doc(hidden)]
    #[must_use]
    pub fn captured(mut self) -> Self {
        /// The trait's own way.
        struct Captured;
        impl<S: CapturedStr> Capture<S> for Captured {
            fn capture<D: Display>(value: &D) -> S {
                S::capture(value)
            }
        }
        self.name = S::PROFILE.name;
        self.inline_capacity = Some(S::PROFILE.inline_capacity);
        self.shares = Some(S::PROFILE.clone == CloneCost::Shares);
        self.capture::<Captured>()
            .try_capture(|value| S::try_capture(value).ok())
            .heap_size(S::heap_size)
    }
}

/// Examine.
impl<S> Subject<S> {
    /// What the type is called.
    ///
    /// ```
    /// assert_eq!(string_kit_conformance::subject!(String).name(), "String");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Examines the type by a law: milliseconds in an optimised build, up to seconds in a debug one.
    ///
    /// A panic of the type's, where the law expects none, breaks the law. So does a block that is
    /// freed by a wrong layout, or written to outside its bounds, on the way, unless the type is
    /// known to break [`Law::AllocationLayouts`].
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict};
    /// use string_kit_conformance::subject;
    ///
    /// assert_eq!(subject!(String).examine(Law::OrderIsStrs), Verdict::Kept);
    /// ```
    #[must_use]
    pub fn examine(&self, law: Law) -> Verdict {
        let (result, violations) = check(|| caught(|| law.apply(self)));
        let verdict = match result {
            Ok(Ok(())) => Verdict::Kept,
            Ok(Err(Stop::Lacks(what))) => Verdict::Lacks(what),
            Ok(Err(Stop::Broken(counterexample))) => Verdict::Broken(counterexample),
            Err(message) => Verdict::Broken(Counterexample::new(format!("a panic: {message}"))),
        };
        match violations.first() {
            Some(violation)
                if !verdict.is_broken() && self.why_known(Law::AllocationLayouts).is_none() =>
            {
                Verdict::Broken(Counterexample::new(format!("on the way: {violation}")))
            }
            _ => verdict,
        }
    }

    /// Why the type is known to break a law, if it is.
    ///
    /// ```
    /// use string_kit_conformance::Law;
    /// use string_kit_conformance::subject;
    ///
    /// assert_eq!(subject!(String).why_known(Law::OptionIsFree), None);
    /// ```
    #[must_use]
    pub fn why_known(&self, law: Law) -> Option<&'static str> {
        let known = self.known.iter().find(|known| known.law == law)?;
        Some(known.why)
    }

    /// Examines the type by a law, for a test. Prints a law that is known to be broken, with its
    /// counterexample, and one that has nothing to examine.
    ///
    /// # Panics
    ///
    /// If the law is broken and not [`known`](Self::known) to be; if it is known to be and is not;
    /// or if it asks for a [`CheckingAllocator`](super::CheckingAllocator), and the program has none.
    ///
    /// ```
    /// use string_kit_conformance::Law;
    ///
    /// string_kit_conformance::subject!(String).assert(Law::EqualityIsStrs);
    /// ```
    #[track_caller]
    pub fn assert(&self, law: Law) {
        let (name, verdict) = (self.name, self.examine(law));
        match (&verdict, self.why_known(law)) {
            (Verdict::Kept, None) => {}
            (Verdict::Lacks(what), None) if *what == NO_ALLOCATOR => panic!(
                "{name}: {} cannot be seen without {what}: declare it by #[global_allocator], or \
                 skip the law",
                law.name()
            ),
            (Verdict::Lacks(what), None) => println!("{name} lacks {what}"),
            (Verdict::Broken(case), Some(why)) => println!("{name}, known: {why}: {case}"),
            (Verdict::Broken(case), None) => {
                panic!("{name} breaks {}: {case}\n{}", law.name(), law.why())
            }
            (Verdict::Kept, Some(why)) => {
                panic!("{name} does not break {} any more: {why}", law.name())
            }
            (Verdict::Lacks(what), Some(why)) => {
                panic!(
                    "{name} lacks {what}, and so does not break {}: {why}",
                    law.name()
                )
            }
        }
    }
}

impl<S> Subject<S> {
    /// A value of the type, with this text, made as the subject says that it is made.
    ///
    /// Costs what that costs.
    ///
    /// ```
    /// assert_eq!(string_kit_conformance::subject!(String).of("tag"), "tag");
    /// ```
    #[must_use]
    pub fn of(&self, text: &str) -> S {
        (self.from_str)(text)
    }

    /// The text, looked at as bytes that may be anything.
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

/// Defines the methods that a type may have: a field of [`Methods`], and a method of [`Subject`]
/// that sets it.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $name:ident: $function:ty, $ty:literal, $example:literal;)*) => {
        /// The methods that the type has, as functions.
        pub(super) struct Methods<S> {
            $(pub(super) $name: Option<$function>,)*
        }

        impl<S> Default for Methods<S> {
            fn default() -> Self {
                Self { $($name: None,)* }
            }
        }

        /// What the type can do. [`subject!`](crate::subject) takes the names alone where a method
        /// is called as here.
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
    /// Appends a character.
    push: fn(&mut S, char), "String", "String::push";
    /// Appends a text.
    push_str: fn(&mut S, &str), "String", "String::push_str";
    /// Takes the last character.
    pop: fn(&mut S) -> Option<char>, "String", "String::pop";
    /// Cuts the text.
    truncate: fn(&mut S, usize), "String", "String::truncate";
    /// Takes all text.
    clear: fn(&mut S), "String", "String::clear";
    /// Inserts a character.
    insert: fn(&mut S, usize, char), "String", "String::insert";
    /// Inserts a text.
    insert_str: fn(&mut S, usize, &str), "String", "String::insert_str";
    /// Takes the character at a place.
    remove: fn(&mut S, usize) -> char, "String", "String::remove";
    /// Keeps the characters that a closure wants.
    retain: fn(&mut S, &mut dyn FnMut(char) -> bool), "String",
        "|text, keep| text.retain(keep)";
    /// Takes a range out, as an iterator that [`Draining`] uses up.
    drain: fn(&mut S, Span<'_>, Draining) -> String, "String",
        "|text, range, how| how.apply(text.drain(range))";
    /// Puts a text in the place of a range.
    replace_range: fn(&mut S, Span<'_>, &str), "String",
        "|text, range, with| text.replace_range(range, with)";
    /// Appends a range of the text itself.
    extend_from_within: fn(&mut S, Span<'_>), "String",
        "|text, range| text.extend_from_within(range)";
    /// Takes the text from a place on.
    split_off: fn(&mut S, usize) -> S, "String", "String::split_off";
    /// The text, to change in place.
    as_mut_str: fn(&mut S) -> &mut str, "String", "String::as_mut_str";
    /// The text of a range.
    slice: fn(&S, Span<'_>) -> S, "String",
        "|text, range| { use std::ops::RangeBounds; text[(range.start_bound().cloned(), range.end_bound().cloned())].into() }";
    /// The text so many times.
    repeat: fn(&S, usize) -> S, "String", "|text, times| text.repeat(times)";
    /// Several texts in one.
    concat: fn(&[Fickle<'_>]) -> S, "String", "|texts| texts.iter().map(AsRef::<str>::as_ref).collect()";
    /// How long the text may grow where it is.
    capacity: fn(&S) -> usize, "String", "String::capacity";
    /// An empty text with room for so many bytes.
    with_capacity: fn(usize) -> S, "String", "String::with_capacity";
    /// Makes room for so many bytes more.
    reserve: fn(&mut S, usize), "String", "String::reserve";
    /// Makes room for so many bytes more; whether it could.
    try_reserve: fn(&mut S, usize) -> bool, "String",
        "|text, more| text.try_reserve(more).is_ok()";
    /// Gives back the room that the text does not need.
    shrink_to_fit: fn(&mut S), "String", "String::shrink_to_fit";
    /// Appends a text; whether it could.
    try_push_str: fn(&mut S, &str) -> bool, "String",
        "|text, more| { let room = text.try_reserve(more.len()).is_ok(); if room { text.push_str(more); } room }";
    /// Copies a text, if there is memory.
    try_from_str: fn(&str) -> Option<S>, "String",
        "|text| string_kit::CapturedStr::try_from_text(text).ok()";
    /// Captures a value, if its `Display` gives no error and there is memory.
    try_capture: fn(&dyn Display) -> Option<S>, "String",
        "|value| string_kit::CapturedStr::try_capture(value).ok()";
    /// A text of bytes, if they are UTF-8.
    from_utf8: fn(&[u8]) -> Option<S>, "String",
        "|bytes| String::from_utf8(bytes.to_vec()).ok()";
    /// A text of bytes, with U+FFFD for what is no UTF-8.
    from_utf8_lossy: fn(&[u8]) -> S, "String",
        "|bytes| String::from_utf8_lossy(bytes).into_owned()";
    /// The bytes asked of the allocator for the text.
    heap_size: fn(&S) -> usize, "String", "|text| text.capacity()";
}
