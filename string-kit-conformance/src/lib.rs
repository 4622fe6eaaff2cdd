//! The laws that a string type must keep, as a suite for any string type.
//!
//! [`Law`] is the list: each says why it matters and where it was broken. A law examines a
//! [`Subject`], which is a type, what it implements, and the methods that it has; it goes through its
//! cases from the least on, and stops at the first that is not as it says.
//!
//! # In a crate of your own
//!
//! `string-kit` with the feature `conformance` (and `serde`, for the laws about serde) among the
//! `[dev-dependencies]`, and a file of tests:
//!
//! ```
//! # macro_rules! in_a_test_crate { ($($tokens:tt)*) => {} }
//! # in_a_test_crate! {
//! use string_kit_conformance::CheckingAllocator;
//! use string_kit_conformance::subject;
//!
//! // For the laws about memory: it verifies layouts, poisons, keeps red zones, counts and refuses.
//! #[global_allocator]
//! static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
//!
//! string_kit_conformance::conformance! {
//!     my_string: subject!(MyString; push, push_str, pop, retain, drain, capture: |value| {
//!         my_format!("{value}")
//!     })
//! }
//! # }
//! ```
//!
//! That is a module with a test for each law. What the type implements ([`Hash`], [`Ord`],
//! `Borrow<str>`, [`fmt::Write`](core::fmt::Write), [`FromIterator`], serde's traits, and so on) is
//! found at compile time; of methods [`subject!`](crate::subject) takes the names. A law that is
//! about something which the type does not have has nothing to examine, and passes; one about memory
//! fails where the program has no [`CheckingAllocator`].
//!
//! # A law that a type breaks on purpose, or for now
//!
//! - [`Subject::known`], with the reason: the law is examined all the same, and the test fails once
//!   it is kept, so that the line goes when the reason has gone. The test prints reason and
//!   counterexample (`cargo test -- --nocapture`).
//! - `skip law: "reason"` in [`conformance!`](macro@crate::conformance), for one that cannot be run: the
//!   test is ignored, and the harness prints the reason.
//!
//! # What it cannot see
//!
//! Undefined behaviour that changes no text and no allocation: run the same tests under Miri,
//! `AddressSanitizer` or valgrind. Races that four threads do not meet: that takes loom. And an
//! allocation that fails where a type cannot report it, since the program ends there.
//!
//! And what comes after the first case that breaks a law: a law stops there, that of a known break,
//! too.
//!
//! When a panic ends a law, its message is printed as part of the counterexample alone: the suite
//! installs a panic hook that is silent for the thread that examines.

mod allocator;
mod arbitrary;
mod capture;
mod caught;
#[doc(hidden)]
pub mod given;
mod histories;
mod hostile;
mod known;
mod law;
mod laws;
mod macros;
pub mod model;
#[doc(hidden)]
pub mod probe;
mod subject;
#[cfg(feature = "string-kit")]
mod subjects;
pub mod texts;
#[doc(hidden)]
pub mod threads;
pub mod values;
mod verdict;

pub use self::allocator::{
    Call, CheckingAllocator, CountingAllocator, Counts, Violation, check, count, is_checking,
    is_counting, with_budget,
};
pub use self::capture::Capture;
pub use self::hostile::{Draining, Fickle, Span};
pub use self::law::Law;
#[doc(hidden)]
pub use self::law::by_name;
pub use self::model::{Action, Creation};
pub use self::subject::Subject;
pub use self::verdict::{Counterexample, Verdict};
#[cfg(feature = "string-kit")]
#[doc(hidden)]
pub use string_kit::CapturedStr;

/// A type that brings its own subject: what it is called, and what it can do.
///
/// Every [representation](crate::repr) has one.
///
/// ```
/// use string_kit_conformance::{Conform, Law};
///
/// <Box<str>>::subject().assert(Law::RoundTrips);
/// ```
pub trait Conform: Sized {
    /// The subject.
    ///
    /// ```
    /// use string_kit_conformance::Conform;
    ///
    /// assert_eq!(<Box<str>>::subject().name(), "Box<str>");
    /// ```
    #[must_use]
    fn subject() -> Subject<Self>;
}
