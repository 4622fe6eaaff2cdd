//! The published sizes of nodes beside those of a run, and the graph of the dummy fields.

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

type Bytes = (String, [Option<f64>; NODES.len()]);

pub(in crate::question) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let columns = columns(judge);
    let is_measured = |at: &usize| columns[2..].iter().any(|(_, bytes)| bytes[*at].is_some());
    let measured: Vec<usize> = (0..NODES.len()).filter(is_measured).collect();
    if measured.is_empty() {
        return Vec::new();
    }
    let row = |&at: &usize| {
        let mut cells = vec![Cell::words(NODES[at].0)];
        let bytes = columns.iter().map(|(_, bytes)| bytes[at]);
        cells.extend(bytes.map(|bytes| number_or_dash(bytes, Unit::Bytes)));
        cells
    };
    let caption = format!(
        "Bytes of a node: its size and its block on jemalloc, as published ({SOURCE}); and the \
         touched memory in this run for each, at the largest count of shape random."
    );
    let names = columns.iter().map(|(name, _)| name);
    let rows = measured.iter().map(row).collect();
    let mut blocks = vec![table(caption, &[TYPE], names, rows)];
    let is_dummy = |at: &usize| NODES[*at].1.is_some();
    let dummies: Vec<usize> = measured.into_iter().filter(is_dummy).collect();
    if dummies.len() > 1 {
        blocks.push(Block::Points(sentences(judge, &columns)));
        blocks.push(Block::Chart(chart(&columns, &dummies)));
    }
    let title = "Published sizes beside those of this run";
    section(judge, "nodes_published", title, blocks)
}

/// Returns the published sizes and blocks, and what each allocator touched at the largest count.
fn columns(judge: &Judge<'_>) -> Vec<Bytes> {
    let random = Factors::default().with(SHAPE, nodes::Shape::Random);
    let cells = judge.run.measurements.iter().map(|cell| &cell.key.factors);
    let counts = cells.filter(|factors| factors.includes(&random));
    let numbers = counts.filter_map(|factors| factors.get(COUNT)?.parse::<usize>().ok());
    let setting = random
        .clone()
        .with(COUNT, numbers.max().unwrap_or_default());
    let touched = |allocator: &str| {
        let setting = setting.clone().with(ALLOCATOR, allocator);
        let bytes = NODES.map(|(name, ..)| {
            let factors = setting.clone().with(TYPE, name);
            number_of(judge.find(&factors, BYTES)?)
        });
        (format!("touched, {allocator}"), bytes)
    };
    let published = |name: &str, bytes: fn(Node) -> u8| {
        let bytes = NODES.map(|node| Some(f64::from(bytes(node))));
        (format!("published, {name}"), bytes)
    };
    let mut columns = vec![
        published("size", |(.., size, _)| size),
        published("block", |(.., block)| block),
    ];
    columns.extend(judge.run.values(ALLOCATOR).into_iter().map(touched));
    columns
}

fn sentences(judge: &Judge<'_>, columns: &[Bytes]) -> Vec<String> {
    let sentence = |(allocator, (_, bytes)): (&str, &Bytes)| {
        let of_node = |name| bytes[NODES.iter().position(|node| node.0 == name)?];
        let [without, with] =
            [Dummy0::NAME, Dummy8::NAME].map(|name| Some(Unit::Bytes.show(of_node(name)?)));
        Some(format!(
            "{allocator}: a node without the weak count takes {}; with a dummy field of 8 bytes, \
             {}.",
            without?, with?,
        ))
    };
    let allocators = judge.run.values(ALLOCATOR).into_iter();
    allocators.zip(&columns[2..]).filter_map(sentence).collect()
}

fn chart(columns: &[Bytes], dummies: &[usize]) -> Chart {
    let series = |(name, bytes): &Bytes| {
        let point = |&at: &usize| Some((f64::from(NODES[at].1?), bytes[at]?));
        Series::new(name, dummies.iter().filter_map(point).collect())
    };
    Chart {
        id: "nodes_dummies".to_owned(),
        caption: "Bytes of a weakless node of 2017 by the bytes of its dummy field.".to_owned(),
        x: Axis::new("dummy", Unit::Bytes, Scale::Linear),
        y: Axis::new(BYTES, Unit::Bytes, Scale::Linear),
        shape: Shape::Lines,
        series: columns.iter().map(series).collect(),
    }
}
