//! The string types of the laboratory as subjects of string-kit-conformance: the methods that the
//! laws examine, and the laws that each type is known to break.
//!
//! The program `string-kit-laws` examines them for the verb `conformance` of `string-kit`.

#[macro_use]
pub mod representations;
#[cfg(feature = "rivals")]
#[macro_use]
pub mod rivals;
// Below the module whose macro it calls.
#[cfg(feature = "rivals")]
mod examined;

#[cfg(feature = "rivals")]
pub use examined::{Examined, all, named};
