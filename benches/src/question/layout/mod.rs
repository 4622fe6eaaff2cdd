//! The bytes of string types and of nodes: in place, and in blocks of the allocator.

mod nodes;

use std::alloc::Layout;

use serde::{Deserialize, Serialize};
use string_kit::{CloneCost, Profile};
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::memory::size_class::{SYSTEM_RULE, asked, by_rule, stride};
use string_kit_measure::memory::{live_blocks, recording_blocks};
use string_kit_measure::run::{Factors, Measurement, Unit};
use string_kit_measure::{Common, Failure, Question, Subject};
use string_kit_subjects::{Listed, Shape, StringType};

use self::nodes::{Node, drawn};
use super::{LENGTH, TYPE};
use crate::workload::representations::profiles;

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

/// A thing that has a layout.
enum Thing {
    Type(Listed<dyn StringType>),
    Node(Node),
}

impl Args {
    /// Returns the types and nodes to show.
    fn things(&self) -> Result<Vec<Subject<Thing>>, Failure> {
        let types = string_kit_subjects::all().into_iter().map(|listed| {
            let name = listed.subject.name();
            Subject::new(name, listed.name, Thing::Type(listed))
        });
        let nodes = nodes::nodes()
            .into_iter()
            .map(|node| Subject::new(node.name, node.name, Thing::Node(node)));
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
        let most = Shape::MOST_OPTIONS;
        let niche = "how many nested Options around a value add no byte";
        let notes = [
            &format!("niche: {niche}; {most} were tried."),
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
        let mut all = Vec::new();
        if task.program == Program::Counting {
            let profiles = profiles();
            for Subject { work, .. } in self.things()? {
                match work {
                    Thing::Type(listed) => {
                        all.extend(string_type(&listed, profiles.get(listed.name)));
                        all.extend(texts(&*listed.subject, &self.common.allocators()));
                    }
                    Thing::Node(node) => all.extend(measurements(node)),
                }
            }
            for (bytes, align) in blocks {
                all.extend(RULES.map(|program| {
                    let taken = by_rule(program, bytes, align);
                    number(block(bytes, align), &rule(program), taken)
                }));
            }
        } else {
            let name = format!("{}, measured", task.program);
            all.extend(blocks.map(|(bytes, align)| {
                let taken = match align {
                    1 => stride::<u8>(bytes),
                    _ => stride::<u64>(bytes / 8),
                };
                number(block(bytes, align), &name, taken)
            }));
        }
        Ok(all.into_iter().try_for_each(|one| sampler.report(one))?)
    }
}

/// Returns the name of the metric of an allocator's rule.
fn rule(program: Program) -> String {
    let name = match program {
        Program::System | Program::Counting => SYSTEM_RULE,
        other => other.allocator(),
    };
    format!("{name}, by rule")
}

fn number(factors: Factors, metric: &str, number: usize) -> Measurement {
    Measurement::new(factors, metric, Unit::Count, vec![Some(number as f64)])
}

fn size(factors: Factors, bytes: usize, drawn: String) -> Measurement {
    Measurement {
        note: Some(drawn),
        ..number(factors, "size", bytes)
    }
}

/// Returns the layout and the profile of a type.
fn string_type(listed: &Listed<dyn StringType>, profile: Option<&Profile>) -> Vec<Measurement> {
    let subject = &*listed.subject;
    let shape = subject.shape();
    let place = |len| Some((len, subject.inline_at(&"x".repeat(len))?));
    let inline = (1..=shape.size).rev().find_map(place);
    let bytes = match listed.name {
        "string" | "cow" => "pointer, length, capacity: a word each, in any order".to_owned(),
        "boxed_str" => "pointer, length: a word each".to_owned(),
        "arc_str" | "rc_str" => "pointer to counts and text, length: a word each".to_owned(),
        _ => {
            let text = inline.map(|(len, at)| ("text", at..at + len));
            drawn(text.into_iter().collect(), shape.size, ["private"; 2])
        }
    };
    let factors = || Factors::default().with(TYPE, subject.name());
    let mut all = vec![
        size(factors(), shape.size, bytes),
        number(factors(), "align", shape.align),
        number(factors(), "niche", shape.free_options),
        number(factors(), "inline", inline.map_or(0, |(len, _)| len)),
    ];
    if let Some(profile) = profile {
        let flag = |metric, is: bool| {
            let value = vec![Some(f64::from(is))];
            Measurement::new(factors(), metric, Unit::Flag, value)
        };
        all.push(flag("clone shares", profile.clone == CloneCost::Shares));
        all.push(flag("mutable", profile.mutable));
    }
    all
}

/// Returns the bytes that texts of a type ask for, and the memory that their blocks take.
fn texts(subject: &dyn StringType, allocators: &[Program]) -> Vec<Measurement> {
    let mut all = Vec::new();
    for len in LENGTHS {
        let text = "x".repeat(len);
        // The first value may fill buffers that the crate keeps.
        subject.hold(&text, &mut || ());
        let mut kept = Vec::new();
        recording_blocks(|| {
            subject.hold(&text, &mut || kept = live_blocks());
        });
        let factors = Factors::default()
            .with(TYPE, subject.name())
            .with(LENGTH, len);
        let asked = kept.iter().map(Layout::size).sum();
        all.push(number(factors.clone(), "requested", asked));
        for &program in allocators {
            let taken = kept
                .iter()
                .map(|block| by_rule(program, block.size(), block.align()))
                .sum();
            all.push(number(factors.clone(), &rule(program), taken));
        }
    }
    all
}

/// Returns the layout of a node, and the memory that it takes.
fn measurements(node: Node) -> Vec<Measurement> {
    let factors = || Factors::default().with(NODE, node.name);
    let mut all = vec![
        size(factors(), node.size, node.tag),
        number(factors(), "align", node.align),
    ];
    let enum_size = node.enum_size.into_iter();
    all.extend(enum_size.map(|bytes| number(factors(), "enum", bytes)));
    all.extend([
        number(factors(), "handle", node.handle.size),
        number(factors(), "niche of the handle", node.handle.free_options),
    ]);
    all.extend(RULES.map(|program| {
        let block = || by_rule(program, node.size, node.align);
        let taken = node.has_block.then(block).unwrap_or(node.size);
        number(factors(), &rule(program), taken)
    }));
    let forms = node.forms.into_iter();
    all.extend(forms.map(|(form, drawn)| size(factors().with("variant", form), node.size, drawn)));
    all
}
