//! Strings that share parts of each other: ways to represent a concatenation.
//!
//! ```text
//! Design: leaf, concat, append, insert, flatten  -- for_each_design! --> question::nodes, tests
//! Shape:  the concatenations that are made
//! ```

mod arena;
mod counted;
mod design;
mod keystrokes;
mod packed;
mod peers;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use arena::{Arena, ArenaId, LeakedArena, LeakedBox, LeakedNode};
pub(crate) use counted::{
    BoxNode, Dummy0, Dummy0Node, Dummy8, Dummy16, Dummy32, Dummy64, StdArc2017, StdArcBox,
    StdArcVec, TaggedNode, VecNode, Weakless, WeaklessNode,
};
pub(crate) use design::Design;
pub(crate) use keystrokes::{Edit, Trace};
pub(crate) use packed::Packed;
pub(crate) use peers::{Joined, Peer, for_each_peer};
pub(crate) use shape::{Recipe, Shape};

/// Calls a macro with every design, in the order of the tables: the baseline, those of the article,
/// this project's, and those that people use.
macro_rules! for_each_design {
    ($add:ident) => {
        $add!($crate::workload::nodes::StdArcVec);
        $add!($crate::workload::nodes::StdArc2017);
        $add!($crate::workload::nodes::StdArcBox);
        $add!($crate::workload::nodes::Dummy0);
        $add!($crate::workload::nodes::Dummy8);
        $add!($crate::workload::nodes::Dummy16);
        $add!($crate::workload::nodes::Dummy32);
        $add!($crate::workload::nodes::Dummy64);
        $add!($crate::workload::nodes::Weakless);
        $add!($crate::workload::nodes::LeakedBox);
        $add!($crate::workload::nodes::LeakedArena);
        $add!($crate::workload::nodes::Packed);
        $add!($crate::workload::nodes::Joined<string_kit_concat::ConcatStr>);
        $add!($crate::workload::nodes::Arena);
        $add!($crate::workload::nodes::Joined<ropey::Rope>);
        $add!($crate::workload::nodes::Joined<crop::Rope>);
        $add!($crate::workload::nodes::Joined<imbl::Vector<u8>>);
        $add!($crate::workload::nodes::Joined<String>);
    };
}
pub(crate) use for_each_design;
