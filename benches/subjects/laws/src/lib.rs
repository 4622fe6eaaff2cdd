//! The string types of the laboratory as subjects of string-kit-conformance: the methods that the
//! laws examine, and the laws that each type is known to break.

#[macro_use]
pub mod representations;
#[cfg(feature = "rivals")]
#[macro_use]
pub mod rivals;
