//! The string types that the laboratory compares: string-kit's representations, the strategies to
//! capture into them, and rivals, which are string types that do not implement `CapturedStr`.

#[doc(hidden)]
#[macro_use]
pub mod representations;
// Below the module whose macro it calls.
#[cfg(feature = "rivals")]
mod listed;
#[cfg(feature = "rivals")]
mod shape;
pub mod strategy;

#[cfg(feature = "rivals")]
pub use listed::{Listed, StringType, all};
pub use representations::Representation;
#[cfg(feature = "rivals")]
pub use shape::Shape;
