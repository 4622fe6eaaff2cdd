//! The laws of string types as tests for your own type, and allocators that watch its memory.
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
//! // A Vec hashes its length and a str does not, so a HashMap<Name, _> finds no key by &str.
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
//! compile time (`Hash`, `Ord`, `Borrow<str>`, `fmt::Write`, `FromIterator` and so on) and takes
//! the names of the methods.
//!
//! | feature | adds |
//! | --- | --- |
//! | `serde` | the laws about `Serialize` and `Deserialize` |
//! | `string-kit` | [`subject!`] detects string-kit's `CapturedStr`; [`Conform`] for std's and string-kit's types |
//! | `arbitrary` | `Arbitrary` for the actions of [`model`], so that a fuzz target can generate them |
//!
//! No feature is on by default.
//!
//! # Laws that a type breaks
//!
//! - [`Subject::known`] declares that the type breaks a law, with the reason. The test still
//!   examines the law, prints the reason and the counterexample (`cargo test -- --nocapture`), and
//!   fails once the type keeps the law.
//! - `skip law: "reason"` in [`conformance!`] is for a law that cannot run: the test is ignored,
//!   and the harness prints the reason.
//!
//! # Laws with nothing to examine
//!
//! The law about `retain` has nothing to examine in a type without `retain`. Its test passes, and
//! says so on standard error. The test of a law about memory fails instead if the global allocator
//! is not a [`CheckingAllocator`].
//!
//! Two declarations make a test fail if the type loses a trait or a method: [`Subject::lacks`]
//! lists the traits that the type lacks, and [`Subject::unexamined`] the laws with nothing to
//! examine. Start with `.lacks(&[]).unexamined(&[])`: the tests that fail say what to add.
//!
//! # Allocators
//!
//! | global allocator | [`count`], [`with_budget`] | [`check`] | cost of a call |
//! | --- | --- | --- | --- |
//! | [`CountingAllocator`] | yes | finds nothing | about 10 instructions |
//! | [`CheckingAllocator`] | yes | yes | writes and reads all bytes of the block |
//!
//! Both fail on demand: [`with_budget`] makes the nth allocation of a thread fail. Use the counting
//! allocator where a test asserts a number, and the checking allocator where unsafe code owns
//! memory:
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
//! - It does not find undefined behaviour that changes neither a text nor an allocation: run the
//!   same tests under Miri, `AddressSanitizer` or Valgrind.
//! - It does not find data races that do not happen while four threads run the tests: use loom.
//! - It does not test a failed allocation in a type that cannot report one: the program would end.
//! - It shows one counterexample of a law at a time, because a law stops at its first.
//!
//! A panic during an examination prints nothing: its message becomes part of the counterexample. To
//! that end the first examination installs a panic hook. The hook is silent for the thread that
//! examines, and calls the earlier hook for all other threads.
//!
//! [`conformance!`]: macro@crate::conformance

// The code of a case is made once, after its law failed: the lines that make it need not be fast.
#![allow(clippy::format_push_string, clippy::format_collect)]

mod allocator;
mod arbitrary;
mod capture;
mod code;
#[macro_use]
mod law;
mod examine;
mod examined;
mod fixed;
mod histories;
mod hostile;
mod laws;
mod macros;
pub mod model;
mod op;
#[doc(hidden)]
pub mod probe;
mod slot;
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
#[doc(hidden)]
pub use self::subject::NotCaptured;
pub use self::subject::{Conform, Subject};
pub use self::verdict::{Counterexample, Verdict};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
