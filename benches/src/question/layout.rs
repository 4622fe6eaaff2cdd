//! The bytes of string types and of nodes: in place, and in blocks of the allocator.

mod nodes;

use std::alloc::Layout;
use std::ptr;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::size_class::{SYSTEM_RULE, asked, by_rule, stride};
use string_kit_measure::memory::{live_blocks, recording_blocks};
use string_kit_measure::report::{Block, Cell};
use string_kit_measure::run::{Factors, Measurement, Unit};
use string_kit_measure::{Common, Failure, Question, Subject};
use string_kit_types::{Facts, Listed, StringType, StringWork, strings};

use self::nodes::{Node, Shape, drawn};
use super::{LENGTH, TYPE, number_or_dash, table};

const NODE: &str = "node";
/// The lengths of the texts that are kept.
const LENGTHS: [usize; 6] = [0, 8, 16, 24, 32, 64];
/// The allocators with a published rule.
const RULES: [Program; 3] = [Program::System, Program::Jemalloc, Program::Mimalloc];

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
}

struct TypeLayout {
    shape: Shape,
    /// Makes a value of this text, calls the function, and drops the value.
    hold: fn(&str, &mut dyn FnMut()),
    /// Returns the offset at which a value of this text holds its bytes inline, or `None` if the
    /// bytes are elsewhere or the text is empty.
    inline_at: fn(&str) -> Option<usize>,
}

impl StringWork for TypeLayout {
    fn with<S: StringType>() -> Self {
        Self {
            shape: Shape::new::<S>(),
            hold: |text, during| {
                let value = S::make(text);
                during();
                drop(value);
            },
            inline_at: |text| {
                let value = S::make(text);
                let text = value.text();
                let (place, start) = (ptr::from_ref(&value).addr(), text.as_ptr().addr());
                let at = start.checked_sub(place)?;
                (!text.is_empty() && at + text.len() <= size_of::<S>()).then_some(at)
            },
        }
    }
}

enum Thing {
    Type(Facts, TypeLayout),
    Node(Node),
}

impl Args {
    fn things(&self) -> Result<Vec<Subject<Thing>>, Failure> {
        let types = strings().into_iter().map(|Listed { facts, work, .. }| {
            Subject::new(facts.name, facts.id, Thing::Type(facts, work))
        });
        let node = |node: Node| Subject::new(node.name, node.name, Thing::Node(node));
        let nodes = nodes::nodes().into_iter().map(node);
        self.common.chosen(types.chain(nodes).collect())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.things()?;
        let mut tasks = vec![Task::once("layouts", Program::Counting)];
        let allocators = self.common.allocators().into_iter();
        tasks.extend(allocators.map(|program| Task::once(program.allocator(), program)));
        let tried = Shape::MOST_OPTIONS;
        let niche = "how many nested Options around a value add no byte";
        let notes = [
            &format!("niche: {niche}; {tried} were tried."),
            "inline: the bytes of the longest text that lies in the value.",
            "enum: the bytes of a node's enum, without the counts in front of it.",
            "private: bytes of which nothing can be told from outside.",
            "requested: the bytes that a text of this length requests of the allocator, and keeps.",
            "by rule: the bytes that a block takes, by the published rule of the allocator. \
             measured: the distance between such blocks, on each --allocator. A node in a slab or \
             an arena takes its own size.",
        ];
        let title = "Bytes of string types, of nodes, and of their blocks";
        let mut plan = Plan::new("layout", title);
        plan.header.layout.columns = Some(LENGTH.to_owned());
        plan.header.notes = notes.map(ToOwned::to_owned).into();
        Ok(Plan { tasks, ..plan })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let blocks = asked().flat_map(|bytes| [(bytes, 1), (bytes, 8)]);
        let block = |bytes: usize, align: usize| {
            let factors = Factors::default().with("block", bytes);
            factors.with("of alignment", align)
        };
        let mut cells = Vec::new();
        if task.program == Program::Counting {
            for Subject { work, .. } in self.things()? {
                match work {
                    Thing::Type(facts, layout) => {
                        cells.extend(string_type(&facts, &layout));
                        cells.extend(texts(facts.name, &layout, &self.common.allocators()));
                    }
                    Thing::Node(node) => cells.extend(measurements(node)),
                }
            }
            for (bytes, align) in blocks {
                cells.extend(RULES.map(|program| {
                    let taken = by_rule(program, bytes, align);
                    number(block(bytes, align), &rule(program), taken)
                }));
            }
        } else {
            let name = format!("{}, measured", task.program);
            cells.extend(blocks.map(|(bytes, align)| {
                let taken = match align {
                    1 => stride::<u8>(bytes),
                    _ => stride::<u64>(bytes / 8),
                };
                number(block(bytes, align), &name, taken)
            }));
        }
        let mut cells = cells.into_iter();
        Ok(cells.try_for_each(|cell| sampler.report(cell))?)
    }
}

fn rule(program: Program) -> String {
    let name = match program {
        Program::System | Program::Counting => SYSTEM_RULE,
        bare => bare.allocator(),
    };
    format!("{name}, by rule")
}

fn number(factors: Factors, metric: &str, number: usize) -> Measurement {
    Measurement::new(factors, metric, Unit::Count, vec![Some(number as f64)])
}

fn size(factors: Factors, bytes: usize, drawn: String) -> Measurement {
    number(factors, "size", bytes).with_note(Some(drawn))
}

fn string_type(facts: &Facts, layout: &TypeLayout) -> Vec<Measurement> {
    let shape = layout.shape;
    let place = |len| Some((len, (layout.inline_at)(&"x".repeat(len))?));
    let inline = (1..=shape.size).rev().find_map(place);
    let bytes = facts.layout.map_or_else(
        || {
            let text = inline.map(|(len, at)| ("text", at..at + len));
            drawn(text.into_iter().collect(), shape.size, ["private"; 2])
        },
        ToOwned::to_owned,
    );
    let factors = || Factors::default().with(TYPE, facts.name);
    let flag = |metric, is: bool| {
        Measurement::new(factors(), metric, Unit::Flag, vec![Some(f64::from(is))])
    };
    vec![
        size(factors(), shape.size, bytes),
        number(factors(), "align", shape.align),
        number(factors(), "niche", shape.free_options),
        number(factors(), "inline", inline.map_or(0, |(len, _)| len)),
        flag("clone shares", facts.shares_clones),
        flag("mutable", facts.is_mutable),
    ]
}

/// Returns the bytes that texts of a type ask for, and the memory that their blocks take.
fn texts(name: &str, layout: &TypeLayout, allocators: &[Program]) -> Vec<Measurement> {
    let mut cells = Vec::new();
    for len in LENGTHS {
        let text = "x".repeat(len);
        // The first value may fill buffers that the crate keeps.
        (layout.hold)(&text, &mut || ());
        let mut kept = Vec::new();
        recording_blocks(|| {
            (layout.hold)(&text, &mut || kept = live_blocks());
        });
        let factors = Factors::default().with(TYPE, name).with(LENGTH, len);
        let asked = kept.iter().map(Layout::size).sum();
        cells.push(number(factors.clone(), "requested", asked));
        for &program in allocators {
            let taken = |block: &Layout| by_rule(program, block.size(), block.align());
            let sum = kept.iter().map(taken).sum();
            cells.push(number(factors.clone(), &rule(program), sum));
        }
    }
    cells
}

fn measurements(node: Node) -> Vec<Measurement> {
    let factors = || Factors::default().with(NODE, node.name);
    let mut cells = vec![
        size(factors(), node.size, node.tag),
        number(factors(), "align", node.align),
    ];
    cells.extend(node.enum_size.map(|bytes| number(factors(), "enum", bytes)));
    cells.extend([
        number(factors(), "handle", node.handle.size),
        number(factors(), "niche of the handle", node.handle.free_options),
    ]);
    cells.extend(RULES.map(|program| {
        let block = || by_rule(program, node.size, node.align);
        let taken = node.has_block.then(block).unwrap_or(node.size);
        number(factors(), &rule(program), taken)
    }));
    for (form, drawn) in node.forms {
        cells.push(size(factors().with("variant", form), node.size, drawn));
    }
    cells
}

/// Returns the smallest types, and a table of the values of all.
pub(super) fn answer(judge: &Judge<'_>) -> Vec<Block> {
    const METRICS: [&str; 4] = ["size", "align", "niche", "inline"];
    let find = |name: &str, metric| {
        let factors = Factors::default().with(TYPE, name);
        judge.find(&factors, metric)?.value()
    };
    let mut names = judge.run.values(TYPE);
    names.retain(|name| find(name, METRICS[0]).is_some());
    let size = |name: &&str| find(name, METRICS[0]).unwrap_or(f64::INFINITY);
    names.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let Some(least) = names.first().map(size) else {
        return Vec::new();
    };
    let smallest = names.partition_point(|name| size(name) <= least);
    let answer = format!(
        "The smallest values, of {}: {}. --all shows nodes, heap blocks and parts too.",
        Unit::Bytes.show(least),
        names[..smallest].join(", ")
    );
    let row = |name: &&str| {
        let numbers = METRICS.map(|metric| number_or_dash(find(name, metric), Unit::Count));
        [Cell::words(*name)].into_iter().chain(numbers).collect()
    };
    let rows = names.iter().map(row).collect();
    vec![Block::Text(answer), table("", &[TYPE], METRICS, rows)]
}
