//! String types with a deliberate bug: each must break the law that its bug is about.
//!
//! | file | contents |
//! | --- | --- |
//! | `table.rs` | every bug in words, its law, and the other laws that it must break |
//! | `text/`, `shared.rs`, `inline.rs` | types that are correct except for the bug of this thread |
//! | `always_broken.rs` | types that always have their bug |
//!
//! A bug affects its own thread and the values made there alone, since the tests share a process.

mod always_broken;
mod inline;
mod shared;
mod table;
mod text;
