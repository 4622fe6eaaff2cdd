//! The published sizes of nodes beside those of a run, and the graph of the dummy fields.

use std::iter;

use string_kit_measure::judge::{Judge, number_of};
use string_kit_measure::report::{Axis, Block, Cell, Chart, Scale, Section, Series, Shape};
use string_kit_measure::run::{Factors, Unit};

use super::{BYTES, COUNT, SHAPE};
use crate::question::{TYPE, number_or_dash, section, table};
use crate::workload::nodes::{
    self, Design, Dummy0, Dummy8, Dummy16, Dummy32, Dummy64, LeakedArena, Packed, StdArc2017,
    Weakless,
};

const SOURCE: &str =
    "https://blog.polybdenum.com/2017/02/11/optimizing-rc-memory-usage-in-rust.html";
const ALLOCATOR: &str = "allocator";

/// A node of the article: its name, the bytes of its dummy field if it is one of those that have
/// one, its bytes by print-type-sizes, and those that jemalloc takes for it.
type Node = (&'static str, Option<u8>, u8, u8);

pub(super) const NODES: [Node; 9] = [
    (StdArc2017::NAME, None, 48, 48),
    (Dummy0::NAME, Some(0), 40, 48),
    (Dummy8::NAME, Some(8), 48, 48),
    (Dummy16::NAME, Some(16), 56, 64),
    (Dummy32::NAME, Some(32), 72, 80),
    (Dummy64::NAME, Some(64), 104, 112),
    (Weakless::NAME, None, 32, 32),
    (LeakedArena::NAME, None, 24, 24),
    (Packed::NAME, None, 16, 16),
];

pub(in crate::question) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let random = Factors::default().with(SHAPE, nodes::Shape::Random);
    let cells = judge.run.measurements.iter().map(|cell| &cell.key.factors);
    let counts = cells
        .filter(|factors| factors.includes(&random))
        .filter_map(|factors| factors.get(COUNT)?.parse::<usize>().ok());
    let largest = counts.max().unwrap_or_default();
    let random = random.with(COUNT, largest);
    let touched = |name: &str, allocator: &str| {
        let factors = random.clone().with(TYPE, name).with(ALLOCATOR, allocator);
        number_of(judge.find(&factors, BYTES)?)
    };
    let allocators = judge.run.values(ALLOCATOR);
    let mut columns = vec![
        (
            "published, size".to_owned(),
            NODES.map(|(.., size, _)| Some(f64::from(size))),
        ),
        (
            "published, block".to_owned(),
            NODES.map(|(.., block)| Some(f64::from(block))),
        ),
    ];
    columns.extend(allocators.iter().map(|allocator| {
        let touched = NODES.map(|(name, ..)| touched(name, allocator));
        (format!("touched, {allocator}"), touched)
    }));
    let is_measured = |at: &usize| columns[2..].iter().any(|(_, bytes)| bytes[*at].is_some());
    let measured: Vec<usize> = (0..NODES.len()).filter(is_measured).collect();
    if measured.is_empty() {
        return Vec::new();
    }
    let row = |&at: &usize| {
        let numbers = columns
            .iter()
            .map(|(_, bytes)| number_or_dash(bytes[at], Unit::Bytes));
        iter::once(Cell::words(NODES[at].0))
            .chain(numbers)
            .collect()
    };
    let caption = format!(
        "Bytes of a node: its size and its block on jemalloc, as published ({SOURCE}); and the \
         touched memory in this run for each, at the largest count of shape random."
    );
    let names = columns.iter().map(|(name, _)| name);
    let mut blocks = vec![table(
        caption,
        &[TYPE],
        names,
        measured.iter().map(row).collect(),
    )];
    let dummies: Vec<usize> = measured
        .into_iter()
        .filter(|at| NODES[*at].1.is_some())
        .collect();
    if dummies.len() > 1 {
        let sentence = |allocator: &&str| {
            let [without, with] = [Dummy0::NAME, Dummy8::NAME]
                .map(|name| Some(Unit::Bytes.show(touched(name, allocator)?)));
            Some(format!(
                "{allocator}: a node without the weak count takes {}; with a dummy field of 8 \
                 bytes, {}.",
                without?, with?,
            ))
        };
        blocks.push(Block::Points(
            allocators.iter().filter_map(sentence).collect(),
        ));
        let series = |(name, bytes): &(String, [Option<f64>; NODES.len()])| Series {
            name: name.clone(),
            points: dummies
                .iter()
                .filter_map(|&at| Some((f64::from(NODES[at].1?), bytes[at]?)))
                .collect(),
            ..Series::default()
        };
        blocks.push(Block::Chart(Chart {
            id: "nodes_dummies".to_owned(),
            caption: "Bytes of a weakless node of 2017 by the bytes of its dummy field.".to_owned(),
            x: Axis::new("dummy", Unit::Bytes, Scale::Linear),
            y: Axis::new(BYTES, Unit::Bytes, Scale::Linear),
            shape: Shape::Lines,
            series: columns.iter().map(series).collect(),
        }));
    }
    let title = "Published sizes beside those of this run";
    section(judge, "nodes_published", title, blocks)
}
