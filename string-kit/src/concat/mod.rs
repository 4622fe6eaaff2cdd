//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.

mod arena;
mod counted;
mod dag;
mod error;
mod slab;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use counted::ConcatStr;
pub use dag::Dag;
pub use error::ConcatError;
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
