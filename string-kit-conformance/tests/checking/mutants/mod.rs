//! String types that are broken on purpose: the suite must fail each by the law of its bug.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `table.rs` | every bug in words, its law, and the laws that it cannot help breaking too |
//! | `text/`, `shared.rs`, `inline.rs` | the types, right but for the bug that they have in this thread |
//! | `no_niche.rs`, `not_send.rs` | types that always have theirs |
//! | `parts.rs` | types that have a part of what a law is about: the law is about that part |
//! | `kit.rs` | the surface of the suite: verdicts, macros, messages |
//!
//! No bug reaches beyond its own thread, or the values made there: the tests share a process.
#![cfg(all(feature = "conformance", feature = "serde"))]
#![allow(missing_docs)]

mod inline;
mod kit;
mod no_niche;
mod not_send;
mod parts;
mod shared;
mod table;
mod text;

use string_kit_conformance::CheckingAllocator;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
