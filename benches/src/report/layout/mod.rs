//! How string types and nodes are laid out, and what their blocks take.

mod tables;
#[cfg(test)]
mod tests;
mod words;

use serde::Serialize;

use super::{Block, Section};
use crate::measure::Machine;
use crate::measure::layout::{Node, StringType};
use crate::measure::size_class::SizeClasses;

/// All that was found out.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Findings {
    /// The command that makes it again.
    pub(crate) command: String,
    /// Where it was made.
    pub(crate) machine: Machine,
    /// The string types: representations first, then rivals.
    pub(crate) types: Vec<StringType>,
    /// The nodes of concatenations.
    pub(crate) nodes: Vec<Node>,
    /// What blocks take, by allocators.
    pub(crate) classes: Vec<SizeClasses>,
}

impl Findings {
    /// A section for each question that something was found out of.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let section = |id, title: &str, blocks| Section {
            id,
            title: title.to_owned(),
            command: self.command.clone(),
            blocks,
        };
        let mut sections = Vec::new();
        if !self.types.is_empty() {
            sections.push(section(
                "layout",
                "How string types are laid out",
                vec![Block::Table(tables::types(&self.types))],
            ));
            sections.push(section(
                "layout_texts",
                "What texts ask of the allocator, and what they take",
                vec![Block::Table(tables::texts(self))],
            ));
        }
        if !self.nodes.is_empty() {
            sections.push(section(
                "layout_nodes",
                "How nodes of concatenations are laid out",
                vec![
                    Block::Table(tables::nodes(self)),
                    Block::Table(tables::forms(&self.nodes)),
                    Block::Points(words::nodes(self)),
                ],
            ));
        }
        let aligns = self
            .classes
            .first()
            .map(|of| &of.aligned)
            .into_iter()
            .flatten();
        let classes = aligns.map(|of| tables::classes(&self.classes, of.align));
        let mut blocks: Vec<Block> = classes.map(Block::Table).collect();
        blocks.push(Block::Points(words::classes(&self.classes)));
        sections.push(section("size_classes", "What a block takes", blocks));
        sections
    }

    /// What a node takes, by allocators.
    fn taken(&self, node: &Node) -> Vec<usize> {
        let classes = self.classes.iter();
        classes.map(|classes| node.taken(classes)).collect()
    }
}
