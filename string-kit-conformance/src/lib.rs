//! The laws of a string type as tests for any string type, and allocators that watch the memory.
//!
//! ```
//! use std::borrow::Borrow;
//! use string_kit_conformance::{Law, subject};
//!
//! #[derive(PartialEq, Eq, Hash)]
//! struct Name(Vec<u8>);
//!
//! impl From<&str> for Name {
//!     fn from(text: &str) -> Self {
//!         Self(text.into())
//!     }
//! }
//! impl AsRef<str> for Name {
//!     fn as_ref(&self) -> &str {
//!         str::from_utf8(&self.0).unwrap()
//!     }
//! }
//! impl Borrow<str> for Name {
//!     fn borrow(&self) -> &str {
//!         self.as_ref()
//!     }
//! }
//!
//! // A Vec hashes its length and a str does not: a HashMap<Name, _> does not find its keys by &str.
//! let verdict = subject!(Name).examine(Law::HashIsStrs);
//! assert!(verdict.is_broken());
//! println!("{verdict}");
//! ```
//!
//! [`Law`] lists the laws, each with its reason and the known bugs of its kind in published crates. A
//! law examines a [`Subject`]: a type, its traits and its methods. It tries small cases first and stops
//! at the first that breaks it.
//!
//! # In your own crate
//!
//! Add `string-kit-conformance` to the `[dev-dependencies]`, and a file `tests/laws.rs`:
//!
//! ```
//! # use String as MyString;
//! use string_kit_conformance::{CheckingAllocator, conformance, subject};
//!
//! // The laws about memory need it.
//! #[global_allocator]
//! static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
//!
//! conformance! {
//!     my_string: subject!(MyString; push, push_str, pop, retain, drain)
//! }
//! ```
//!
//! [`conformance!`] defines a module with a test for each law. [`subject!`] detects the traits at
//! compile time (`Hash`, `Ord`, `Borrow<str>`, `fmt::Write`, `FromIterator` and so on) and takes the
//! names of the methods.
//!
//! | feature | effect |
//! | --- | --- |
//! | `serde` | the laws about `Serialize` and `Deserialize` |
//! | `string-kit` | `subject!(T as CapturedStr)`, and [`Conform`] for std's and string-kit's types |
//! | `arbitrary` | [`model`]'s actions as the input of a fuzz target |
//!
//! The default is none of them.
//!
//! # Laws that a type breaks
//!
//! - [`Subject::known`] declares a break with its reason. The test still examines the law, prints
//!   reason and counterexample (`cargo test -- --nocapture`), and fails once the type keeps the law.
//! - `skip law: "reason"` in [`conformance!`] is for a law that cannot run: the test is ignored, and
//!   the harness prints the reason.
//!
//! # Laws with nothing to examine
//!
//! A type without `retain` gives the law about `retain` nothing to examine. Its test passes, and says
//! so on standard error. A law about memory fails instead if the global allocator is no
//! [`CheckingAllocator`].
//!
//! Two declarations pin this, so that a lost trait is a failed test: [`Subject::lacks`] names the
//! traits that the type lacks, and [`Subject::unexamined`] the laws with nothing to examine. Start
//! with `.lacks(&[]).unexamined(&[])`; the tests that fail say what to add.
//!
//! # Allocators
//!
//! | global allocator | [`count`], [`with_budget`] | [`check`] | cost of a call |
//! | --- | --- | --- | --- |
//! | [`CountingAllocator`] | yes | finds nothing | some 10 instructions |
//! | [`CheckingAllocator`] | yes | yes | the bytes of the block, written and read |
//!
//! Both fail on demand: [`with_budget`] makes the nth allocation of a thread fail. Use the counting
//! allocator where a test asserts a number, and the checking one where unsafe code owns memory:
//!
//! ```
//! use string_kit_conformance::{CheckingAllocator, check, count, with_budget};
//!
//! #[global_allocator]
//! static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
//!
//! let (text, violations) = check(|| "tag".repeat(100));
//! assert_eq!(violations, []);
//! let ((), counts) = count(|| drop(text));
//! assert_eq!(counts.deallocations, 1);
//! assert!(with_budget(0, || String::new().try_reserve(1)).is_err());
//! ```
//!
//! # What this crate is not
//!
//! It does not find undefined behaviour that changes neither a text nor an allocation: run the same
//! tests under Miri, `AddressSanitizer` or Valgrind. It does not find races that four threads do not
//! meet: that takes loom. It does not test a failed allocation where the type cannot report one,
//! since the program would end.
//!
//! A panic during an examination prints nothing by itself; its message is part of the
//! counterexample. For that the first examination installs a panic hook, which is silent for the
//! examining thread and calls the earlier hook for all others.
//!
//! [`conformance!`]: macro@crate::conformance

mod allocator;
mod arbitrary;
mod capture;
#[macro_use]
mod law;
mod examine;
mod histories;
mod hostile;
mod laws;
mod macros;
pub mod model;
#[doc(hidden)]
pub mod probe;
mod subject;
#[cfg(feature = "string-kit")]
mod subjects;
pub mod texts;
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
pub use self::subject::{Conform, Subject};
pub use self::verdict::{Counterexample, Verdict};
#[cfg(feature = "string-kit")]
#[doc(hidden)]
pub use string_kit::CapturedStr;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
