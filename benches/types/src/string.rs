//! The traits of the string types: of all, of string-kit's representations, and of those whose
//! clones are measured.

use std::fmt::{Display, Write};

use string_kit::{CapturedStr, CloneCost};
#[cfg(all(feature = "laws", feature = "rivals"))]
use string_kit_conformance::Subject;

use crate::Facts;

/// A string type: a value owns its text.
pub trait StringType: Sized + 'static {
    const FACTS: Facts;

    fn make(text: &str) -> Self;

    fn text(&self) -> &str;
}

/// A string type that implements string-kit's trait.
pub trait Representation: CapturedStr {
    const FACTS: Facts;

    /// Captures a value as the type's own crate does, at that crate's cost.
    ///
    /// By default, for crates without a capture, converts the result of `to_string`. Some crates
    /// capture numbers in a faster way, whose text is not always that of `to_string`. They need to
    /// see the type of the value, which a `&dyn Display` hides, so this method does not use that
    /// way: `compact_str`, `lean_string` and `char_str` write 1.0 as `1.0`, and 1e16 as `1e16`.
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

impl<S: Representation> StringType for S {
    const FACTS: Facts = S::FACTS;

    fn make(text: &str) -> Self {
        S::from_text(text)
    }

    fn text(&self) -> &str {
        self.as_str()
    }
}

/// Writes a value into an empty string, whose type implements `fmt::Write`.
pub(crate) fn written<S: Default + Write, D: Display + ?Sized>(value: &D) -> S {
    let mut captured = S::default();
    write!(captured, "{value}").expect("a Display implementation returned an error");
    captured
}

/// Adds the facts of a type that is no representation to its subject.
#[cfg(all(feature = "laws", feature = "rivals"))]
pub(crate) fn declared<S: StringType>(subject: Subject<S>) -> Subject<S> {
    let facts = S::FACTS;
    let named = subject.named(facts.name);
    named
        .inline_capacity(facts.inline)
        .shares(facts.shares_clones)
}

/// A type whose clones are measured.
pub trait Cloned: StringType + Clone {
    /// Returns the bytes of a value on the heap.
    fn heap_bytes(&self) -> usize;

    /// Returns the bytes on the heap of a clone alone; 0 if it shares those of the first.
    fn clone_bytes(&self) -> usize {
        0
    }
}

impl<S: Representation> Cloned for S {
    fn heap_bytes(&self) -> usize {
        self.heap_size()
    }

    fn clone_bytes(&self) -> usize {
        let shares = S::PROFILE.clone == CloneCost::Shares || self.is_inline();
        if shares { 0 } else { self.heap_size() }
    }
}
