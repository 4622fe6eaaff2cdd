//! `ConcatStr` and `MeasuredConcatStr`: texts as handles of reference-counted nodes.

mod build;
mod form;
mod free;
mod handle;
mod make;
mod node;
mod text;
mod types;

pub use types::{ConcatStr, MeasuredConcatStr};
