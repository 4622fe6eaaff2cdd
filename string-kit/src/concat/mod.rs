//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.

mod arena;
mod dag;
mod error;
mod frozen;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use dag::Dag;
pub use error::ConcatError;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
