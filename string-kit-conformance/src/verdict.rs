//! The result of an examination.

use core::fmt;

/// The requirement of the laws about memory that a program with another allocator does not meet.
pub(super) const NO_ALLOCATOR: &str = "a CheckingAllocator as the global allocator";

/// The result of the examination of a type by a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every case had the result that the law requires.
    Kept,
    /// A case had another result. This is the smallest such case that the law found.
    Broken(Counterexample),
    /// The law has nothing to examine without this trait, method, declaration or allocator.
    Lacks(&'static str),
}

impl Verdict {
    /// Returns true if the type breaks the law.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Broken(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept => f.write_str("kept"),
            Self::Broken(counterexample) => write!(f, "broken: {counterexample}"),
            Self::Lacks(what) => write!(f, "lacks {what}"),
        }
    }
}

/// A case that breaks a law: the input, the result, and the result that the law requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    description: String,
    code: Option<String>,
}

impl Counterexample {
    /// Creates a counterexample from its description in one line.
    #[must_use]
    pub fn new(description: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            code: None,
        }
    }

    /// Adds the Rust code that repeats the case.
    pub(super) fn repeated_by(mut self, code: String) -> Self {
        self.code = Some(code);
        self
    }

    /// Returns Rust statements that repeat the case with the type under examination.
    ///
    /// They panic as long as the type breaks the law in this case. They compile where the names in
    /// the subject's declaration are in scope. For a type that is not `Send` or not `Sync`, a comment
    /// marks the line that does not compile.
    ///
    /// Returns `None` after a panic or a [`Violation`](crate::Violation) that the law did not expect,
    /// if a declaration is wrong, and for a case of [`model::run`](crate::model::run).
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

/// The reason why a law stopped early.
#[derive(Debug)]
pub(super) enum Stop {
    Lacks(&'static str),
    Broken(Counterexample),
}

/// The return type of a law's function.
pub(super) type Outcome = Result<(), Stop>;
