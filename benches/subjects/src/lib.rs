//! The string types that the laboratory compares: string-kit's representations, the strategies to
//! capture into them, and rivals: other string types, and other ways to capture.

#[doc(hidden)]
#[macro_use]
pub mod representations;
#[cfg(feature = "rivals")]
#[macro_use]
pub mod rivals;
// Below the modules whose macros it calls.
#[cfg(feature = "rivals")]
mod examined;
#[cfg(feature = "rivals")]
mod shape;
pub mod strategy;

#[cfg(feature = "rivals")]
pub use examined::{Examined, Listed, all, named};
pub use representations::Representation;
#[cfg(feature = "rivals")]
pub use shape::Shape;
