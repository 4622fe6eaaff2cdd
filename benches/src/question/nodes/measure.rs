//! One process: strings are made, weighed, flattened and dropped.

use std::hint::black_box;
use std::mem::{self, MaybeUninit};

use string_kit_measure::engine::cpu_time;
use string_kit_measure::memory::{live_bytes, touched};

use crate::workload::nodes::{Design, Recipe, Shape};

/// The number of times that a text is flattened, each beside a copy of it.
const ROUNDS: usize = 3;
/// Sizes of nodes: the allocator sets up its blocks of these sizes before memory is read.
const SIZES: [usize; 10] = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80];

/// The samples of one process; bytes and nanoseconds are those of one concatenation.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) build: f64,
    /// None if nodes are never freed.
    pub(super) drop: Option<f64>,
    /// The time to flatten a text over the time to copy it, by rounds; none if all texts are too long.
    pub(super) flatten: Vec<f64>,
    /// The bytes of the pages that were touched; none where the system does not report them.
    pub(super) bytes: Option<f64>,
    /// The bytes of the blocks; none if the allocator does not report them.
    pub(super) blocks: Option<f64>,
    /// The bytes of a handle.
    pub(super) handle: usize,
}

/// Measures a design in a shape. `TWIN` makes another function of the same code.
///
/// # Errors
///
/// If a text is wrong.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
pub(super) fn measure<D: Design, const TWIN: bool>(recipe: &Recipe) -> Result<Sample, String> {
    let mut handles = room(recipe.kept());
    drop(black_box(SIZES.map(Vec::<u8>::with_capacity)));
    let mut design = D::default();
    // The first reading allocates what later ones use again.
    let _ = Memory::now();
    let before = Memory::now();
    let build_ns = cpu_time(|| {
        build::<D, TWIN>(&mut design, recipe, &mut handles);
    });
    let after = Memory::now();
    let flatten = match recipe.longest() {
        Some((index, text)) => flatten(&design, &handles[index], &text)?,
        None => Vec::new(),
    };
    if recipe.shape == Shape::Tree {
        // The root keeps the others.
        drop(handles.drain(..recipe.kept() - 1));
    }
    let drop_ns = cpu_time(|| drop((handles, design)));

    let each = |all: f64| all / recipe.count as f64;
    let more =
        |of: fn(&Memory) -> Option<usize>| Some(each(of(&after)? as f64 - of(&before)? as f64));
    Ok(Sample {
        build: each(build_ns),
        drop: D::FREES.then(|| each(drop_ns)),
        flatten,
        bytes: more(|memory| memory.touched),
        blocks: more(|memory| memory.live),
        handle: size_of::<D::Handle>(),
    })
}

/// The memory of this process at one time.
struct Memory {
    touched: Option<usize>,
    live: Option<usize>,
}

impl Memory {
    fn now() -> Self {
        Self {
            touched: touched(),
            live: live_bytes(),
        }
    }
}

/// Returns room for handles whose pages are touched, so that they do not count as bytes of nodes.
fn room<H>(count: usize) -> Vec<H> {
    let mut room: Vec<H> = Vec::with_capacity(count);
    // Else the compiler asks for zeroed pages, which nothing touches.
    let spare = black_box(room.spare_capacity_mut());
    spare.fill_with(MaybeUninit::zeroed);
    black_box(spare);
    room
}

fn build<D: Design, const TWIN: bool>(
    design: &mut D,
    recipe: &Recipe,
    handles: &mut Vec<D::Handle>,
) {
    black_box(TWIN);
    match recipe.shape {
        Shape::Chain => {
            let leaf = design.leaf(&recipe.leaves[0]);
            let mut all = design.leaf("");
            for _ in 0..recipe.count {
                design.append(&mut all, &leaf);
            }
            handles.push(all);
        }
        Shape::Append => {
            let mut all = design.leaf("");
            for _ in 0..recipe.count {
                let leaf = design.leaf(black_box(&recipe.leaves[0]));
                design.append(&mut all, &leaf);
            }
            handles.push(all);
        }
        Shape::History => {
            let insert = D::INSERT.expect("only designs with cuts have a history");
            let mut version = design.leaf(&recipe.leaves[0]);
            for (&place, text) in recipe.places.iter().zip(&recipe.leaves[1..]) {
                let next = insert(design, &version, place, text);
                handles.push(mem::replace(&mut version, next));
            }
            handles.push(version);
        }
        Shape::Edits => unreachable!("a trace is measured by itself"),
        Shape::Random | Shape::Tree | Shape::Fibonacci | Shape::Doubling | Shape::Recent => {
            handles.extend(recipe.leaves.iter().map(|text| design.leaf(text)));
            for &[left, right] in &recipe.pairs {
                let both = design.concat(&handles[left as usize], &handles[right as usize]);
                handles.push(both);
            }
        }
    }
}

/// Returns the time to flatten a text over the time to copy it, by rounds.
fn flatten<D: Design>(design: &D, handle: &D::Handle, text: &[u8]) -> Result<Vec<f64>, String> {
    if design.flatten(handle, text.len()) != text {
        return Err(format!(
            "{}: a text of {} bytes is wrong",
            D::NAME,
            text.len()
        ));
    }
    let round = |_| {
        let copied = cpu_time(|| drop(black_box(black_box(text).to_vec())));
        let flat = cpu_time(|| drop(black_box(design.flatten(black_box(handle), text.len()))));
        flat / copied
    };
    Ok((0..ROUNDS).map(round).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::nodes::{LeakedBox, Persistent, StdArcVec};

    #[test]
    fn everything_is_measured() {
        for shape in [Shape::Random, Shape::Tree, Shape::Chain, Shape::Append] {
            let recipe = Recipe::of(shape, 2_000);
            let sample = measure::<StdArcVec, true>(&recipe).unwrap();
            assert!(sample.build > 0.0 && sample.drop.unwrap() > 0.0);
            assert_eq!((sample.flatten.len(), sample.handle), (ROUNDS, 8));
            let leaked = measure::<LeakedBox, false>(&recipe).unwrap();
            assert_eq!(leaked.drop, None);
        }
        let history = Recipe::of(Shape::History, 100);
        let sample = measure::<Persistent, false>(&history).unwrap();
        assert!(sample.build > 0.0 && sample.drop.unwrap() > 0.0);
    }
}
