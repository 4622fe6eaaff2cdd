//! `StrList`: an immutable list of strings in 16 bytes and at most one allocation.

mod access;
mod block;
mod builder;
mod capture;
mod chunk;
mod cmp;
mod convert;
mod from_values;
mod index;
mod iter;
mod layout;
mod lend;
mod list;
mod payload;
mod short;
#[doc(hidden)]
pub(crate) mod typed;

pub use builder::StrListBuilder;
pub use index::StrListIndex;
pub use iter::{IntoIter, Item, Iter, Pairs};
pub use list::StrList;
