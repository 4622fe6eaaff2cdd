//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.

mod arena;
mod compare;
mod counted;
mod cut;
mod dag;
mod error;
mod exact;
mod fingerprint;
mod fold;
mod frozen;
mod memo;
mod outline;
mod read;
mod rebalance;
mod slab;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use counted::ConcatStr;
pub use dag::Dag;
pub use error::ConcatError;
pub use fingerprint::Fingerprint;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use read::{Chunks, ChunksRev};
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
