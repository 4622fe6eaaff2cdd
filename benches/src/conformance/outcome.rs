//! What a law came to, as it is told from one process to another and to programs.

use serde::{Deserialize, Serialize};
use string_kit_conformance::Verdict;

/// What a law came to.
///
/// ```
/// use string_kit_conformance::Verdict;
/// use string_kit_benches::conformance::Outcome;
///
/// assert_eq!(Outcome::from(Verdict::Lacks("Hash")), Outcome::Lacks("Hash".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "told", rename_all = "snake_case")]
pub enum Outcome {
    /// Every case that was tried came out as the law says.
    Kept,
    /// A case did not: this one.
    Broken(String),
    /// The process ended, or had to be ended, and this is all that it left.
    Crashed(String),
    /// The type does not have this, which the law is about.
    Lacks(String),
}

impl Outcome {
    /// What went against the law, if something did.
    ///
    /// ```
    /// use string_kit_benches::conformance::Outcome;
    ///
    /// assert_eq!(Outcome::Kept.case(), None);
    /// assert_eq!(Outcome::Broken("2 is 3".to_owned()).case().unwrap(), "2 is 3");
    /// ```
    #[must_use]
    pub fn case(&self) -> Option<&str> {
        match self {
            Self::Broken(case) | Self::Crashed(case) => Some(case),
            Self::Kept | Self::Lacks(_) => None,
        }
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Kept => Self::Kept,
            Verdict::Broken(counterexample) => Self::Broken(counterexample.to_string()),
            Verdict::Lacks(what) => Self::Lacks(what.to_owned()),
        }
    }
}
