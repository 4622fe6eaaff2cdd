//! A case of a law: what the law does with the type, in code and in words.

use core::fmt;

use super::code::literal;
use super::examined::Examined;
use super::slot::Slot;
use super::verdict::{Counterexample, Outcome, Stop};

/// A case: the subject, the code that makes its values, in the form of
/// [`Source::code`](super::code::Source::code), and what was made in words.
///
/// PERF: the function is called only for a broken law.
#[derive(Clone, Copy)]
pub(super) struct Case<'a>(
    pub(super) Examined<'a>,
    pub(super) &'a dyn Fn() -> String,
    pub(super) fmt::Arguments<'a>,
);

impl Case<'_> {
    /// Returns the counterexample with a problem in words. `check` is the code that fails.
    pub(super) fn broken(&self, check: &str, problem: fmt::Arguments<'_>) -> Stop {
        let Self(subject, made, what) = self;
        let code = subject.source.code(&(made() + check));
        let case = Counterexample::new(format!("{what} {problem}"));
        Stop::Broken(case.repeated_by(code))
    }

    /// Ends the law unless the value `s` has this text.
    pub(super) fn has_text(&self, value: &dyn Slot, text: &str) -> Outcome {
        let subject = self.0;
        ensure!(
            self,
            subject.bytes(value) == text.as_bytes(),
            ("{}", text_check("s", text)),
            "is {:?}, not {text:?}",
            subject.lossy(value)
        );
        Ok(())
    }
}

/// Returns the code that checks the text of the variable `s`.
pub(super) fn text_check(s: &str, text: &str) -> String {
    format!("assert_eq!(@text({s}), {});\n", literal(text))
}

/// Ends the law with a counterexample unless a condition holds. The code in parentheses checks the
/// condition, and the rest is the problem in words.
macro_rules! ensure {
    ($case:expr, $holds:expr, ($($check:tt)+), $($problem:tt)+) => {
        if !$holds {
            let check = ::std::format!($($check)+);
            return Err($case.broken(&check, ::core::format_args!($($problem)+)));
        }
    };
}
pub(super) use ensure;
