//! The result of an examination.

use core::fmt;

use crate::action::{Action, Creation};

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
///
/// Laws try the same cases in each run, so examining the type again repeats the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    description: String,
    edits: Option<(Creation, Vec<Action>)>,
}

impl Counterexample {
    /// Creates a counterexample from its description in one line.
    #[must_use]
    pub fn new(description: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            edits: None,
        }
    }

    /// Creates a counterexample of [`Law::EditsAsStringDoes`](crate::Law::EditsAsStringDoes).
    pub(super) fn of_edits(problem: &str, creation: Creation, actions: Vec<Action>) -> Self {
        Self {
            description: format!("{problem}; made by {creation:?}, then {actions:?}"),
            edits: Some((creation, actions)),
        }
    }

    /// Returns the creation and the actions with which [`model::replay`](crate::model::replay)
    /// repeats a case of [`Law::EditsAsStringDoes`](crate::Law::EditsAsStringDoes).
    #[must_use]
    pub fn edits(&self) -> Option<(&Creation, &[Action])> {
        let (creation, actions) = self.edits.as_ref()?;
        Some((creation, actions))
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

impl Stop {
    pub(super) fn broken(words: fmt::Arguments<'_>) -> Self {
        Self::Broken(Counterexample::new(words.to_string()))
    }
}

/// Ends the law with a counterexample in words unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err($crate::verdict::Stop::broken(::core::format_args!($($words)+)));
        }
    };
}
pub(super) use ensure;

/// The return type of a law's function.
pub(super) type Outcome = Result<(), Stop>;
