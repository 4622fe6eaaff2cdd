//! The published sizes of nodes beside those of a run, and the graph of the dummy fields.

use string_kit_measure::judge::{Judge, number_of};
use string_kit_measure::report::{Axis, Block, Cell, Chart, Scale, Section, Series, Shape};
use string_kit_measure::run::{Factors, Unit};

use super::{BYTES, COUNT, SHAPE};
use crate::question::{TYPE, section, table};
use crate::workload::nodes::{
    self, Design, Dummy0, Dummy8, Dummy16, Dummy32, Dummy64, LeakedArena, Packed, StdArc2017,
    Weakless,
};

const SOURCE: &str =
    "https://blog.polybdenum.com/2017/02/11/optimizing-rc-memory-usage-in-rust.html";
const ALLOCATOR: &str = "allocator";

/// A node of the article.
pub(super) struct Node {
    pub(super) name: &'static str,
    /// The bytes of its dummy field, if it is one of those that have one.
    pub(super) dummy: Option<u8>,
    /// Its bytes by print-type-sizes.
    size: u8,
    /// The bytes that jemalloc takes for it.
    block: u8,
}

impl Node {
    const fn new<D: Design>(dummy: Option<u8>, size: u8, block: u8) -> Self {
        Self {
            name: D::NAME,
            dummy,
            size,
            block,
        }
    }
}

pub(super) const NODES: [Node; 9] = [
    Node::new::<StdArc2017>(None, 48, 48),
    Node::new::<Dummy0>(Some(0), 40, 48),
    Node::new::<Dummy8>(Some(8), 48, 48),
    Node::new::<Dummy16>(Some(16), 56, 64),
    Node::new::<Dummy32>(Some(32), 72, 80),
    Node::new::<Dummy64>(Some(64), 104, 112),
    Node::new::<Weakless>(None, 32, 32),
    Node::new::<LeakedArena>(None, 24, 24),
    Node::new::<Packed>(None, 16, 16),
];

/// Returns the table and the graph of a run with such nodes.
pub(in crate::question) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let allocators = judge.run.values(ALLOCATOR);
    let counts = judge.run.values(COUNT).into_iter();
    let largest = counts.filter_map(|count| count.parse::<usize>().ok()).max();
    let bytes = |name: &str, allocator: &str| {
        let factors = Factors::default()
            .with(TYPE, name)
            .with(ALLOCATOR, allocator)
            .with(SHAPE, nodes::Shape::Random)
            .with(COUNT, largest?);
        number_of(judge.find(&factors, BYTES)?)
    };
    let number = |bytes: f64| Cell::number(bytes, Unit::Bytes);
    let mut rows = Vec::new();
    for node in NODES {
        let here: Vec<Option<f64>> = allocators.iter().map(|one| bytes(node.name, one)).collect();
        if here.iter().any(Option::is_some) {
            let here = here
                .into_iter()
                .map(|bytes| bytes.map_or_else(Cell::default, number));
            let there = [node.size, node.block].map(|bytes| number(f64::from(bytes)));
            let row = [Cell::words(node.name)]
                .into_iter()
                .chain(there)
                .chain(here);
            rows.push(row.collect());
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let caption = format!(
        "Bytes of a node: its size and its block on jemalloc, as published ({SOURCE}); and the \
         touched memory in this run for each, at the largest count of shape random."
    );
    let here = allocators.iter().map(|one| format!("touched, {one}"));
    let there = ["published, size", "published, block"].map(str::to_owned);
    let mut blocks = vec![table(caption, &[TYPE], there.into_iter().chain(here), rows)];

    let mut points = Vec::new();
    let dummies = || {
        NODES
            .into_iter()
            .filter_map(|node| Some((f64::from(node.dummy?), node)))
    };
    let series = |name: String, points: Vec<(f64, f64)>| Series {
        name,
        points,
        ..Series::default()
    };
    let published = |name: &str, bytes: fn(&Node) -> u8| {
        let points = dummies().map(|(dummy, node)| (dummy, f64::from(bytes(&node))));
        series(name.to_owned(), points.collect())
    };
    let measured = allocators.iter().map(|allocator| {
        let points =
            dummies().filter_map(|(dummy, node)| Some((dummy, bytes(node.name, allocator)?)));
        series(format!("touched, {allocator}"), points.collect())
    });
    for allocator in &allocators {
        let [without, with] = [Dummy0::NAME, Dummy8::NAME].map(|name| bytes(name, allocator));
        if let Some((without, with)) = without.zip(with) {
            let [without, with] = [without, with].map(|bytes| Unit::Bytes.show(bytes));
            points.push(format!(
                "{allocator}: a node without the weak count takes {without}; with a dummy field \
                 of 8 bytes, {with}."
            ));
        }
    }
    let measured: Vec<Series> = measured.filter(|one| one.points.len() > 1).collect();
    if !measured.is_empty() {
        blocks.push(Block::Points(points));
        let there = [
            published("published, block", |node| node.block),
            published("published, size", |node| node.size),
        ];
        blocks.push(Block::Chart(Chart {
            id: "nodes_dummies".to_owned(),
            caption: "Bytes of a weakless node of 2017 by the bytes of its dummy field.".to_owned(),
            x: Axis::new("dummy", Unit::Bytes, Scale::Linear),
            y: Axis::new(BYTES, Unit::Bytes, Scale::Linear),
            shape: Shape::Lines,
            series: measured.into_iter().chain(there).collect(),
        }));
    }
    let title = "Published sizes beside those of this run";
    section(judge, "nodes_published", title, blocks)
}
