//! The enum in a pointer that counts no weak ones: 8 bytes before each node.

use triomphe::{Arc, UniqueArc};

use super::counted::counted_design;

counted_design! {
    /// The write-up's second step, with `triomphe::Arc`: 32 bytes with its count.
    Weakless = "weakless_arc",
    WeaklessNode(Arc, Box<[u8]>, last)
}

fn last<T>(pointer: Arc<T>) -> Option<T> {
    Arc::into_unique(pointer).map(UniqueArc::into_inner)
}
