//! The laws that a string type must keep, as a suite for any string type.

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
mod texts;
#[doc(hidden)]
pub mod threads;
mod values;
mod verdict;

pub use self::capture::Capture;
pub use self::hostile::{Draining, Fickle, Span};
pub use self::law::Law;
#[doc(hidden)]
pub use self::law::by_name;
pub use self::model::{Action, Creation};
pub use self::subject::Subject;
pub use self::verdict::{Counterexample, Verdict};
pub use string_kit_alloc::CheckingAllocator;

/// A type that brings its own subject: what it is called, and what it can do.
///
/// Every [representation](crate::repr) has one.
///
/// ```
/// use string_kit::conformance::{Conform, Law};
///
/// <Box<str>>::subject().assert(Law::RoundTrips);
/// ```
pub trait Conform: Sized {
    /// The subject.
    ///
    /// ```
    /// use string_kit::conformance::Conform;
    ///
    /// assert_eq!(<Box<str>>::subject().name(), "Box<str>");
    /// ```
    #[must_use]
    fn subject() -> Subject<Self>;
}
