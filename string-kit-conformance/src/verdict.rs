//! What an examination comes to.

use core::fmt;

/// What the laws about memory lack in a program with another allocator.
pub(super) const NO_ALLOCATOR: &str = "CheckingAllocator as the program's";

/// What came of the examination of a type by a law.
///
/// ```
/// use string_kit_conformance::{Law, Verdict};
/// use string_kit_conformance::subject;
///
/// assert_eq!(subject!(String).examine(Law::HashIsStrs), Verdict::Kept);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every case that was tried came out as the law says.
    Kept,
    /// A case did not: the smallest that was found.
    Broken(Counterexample),
    /// The type does not have what the law is about.
    Lacks(&'static str),
}

impl Verdict {
    /// Whether the law is broken.
    ///
    /// ```
    /// use string_kit_conformance::Verdict;
    ///
    /// assert!(!Verdict::Lacks("Hash").is_broken());
    /// ```
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

/// What was done, what came of it, and what should have.
///
/// ```
/// use string_kit_conformance::Counterexample;
///
/// let case = Counterexample::new("len of \"é\" is 1, not 2");
/// assert_eq!(case.to_string(), "len of \"é\" is 1, not 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample(String);

impl Counterexample {
    /// A case, told in one line.
    ///
    /// ```
    /// use string_kit_conformance::Counterexample;
    ///
    /// assert_eq!(Counterexample::new("case").to_string(), "case");
    /// ```
    #[must_use]
    pub fn new(told: impl Into<String>) -> Self {
        Self(told.into())
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a law stops before its end.
#[derive(Debug)]
pub(super) enum Stop {
    Lacks(&'static str),
    Broken(Counterexample),
}

impl From<Counterexample> for Stop {
    fn from(counterexample: Counterexample) -> Self {
        Self::Broken(counterexample)
    }
}

/// What a law's function returns.
pub(super) type Outcome = Result<(), Stop>;

/// Ends the law with a counterexample unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($told:tt)+) => {
        if !$holds {
            return Err($crate::Counterexample::new(::std::format!($($told)+)).into());
        }
    };
}
pub(super) use ensure;
