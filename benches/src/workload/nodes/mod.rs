//! Strings that share parts of each other: ways to represent a concatenation, one file or module each.
//!
//! ```text
//! Design: leaf, concat, append, flatten  -- for_each_design! -->  measure::nodes, tests
//! Shape:  which concatenations are made of which
//! ```

mod arena;
mod counted;
mod design;
mod flatten;
mod leaked;
mod ours;
mod packed;
mod ropes;
mod shape;
mod std_arc;
mod string;
#[cfg(test)]
mod tests;
mod weakless;

pub(crate) use arena::LeakedArena;
pub(crate) use design::Design;
pub use design::Kind;
pub(crate) use leaked::LeakedBox;
pub(crate) use ours::{Arena, Consed, CountedIds, Fingerprints, Frozen, Lengths, Nothing, WideIds};
pub(crate) use packed::{Malloc, Packed, Slab};
pub(crate) use ropes::{Crop, Im, Ropey, Xi};
pub use shape::Shape;
pub(crate) use shape::{LEAVES, children, leaf_text, lengths};
pub(crate) use std_arc::{StdArc2015, StdArcBox, StdArcVec};
pub(crate) use string::Copied;
pub(crate) use weakless::Weakless;

/// Calls a macro with every design, in the order of the tables: what the others are compared with,
/// the write-up's, this project's, and what people use.
macro_rules! for_each_design {
    ($add:ident) => {
        $add!($crate::workload::nodes::StdArcVec);
        $add!($crate::workload::nodes::StdArc2015);
        $add!($crate::workload::nodes::StdArcBox);
        $add!($crate::workload::nodes::Weakless);
        $add!($crate::workload::nodes::LeakedBox);
        $add!($crate::workload::nodes::LeakedArena);
        $add!($crate::workload::nodes::Packed<$crate::workload::nodes::Malloc>);
        $add!($crate::workload::nodes::Packed<$crate::workload::nodes::Slab>);
        $add!($crate::workload::nodes::CountedIds<string_kit_concat::Narrow>);
        $add!($crate::workload::nodes::CountedIds<string_kit_concat::Wide>);
        $add!($crate::workload::nodes::Arena<$crate::workload::nodes::Nothing>);
        $add!($crate::workload::nodes::Arena<$crate::workload::nodes::WideIds>);
        $add!($crate::workload::nodes::Arena<$crate::workload::nodes::Lengths>);
        $add!($crate::workload::nodes::Arena<$crate::workload::nodes::Fingerprints>);
        $add!($crate::workload::nodes::Arena<$crate::workload::nodes::Consed>);
        $add!($crate::workload::nodes::Frozen);
        $add!($crate::workload::nodes::Xi);
        $add!($crate::workload::nodes::Ropey);
        $add!($crate::workload::nodes::Crop);
        $add!($crate::workload::nodes::Im);
        $add!($crate::workload::nodes::Copied);
    };
}
pub(crate) use for_each_design;
