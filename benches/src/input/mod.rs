//! What is measured: embedded data, and files of the user's.

mod fault;
mod records;
mod slices;

pub use fault::Fault;
pub use records::Records;
pub use slices::{SLICES, Slice, Values, pass};
