//! Inputs: embedded data, and files of the user's.

mod fault;
mod records;
mod samples;
mod slices;

pub use fault::Fault;
pub use records::Records;
pub use samples::{tags, tokens};
pub use slices::{EXAMPLES, Examples, SLICES, Slice, Values, pass};
