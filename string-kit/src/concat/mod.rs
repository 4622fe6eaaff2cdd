//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.

mod arena;
mod compare;
mod dag;
mod error;
mod fingerprint;
mod fold;
mod outline;
mod rebalance;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use dag::Dag;
pub use error::ConcatError;
pub use fingerprint::Fingerprint;
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
