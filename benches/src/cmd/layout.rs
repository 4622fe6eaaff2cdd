//! `layout`: how string types and nodes of concatenations are laid out, and what their blocks take.

use string_kit_subjects::Listed;

use super::flags::{ALL, named};
use super::output::Output;
use super::{Failure, document};
use crate::measure::Machine;
use crate::measure::layout::{Node, StringType, nodes};
use crate::measure::size_class::SizeClasses;
use crate::report::layout::Findings;

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Look at these types and nodes: names of the tables, or 'all'.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = ALL)]
    repr: Vec<String>,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let findings = self.measure(command)?;
        let document = document(Some(&findings.machine), findings.sections());
        self.output.show(&findings, &document)
    }

    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        let mut all = all();
        named(&self.repr, &mut all, Thing::name, "representation or node")?;
        self.output.check()?;
        let mut findings = Findings {
            command,
            machine: Machine::detect(),
            types: Vec::new(),
            nodes: Vec::new(),
            classes: SizeClasses::detect(),
        };
        for thing in all {
            match thing {
                Thing::Type(listed) => findings.types.push(StringType::of(&listed)),
                Thing::Node(node) => findings.nodes.push(node),
            }
        }
        Ok(findings)
    }
}

/// What has a layout.
enum Thing {
    Type(Listed),
    Node(Node),
}

impl Thing {
    fn name(&self) -> &'static str {
        match self {
            Self::Type(listed) => listed.name,
            Self::Node(node) => node.name,
        }
    }
}

/// Each type once, however many ways to capture it has in the list, and each node.
fn all() -> Vec<Thing> {
    let mut listed = string_kit_subjects::all();
    let mut seen = Vec::new();
    listed.retain(|listed| {
        let path = listed.subject.path();
        let is_new = !seen.contains(&path);
        seen.push(path);
        is_new
    });
    let types = listed.into_iter().map(Thing::Type);
    types.chain(nodes().into_iter().map(Thing::Node)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cmd::given;

    #[test]
    fn all_is_the_default() {
        let args = given::<Args>(&[]);
        let found = args.measure(String::new());
        assert!(found.is_ok_and(|found| found.types.len() + found.nodes.len() == all().len()));
    }

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for thing in all() {
            assert!(seen.insert(thing.name()), "{} twice", thing.name());
        }
    }

    #[test]
    fn every_representation_is_there() {
        let all = all();
        macro_rules! check {
            ($name:ident, $ty:ty) => {
                assert!(all.iter().any(|thing| thing.name() == stringify!($name)));
            };
        }
        string_kit_subjects::for_each_representation!(check);
    }
}
