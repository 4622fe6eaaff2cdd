//! `ConcatStr` and `MeasuredConcatStr`: texts as handles of reference-counted nodes.

mod build;
mod form;
mod free;
mod handle;
mod impls;
mod make;
mod node;
#[cfg(all(test, not(loom)))]
mod tests;
mod text;
mod types;

pub use types::{ConcatStr, MeasuredConcatStr};
