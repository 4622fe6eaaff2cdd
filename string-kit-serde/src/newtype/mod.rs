//! Types that carry their serde impls with them, for where no attribute reaches.

mod captured;
mod captured_list;

pub use captured::Captured;
pub use captured_list::CapturedList;
