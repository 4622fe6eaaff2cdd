//! One process: strings are made, weighed, flattened and dropped.

use std::hint::black_box;
use std::mem::{self, MaybeUninit};

use string_kit_measure::engine::cpu_time;
use string_kit_measure::memory::{live_bytes, touched};
use string_kit_measure::run::Unit;

use super::{BLOCKS, BYTES};
use crate::workload::nodes::{Design, Recipe, Shape};

/// The number of times that a text is flattened, each beside a copy of it.
const ROUNDS: usize = 3;
/// Sizes of nodes: the allocator sets up its blocks of these sizes before memory is read.
const SIZES: [usize; 10] = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80];

/// The metrics of one process, with their samples. Bytes and nanoseconds are those of one concatenation.
pub(super) type Metrics = Vec<(&'static str, Unit, Vec<f64>)>;

/// Measures a design in a shape. `TWIN` makes another function of the same code.
///
/// # Errors
///
/// If a text is wrong.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
pub(super) fn measure<D: Design, const TWIN: bool>(recipe: &Recipe) -> Result<Metrics, String> {
    let mut handles = room(recipe.kept());
    drop(black_box(SIZES.map(Vec::<u8>::with_capacity)));
    let mut design = D::default();
    let before = Memory::before();
    let build_ns = cpu_time(|| {
        build::<D, TWIN>(&mut design, recipe, &mut handles);
    });
    let [bytes, blocks] = before.more();
    let flatten = match recipe.longest() {
        Some((index, text)) => flatten_ratios(D::NAME, ROUNDS, &text, || {
            design.flatten(black_box(&handles[index]), text.len())
        })?,
        None => Vec::new(),
    };
    if recipe.shape == Shape::Tree {
        // The root keeps the others.
        drop(handles.drain(..recipe.kept() - 1));
    }
    let drop_ns = cpu_time(|| drop((handles, design)));

    let each = |all: f64| vec![all / recipe.count as f64];
    let handle = size_of::<D::Handle>() as f64;
    let mut metrics = vec![
        ("build", Unit::Ns, each(build_ns)),
        ("flatten", Unit::Ratio, flatten),
        (BYTES, Unit::Bytes, bytes.map_or_else(Vec::new, each)),
        (BLOCKS, Unit::Bytes, blocks.map_or_else(Vec::new, each)),
        ("handle", Unit::Bytes, vec![handle]),
    ];
    if D::FREES {
        metrics.insert(1, ("drop", Unit::Ns, each(drop_ns)));
    }
    metrics.retain(|(metric, _, values)| {
        !values.is_empty() && (*metric == "flatten" || !recipe.shape.is_text())
    });
    Ok(metrics)
}

/// The memory of this process at one time: the bytes of the pages that were touched, and of the blocks, as
/// far as the system and the allocator report them.
pub(super) struct Memory([Option<usize>; 2]);

impl Memory {
    /// Reads the memory before a measurement.
    pub(super) fn before() -> Self {
        // The first reading allocates what later ones use again.
        let _ = Self::now();
        Self::now()
    }

    fn now() -> Self {
        Self([touched(), live_bytes()])
    }

    /// Returns the bytes that are there now and were not before.
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    pub(super) fn more(&self) -> [Option<f64>; 2] {
        let Self([touched, live]) = Self::now();
        [(touched, self.0[0]), (live, self.0[1])]
            .map(|(after, before)| Some(after? as f64 - before? as f64))
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
            let mut version = design.leaf(&recipe.leaves[0]);
            for (&place, text) in recipe.places.iter().zip(&recipe.leaves[1..]) {
                let next = design.insert(&version, place, text);
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
///
/// # Errors
///
/// If the text is another.
pub(super) fn flatten_ratios(
    name: &str,
    rounds: usize,
    text: &[u8],
    flatten: impl Fn() -> Vec<u8>,
) -> Result<Vec<f64>, String> {
    if flatten() != text {
        return Err(format!("{name}: a text of {} bytes is wrong", text.len()));
    }
    let round = |_| {
        let copied = cpu_time(|| drop(black_box(black_box(text).to_vec())));
        cpu_time(|| drop(black_box(flatten()))) / copied
    };
    Ok((0..rounds).map(round).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::nodes::{Joined, LeakedBox, StdArcVec};

    #[test]
    fn everything_is_measured() {
        let names = |metrics: Metrics| -> Vec<_> { metrics.iter().map(|of| of.0).collect() };
        for shape in [Shape::Random, Shape::Tree, Shape::Chain, Shape::Append] {
            let recipe = Recipe::of(shape, 2_000);
            let metrics = measure::<StdArcVec, true>(&recipe).unwrap();
            assert!(metrics[0].2[0] > 0.0 && metrics[1].2[0] > 0.0);
            assert_eq!(metrics[2].2.len(), ROUNDS);
            assert_eq!(metrics.last().unwrap().2, [8.0]);
            assert_eq!(names(metrics)[..3], ["build", "drop", "flatten"]);
            let leaked = measure::<LeakedBox, false>(&recipe).unwrap();
            assert_eq!(names(leaked)[..2], ["build", "flatten"]);
        }
        let history = Recipe::of(Shape::History, 100);
        let metrics = measure::<Joined<String>, false>(&history).unwrap();
        assert!(metrics.iter().take(3).all(|(.., values)| values[0] > 0.0));
    }
}
