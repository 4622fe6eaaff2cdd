//! String types with a deliberate bug. Each must break the law that its bug is about.
//!
//! | file | contents |
//! | --- | --- |
//! | `table.rs` | every bug in words, its law, and the other laws that it must break |
//! | `text/`, `shared.rs`, `inline.rs` | types that are correct, except for the bug that the thread sets |
//! | `always_broken.rs` | types that always have their bug |
//! | `printed.rs` | the code that each counterexample prints, compiled and run |
//!
//! A bug affects only its own thread and the values that are made there, because the tests share a
//! process.

mod always_broken;
mod inline;
mod shared;
mod table;
mod text;

/// The code that the counterexamples print. By `include!` rustfmt leaves it as it is printed.
#[allow(clippy::all, clippy::pedantic, warnings)]
mod printed {
    include!("printed.rs");
}
