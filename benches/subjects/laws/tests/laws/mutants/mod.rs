//! String types with a deliberate bug. Each must break the law that its bug is about.
//!
//! | file | contents |
//! | --- | --- |
//! | `table.rs` | every bug in words, its law, and the other laws that it must break |
//! | `text/`, `shared.rs`, `inline.rs` | types that are correct, except for the bug that the thread sets |
//! | `always_broken.rs` | types that always have their bug |
//! | `repeats.rs`, `printed.rs` | the code that the laws print for some bugs, compared and run |
//!
//! A bug affects only its own thread and the values that are made there, because the tests share a
//! process.

mod always_broken;
mod inline;
#[rustfmt::skip] // It is code as the laws print it.
mod printed;
mod repeats;
mod shared;
mod table;
mod text;
