//! Two global allocators for tests of string types: both count what each thread asks and refuse on
//! demand, and one checks every block as well.
//!
//! | allocator | [`count`], [`with_budget`] | [`check`] | cost of a call |
//! | --- | --- | --- | --- |
//! | [`CountingAllocator`] | yes | sees nothing | some 10 instructions |
//! | [`CheckingAllocator`] | yes | yes | as many bytes as the block has, written and read |
//!
//! Count where a number is asserted or reported:
//!
//! ```
//! use string_kit_conformance::{CountingAllocator, count};
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator::new();
//!
//! let (text, counts) = count(|| String::from("tag"));
//! assert_eq!((counts.allocations, counts.live_bytes), (1, 3));
//! # drop(text);
//! ```
//!
//! Check where unsafe code owns memory:
//!
//! ```
//! use string_kit_conformance::{CheckingAllocator, check};
//!
//! #[global_allocator]
//! static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
//!
//! let (text, violations) = check(|| "tag".repeat(100));
//! assert_eq!(violations, []);
//! # drop(text);
//! ```
//!
//! What this is not: neither sees a read past the end, a leak, or memory that was never written.
//! The checking allocator makes such reads show as bytes that no UTF-8 has, and [`count`] shows a
//! leak as live bytes; Miri, Valgrind and the sanitizers see more, and take longer.

mod budget;
mod checking;
mod counting;
mod counts;
mod metered;
mod probe;

pub use budget::with_budget;
pub use checking::{Call, CheckingAllocator, Violation, check};
pub use counting::CountingAllocator;
pub use counts::{Counts, count};
pub use probe::{is_checking, is_counting};
