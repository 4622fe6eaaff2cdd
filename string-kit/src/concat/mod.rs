//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.

mod arena;
mod dag;
mod error;
mod exact;
mod frozen;
mod memo;
mod read;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use dag::Dag;
pub use error::ConcatError;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use read::{Chunks, ChunksRev};
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
