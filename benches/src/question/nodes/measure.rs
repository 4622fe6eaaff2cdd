//! One process: strings are made, weighed, flattened and dropped. A trace of keystrokes is
//! replayed, with every version kept, every hundredth, or none.

use std::hint::black_box;
use std::mem::MaybeUninit;

use string_kit_measure::engine::cpu_time;
use string_kit_measure::memory::{live_bytes, touched};
use string_kit_measure::run::Unit;

use super::{BLOCKS, BYTES};
use crate::question::Metrics;
use crate::workload::nodes::{Design, Edit, Peer, Recipe, Trace};

/// The number of times that a text is flattened, each beside a copy of it.
const ROUNDS: usize = 3;
/// The number of times that the last version of a trace is read, each beside a copy of it.
const READ_ROUNDS: usize = 5;
/// The number of random reads, and of steps back and forth.
const ASKED: u32 = 10_000;
const COMPARED: u32 = 100;
/// The number of versions that an undo goes back before it comes forward again.
const BACK: usize = 100;
/// Sizes of nodes: the allocator sets up its blocks of these sizes before memory is read.
const SIZES: [usize; 11] = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 104];

/// Measures a design, or returns an error if a text is wrong. Bytes and nanoseconds are those of
/// one concatenation. `TWIN` makes another function of the same code.
pub(super) fn measure<D: Design, const TWIN: bool>(recipe: &Recipe) -> Result<Metrics, String> {
    let mut handles = room(recipe.kept());
    drop(black_box(SIZES.map(Vec::<u8>::with_capacity)));
    let mut design = D::default();
    let before = memory_before();
    let build_ns = cpu_time(|| build::<D, TWIN>(&mut design, recipe, &mut handles));
    let [bytes, blocks] = more(before);
    let (index, text) = recipe.longest();
    let flatten = flatten_ratios(D::NAME, ROUNDS, &text, || {
        design.flatten(black_box(&handles[index]), text.len())
    })?;
    let drop_ns = cpu_time(|| drop((handles, design)));

    let each = |spent: f64| vec![spent / recipe.pairs.len() as f64];
    let handle = size_of::<D::Handle>() as f64;
    let dropped = D::FREES.then(|| each(drop_ns));
    let mut metrics = vec![
        ("build", Unit::Ns, each(build_ns)),
        ("drop", Unit::Ns, dropped.unwrap_or_default()),
        ("flatten", Unit::Ratio, flatten),
        (BYTES, Unit::Bytes, bytes.map_or_else(Vec::new, each)),
        (BLOCKS, Unit::Bytes, blocks.map_or_else(Vec::new, each)),
        ("handle", Unit::Bytes, vec![handle]),
    ];
    metrics.retain(|(_, _, values)| !values.is_empty());
    Ok(metrics)
}

/// Returns the memory of this process: the bytes of the pages that were touched, and of the blocks,
/// as far as the system and the allocator report them.
fn memory() -> [Option<usize>; 2] {
    [touched(), live_bytes()]
}

/// Returns the memory before a measurement. The first reading allocates what later ones use again.
fn memory_before() -> [Option<usize>; 2] {
    memory();
    memory()
}

fn more(before: [Option<usize>; 2]) -> [Option<f64>; 2] {
    let now = memory();
    [0, 1].map(|at| Some(now[at]? as f64 - before[at]? as f64))
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
    handles.extend(recipe.leaves.iter().map(|text| design.leaf(text)));
    for &[left, right] in &recipe.pairs {
        let both = design.concat(&handles[left as usize], &handles[right as usize]);
        handles.push(both);
    }
}

/// Returns the time to flatten a text over the time to copy it, by rounds, or an error if the text
/// is another.
fn flatten_ratios(
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(super) enum Kept {
    All,
    Hundredth,
    None,
}

impl Kept {
    pub(super) const EACH: [Self; 3] = [Self::All, Self::Hundredth, Self::None];

    fn keeps(self, edit: usize) -> bool {
        match self {
            Self::All => true,
            Self::Hundredth => edit % 100 == 99,
            Self::None => false,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::All => "every version",
            Self::Hundredth => "every 100th",
            Self::None => "none",
        }
    }
}

/// Measures a type that replays a trace, or returns an error if a text is wrong.
pub(super) fn replay<P: Peer>(trace: &Trace, kept: Kept) -> Result<Metrics, String> {
    let each = |spent: f64| vec![spent / trace.edits.len() as f64];
    let mut versions = Vec::with_capacity(trace.edits.len() + 1);
    let before = memory_before();
    let mut text = (P::OPERATIONS.make)(&trace.start);
    let build = cpu_time(|| {
        for (index, edit) in trace.edits.iter().enumerate() {
            text.edit(edit);
            if kept.keeps(index) {
                versions.push(text.clone());
            }
        }
    });
    let [touched, live] = more(before);
    let mut metrics = vec![("build", Unit::Ns, each(build))];
    if kept != Kept::None {
        // The handles' pages are touched now, and their block was there before.
        let (count, handle) = (versions.len() as f64, size_of::<P>() as f64);
        let touched = touched.map(|bytes| bytes - count * handle);
        for (metric, bytes) in [(BYTES, touched), (BLOCKS, live)] {
            metrics.extend(bytes.map(|bytes| (metric, Unit::Bytes, vec![bytes / count])));
        }
        metrics.push(("handle", Unit::Bytes, vec![handle]));
    }
    let last = trace.text_after(trace.edits.len());
    let flatten = || (P::OPERATIONS.flatten)(black_box(&text));
    let ratios = flatten_ratios(P::NAME, READ_ROUNDS, last.as_bytes(), flatten)?;
    metrics.push(("flatten", Unit::Ratio, ratios));
    if kept == Kept::All {
        metrics.push(("read old", Unit::Ns, vec![read_old(&versions, trace)]));
        metrics.push(("undo", Unit::Ns, vec![undo(&versions)]));
        metrics.push(("equality", Unit::Ns, vec![equality(&text, &last)]));
        if let Some(bytes) = P::file_bytes(&versions) {
            metrics.push(("file", Unit::Bytes, each(bytes as f64)));
        }
    }
    let dropped = cpu_time(|| drop((text, versions)));
    metrics.push(("drop", Unit::Ns, each(dropped)));
    Ok(metrics)
}

fn read_old<P: Peer>(versions: &[P], trace: &Trace) -> f64 {
    let mut random = fastrand::Rng::with_seed(7);
    let mut lengths = Vec::with_capacity(versions.len());
    let mut length = trace.start.len();
    for edit in &trace.edits {
        length = length - edit.del + edit.text.len();
        lengths.push(length);
    }
    let mut place = |_| {
        let version = random.usize(..versions.len());
        let at = random.usize(..lengths[version].max(1));
        (at < lengths[version]).then_some((version, at))
    };
    let asked: Vec<(usize, usize)> = (0..ASKED).filter_map(&mut place).collect();
    let spent = cpu_time(|| {
        for &(version, at) in &asked {
            black_box((P::OPERATIONS.byte)(&versions[version], at));
        }
    });
    spent / f64::from(ASKED)
}

/// Returns the time of a step back or forth: the version there becomes the text.
fn undo<P: Peer>(versions: &[P]) -> f64 {
    let last = versions.len() - 1;
    let back = BACK.min(last);
    let mut text = versions[last].clone();
    let spent = cpu_time(|| {
        for step in 0..ASKED as usize {
            let step = step % (2 * back).max(1);
            let at = last - step.min(2 * back - step);
            text.clone_from(black_box(&versions[at]));
        }
    });
    black_box(text);
    spent / f64::from(ASKED)
}

fn equality<P: Peer>(text: &P, bytes: &str) -> f64 {
    let at = bytes.floor_char_boundary(bytes.len() / 2);
    let [a, b] = ["a", "b"].map(|with| {
        let mut version = text.clone();
        let text = with.to_owned();
        version.edit(&Edit { at, del: 0, text });
        version
    });
    let spent = cpu_time(|| {
        for _ in 0..COMPARED {
            black_box(black_box(&a) == black_box(&b));
        }
    });
    spent / f64::from(COMPARED)
}
