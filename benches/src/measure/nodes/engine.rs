//! One cell: strings are made, weighed, flattened and dropped.

use std::hint::black_box;
use std::mem::MaybeUninit;

use serde::{Deserialize, Serialize};

use super::Cell;
use super::classes::SIZES;
use crate::measure::ran::timed;
use crate::measure::{live, mappings};
use crate::workload::nodes::{Design, LEAVES, Shape, children, leaf_text, lengths};

/// The longest text that is flattened.
const LONGEST: usize = 32 << 20;

/// What one run of a cell comes to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// Bytes of memory that a concatenation took, handles apart; none where pages are not counted.
    pub(crate) touched: Option<f64>,
    /// The same by what the allocator says of its blocks; none if it does not.
    pub(crate) live: Option<f64>,
    /// Nanoseconds to make one.
    pub(crate) build_ns: f64,
    /// Nanoseconds to drop one; none if nothing is given back.
    pub(crate) drop_ns: Option<f64>,
    /// Bytes a second of a text that is flattened; none if the only one that is kept is too long.
    pub(crate) flatten: Option<f64>,
}

/// Memory at one time.
struct Weight {
    touched: Option<usize>,
    live: Option<usize>,
}

impl Weight {
    fn now() -> Self {
        Self {
            touched: mappings::touched(),
            live: live::live(),
        }
    }
}

pub(super) fn run<D: Design>(cell: &Cell) -> Sample {
    let handles = if cell.shape.keeps_all() {
        LEAVES + cell.count
    } else {
        1
    };
    let mut handles = room(handles);
    // What the allocator needs for its first blocks of a size is none of the design's.
    drop(black_box(SIZES.map(Vec::<u8>::with_capacity)));
    let mut design = D::default();

    let before = Weight::now();
    let build_ns = timed(|| {
        build(&mut design, cell, &mut handles);
        design.finish(&mut handles);
    });
    let after = Weight::now();
    let flatten = flatten(&design, cell, &handles);
    let drop_ns = timed(|| drop((handles, design)));

    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    let each = |all: f64| all / cell.count as f64;
    Sample {
        touched: more(before.touched, after.touched).map(each),
        live: more(before.live, after.live).map(each),
        build_ns: each(build_ns),
        drop_ns: D::GIVES_BACK.then(|| each(drop_ns)),
        flatten,
    }
}

#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn more(before: Option<usize>, after: Option<usize>) -> Option<f64> {
    Some(after? as f64 - before? as f64)
}

/// Room for so many handles that the process has touched: their pages are not among what nodes take.
fn room<H>(count: usize) -> Vec<H> {
    let mut room: Vec<H> = Vec::with_capacity(count);
    let spare = room.spare_capacity_mut();
    spare.fill_with(MaybeUninit::zeroed);
    black_box(spare);
    room
}

fn build<D: Design>(design: &mut D, cell: &Cell, handles: &mut Vec<D::Handle>) {
    match cell.shape {
        Shape::Random | Shape::Persistent => {
            handles.extend((0..LEAVES).map(|index| design.leaf(&leaf_text(index))));
            for (left, right) in children(cell.count) {
                let both = design.concat(&handles[left], &handles[right]);
                handles.push(both);
            }
        }
        Shape::Chain => {
            let leaf = design.leaf(&leaf_text(0));
            let mut all = design.leaf("");
            for _ in 0..cell.count {
                design.append(&mut all, &leaf);
            }
            handles.push(all);
        }
        Shape::Append => {
            let mut all = design.leaf("");
            for _ in 0..cell.count {
                let leaf = design.leaf("a");
                design.append(&mut all, &leaf);
            }
            handles.push(all);
        }
    }
}

/// Bytes a second of the longest string that is not too long.
fn flatten<D: Design>(design: &D, cell: &Cell, handles: &[D::Handle]) -> Option<f64> {
    let lengths = match cell.shape {
        Shape::Random | Shape::Persistent => lengths(cell.count),
        Shape::Chain => vec![16 * cell.count as u64],
        Shape::Append => vec![cell.count as u64],
    };
    let known = lengths.iter().zip(handles);
    let (&length, handle) = known
        .filter(|(length, _)| **length <= LONGEST as u64)
        .max_by_key(|(length, _)| **length)?;
    let length = usize::try_from(length).expect("it is not too long");
    let mut text = Vec::new();
    let ns = timed(|| text = design.flatten(black_box(handle), length));
    assert_eq!(text.len(), length, "{} loses text", D::NAME);
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    Some(length as f64 / ns * 1e9)
}

#[cfg(test)]
mod tests {
    use crate::measure::Allocator;
    use crate::measure::nodes::{Cell, subjects};
    use crate::workload::nodes::{Kind, Shape};

    #[test]
    fn every_design_is_measured_in_every_shape() {
        for subject in subjects() {
            for shape in Shape::ALL {
                let cell = Cell {
                    design: subject.name.to_owned(),
                    allocator: Allocator::Laboratory,
                    shape,
                    count: 2_000,
                };
                let sample = (subject.run)(&cell);
                let what = format!("{} {shape}: {sample:?}", subject.name);
                assert!(sample.build_ns > 0.0, "{what}");
                assert!(sample.flatten.is_some(), "{what}");
                let is_leaked = subject.name.starts_with("leaked");
                assert_eq!(sample.drop_ns.is_none(), is_leaked, "{what}");
                let of_few = shape.count(subject.kind, 100_000);
                assert_eq!(
                    of_few.is_none(),
                    subject.kind == Kind::Peer && shape == Shape::Random
                );
            }
        }
    }
}
