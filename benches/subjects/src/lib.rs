//! The string types that the laboratory compares: string-kit's representations, and rivals, which
//! are string types that do not implement `CapturedStr`.

#[doc(hidden)]
#[macro_use]
pub mod representations;
// Below the module whose macro it calls.
#[cfg(feature = "rivals")]
mod listed;
#[cfg(feature = "rivals")]
mod shape;

#[cfg(feature = "rivals")]
pub use listed::{StringType, all};
pub use representations::Representation;
#[cfg(feature = "rivals")]
pub use shape::Shape;

/// A type in a list, with its short name.
///
/// The name is a Rust identifier, which needs no quotes in a shell.
#[allow(missing_debug_implementations)] // Trait objects have none.
pub struct Listed<T: ?Sized> {
    /// The name. It is unique in the list.
    pub name: &'static str,
    /// The type. Its own name is the name of its type.
    pub subject: Box<T>,
}
