//! The one list of the types that the laboratory compares: string types, tables that keep each text
//! once, and lists. A type is a file in `types`, with its facts, its functions and the laws that it
//! is known to break.
//!
//! ```text
//! a file a type --> list --> a question's work with each type
//! ```

// Only packages of the laboratory call it: a name that says all needs no sentence.
#![allow(missing_docs, clippy::missing_panics_doc, clippy::must_use_candidate)]

mod facts;
mod kept;
#[macro_use]
mod macros;
mod string;
#[macro_use]
pub mod types;
#[cfg(feature = "rivals")]
pub mod rivals;

pub use facts::{Facts, Interner, Kind, Package};
pub use kept::{Kept, Map, Owned};
#[cfg(feature = "rivals")]
pub use rivals::{CloneWork, KeptWork, StringWork, cloned, kept, strings};
pub use string::{Cloned, Representation, StringType};
pub use types::{Listed, representations};

use facts::STRING_KIT;
#[cfg(all(feature = "laws", feature = "rivals"))]
use string::declared;
use string::written;

/// What a question does with each representation.
pub trait Work: Sized {
    /// Returns the work with a type. A twin's has machine code of its own.
    fn with<S: Representation, const TWIN: bool>() -> Self;

    /// Returns the work with a type that threads can share.
    fn with_shared<S: Representation + Send + Sync, const TWIN: bool>() -> Self {
        Self::with::<S, TWIN>()
    }
}

/// No work: the facts alone.
impl Work for () {
    fn with<S: Representation, const TWIN: bool>() -> Self {}
}
