//! The enum in std's `Arc`, which counts weak pointers too: 16 bytes before each node.

use std::sync::Arc;

use super::counted::counted_design;

counted_design! {
    /// As it is written first, and what all are compared with. The compiler finds the tag a place in
    /// the capacity of the `Vec`: 40 bytes with both counts.
    StdArcVec = "std_arc_vec",
    VecNode(Arc, Vec<u8>, Arc::into_inner)
}

counted_design! {
    /// As the compilers of 2015 laid it out, with the tag beside the union of both: 48 bytes with
    /// both counts.
    StdArc2015 = "std_arc_2015",
    #[repr(usize)]
    TaggedNode(Arc, Vec<u8>, Arc::into_inner)
}

counted_design! {
    /// Without the capacity, which today gains nothing: the tag then needs a word of its own.
    StdArcBox = "std_arc_box",
    BoxNode(Arc, Box<[u8]>, Arc::into_inner)
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<VecNode>() == 24);
    assert!(size_of::<TaggedNode>() == 32);
    assert!(size_of::<BoxNode>() == 24);
};
