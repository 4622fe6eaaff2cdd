//! The bytes of string types and of nodes: in place, and in blocks of the allocator.

mod bytes;
mod nodes;

use std::alloc::Layout;

use string_kit::{CloneCost, Profile};
use string_kit_advise::crates::Crate;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::memory::size_class::{SYSTEM_RULE, asked, by_rule, stride};
use string_kit_measure::memory::{live_blocks, recording_blocks};
use string_kit_measure::run::{self, Factors, Measurement, Unit};
use string_kit_measure::{Common, Failure, Question};
use string_kit_subjects::{Listed, Shape, StringType};

use self::bytes::{Field, PRIVATE, drawn};
use self::nodes::Node;
use crate::workload::representations::profiles;

const TYPE: &str = "type";
const LENGTH: &str = "length";
const NODE: &str = "node";
/// The lengths of the texts that are kept.
const LENGTHS: [usize; 6] = [0, 8, 16, 24, 32, 64];
/// The allocators with a published rule.
const RULES: [Program; 3] = [Program::System, Program::Jemalloc, Program::Mimalloc];

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
}

/// A thing that has a layout.
enum Thing {
    Type(Listed<dyn StringType>),
    Node(Node),
}

impl Thing {
    fn names(&self) -> Vec<String> {
        match self {
            Self::Type(listed) => vec![listed.subject.name().to_owned(), listed.name.to_owned()],
            Self::Node(node) => vec![node.name.to_owned()],
        }
    }
}

impl Args {
    /// Returns the types and nodes to show.
    fn things(&self) -> Result<Vec<Thing>, Failure> {
        let types = string_kit_subjects::all().into_iter().map(Thing::Type);
        let mut all = types
            .chain(nodes::nodes().into_iter().map(Thing::Node))
            .collect();
        self.common.keep_types(&mut all, Thing::names, |_| false)?;
        Ok(all)
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
        let notes = [
            &format!(
                "niche: the nested Options around a value that take no byte, of {most} tried."
            ),
            "inline: the bytes of the longest text that lies in the value. unsafe: the unsafe blocks, \
             functions, traits and impls of the crate.",
            "private: bytes of which nothing can be told from outside.",
            "asked: the bytes that a text of this length asks of the allocator, and keeps.",
            "by rule: the bytes that a block takes, by the published rule of the allocator. measured: the \
             distance between such blocks, on each --allocator. A node in a slab or an arena takes its \
             own size.",
        ];
        Ok(Plan {
            question: "layout",
            title: "Bytes of string types, of nodes, and of their blocks".to_owned(),
            layout: run::Layout {
                columns: Some(LENGTH.to_owned()),
                ..run::Layout::default()
            },
            notes: notes.map(ToOwned::to_owned).into(),
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let mut report = Report(sampler);
        if task.program != Program::Counting {
            let name = format!("{}, measured", task.program);
            for bytes in asked() {
                report.bytes(block(bytes, 1), &name, stride::<u8>(bytes))?;
                report.bytes(block(bytes, 8), &name, stride::<u64>(bytes / 8))?;
            }
            return Ok(());
        }
        let profiles = profiles();
        for thing in self.things()? {
            match thing {
                Thing::Type(listed) => {
                    let profile = profiles.get(listed.name);
                    let of_crate = Crate::of_path(listed.subject.defined_in());
                    let unsafe_code = of_crate.map(|of| of.r#unsafe);
                    report.string_type(&listed, profile, unsafe_code)?;
                    report.texts(&*listed.subject, &self.common.allocators())?;
                }
                Thing::Node(node) => report.node(node)?,
            }
        }
        for bytes in asked() {
            for align in [1, 8] {
                for program in RULES {
                    let taken = by_rule(program, bytes, align);
                    report.bytes(block(bytes, align), &rule(program), taken)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the factors of a block.
fn block(bytes: usize, align: usize) -> Factors {
    let asked = Factors::default().with("block", bytes);
    asked.with("of alignment", align)
}

/// Returns the name of the metric of an allocator's rule.
fn rule(program: Program) -> String {
    let name = match program {
        Program::System | Program::Counting | Program::Laws => SYSTEM_RULE,
        other => other.allocator(),
    };
    format!("{name}, by rule")
}

struct Report<'a>(&'a mut Sampler);

#[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
impl Report<'_> {
    fn value(
        &mut self,
        factors: Factors,
        metric: &str,
        unit: Unit,
        value: f64,
    ) -> Result<(), Failure> {
        Ok(self.0.fixed(factors, metric, unit, value)?)
    }

    fn bytes(&mut self, factors: Factors, metric: &str, bytes: usize) -> Result<(), Failure> {
        self.value(factors, metric, Unit::Count, bytes as f64)
    }

    fn noted(&mut self, factors: Factors, bytes: usize, note: String) -> Result<(), Failure> {
        Ok(self.0.report(Measurement {
            note: Some(note),
            ..Measurement::new(factors, "size", Unit::Count, vec![Some(bytes as f64)])
        })?)
    }

    /// Reports the layout and the profile of a type.
    fn string_type(
        &mut self,
        listed: &Listed<dyn StringType>,
        profile: Option<&Profile>,
        unsafe_code: Option<usize>,
    ) -> Result<(), Failure> {
        let subject = &*listed.subject;
        let shape = subject.shape();
        let inline = (1..=shape.size)
            .rev()
            .find_map(|len| Some((len, subject.inline_at(&text(len))?)));
        let fields = inline.map(|(len, at)| Field::new("text", at, len));
        let bytes = match listed.name {
            "string" | "cow" => "pointer, length, capacity: a word each, in any order".to_owned(),
            "boxed_str" => "pointer, length: a word each".to_owned(),
            "arc_str" | "rc_str" => "pointer to counts and text, length: a word each".to_owned(),
            _ => drawn(fields.into_iter().collect(), shape.size, [PRIVATE; 2]),
        };
        let factors = || Factors::default().with(TYPE, subject.name());
        self.noted(factors(), shape.size, bytes)?;
        self.bytes(factors(), "align", shape.align)?;
        self.bytes(factors(), "niche", shape.free_options)?;
        self.bytes(factors(), "inline", inline.map_or(0, |(len, _)| len))?;
        if let Some(profile) = profile {
            let shares = profile.clone == CloneCost::Shares;
            self.value(factors(), "clone shares", Unit::Flag, f64::from(shares))?;
            self.value(factors(), "mutable", Unit::Flag, f64::from(profile.mutable))?;
        }
        match unsafe_code {
            Some(count) => self.bytes(factors(), "unsafe", count),
            None => Ok(()),
        }
    }

    /// Reports the blocks that texts of a type ask for, and the memory that these take.
    fn texts(&mut self, subject: &dyn StringType, allocators: &[Program]) -> Result<(), Failure> {
        for len in LENGTHS {
            let factors = || {
                let of = Factors::default().with(TYPE, subject.name());
                of.with(LENGTH, len)
            };
            let text = text(len);
            // The first value may fill buffers that the crate keeps.
            subject.hold(&text, &mut || ());
            let mut kept = Vec::new();
            recording_blocks(|| {
                subject.hold(&text, &mut || kept = live_blocks());
            });
            let asked = kept.iter().map(Layout::size).sum();
            self.bytes(factors(), "asked", asked)?;
            for &program in allocators {
                let taken = kept
                    .iter()
                    .map(|block| by_rule(program, block.size(), block.align()));
                self.bytes(factors(), &rule(program), taken.sum())?;
            }
        }
        Ok(())
    }

    fn node(&mut self, node: Node) -> Result<(), Failure> {
        let factors = || Factors::default().with(NODE, node.name);
        self.noted(factors(), node.size, node.tag)?;
        self.bytes(factors(), "align", node.align)?;
        self.bytes(factors(), "handle", node.handle.size)?;
        self.bytes(factors(), "niche of the handle", node.handle.free_options)?;
        for program in RULES {
            let taken = if node.has_block {
                by_rule(program, node.size, node.align)
            } else {
                node.size
            };
            self.bytes(factors(), &rule(program), taken)?;
        }
        for (form, drawn) in node.forms {
            self.noted(factors().with("seen as", form), node.size, drawn)?;
        }
        Ok(())
    }
}

fn text(len: usize) -> String {
    "x".repeat(len)
}
