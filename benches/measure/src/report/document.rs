//! The content of a report, without a form: all forms show the same document.

use super::chart::Chart;
use super::table::Table;
use crate::run::Run;
use crate::visible::{visible, visible_line};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub(super) title: String,
    /// The machine and the build that measured, fact by fact.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) sections: Vec<Section>,
}

impl Document {
    /// Returns the report of some runs, under the machine of the first.
    ///
    /// Control characters in its texts, which may be those of a file, become escapes.
    pub fn new(title: &str, runs: &[Run], mut sections: Vec<Section>) -> Self {
        let machine = runs.first().map(|run| &run.header.machine);
        let mut facts: Vec<_> = machine.map_or_else(Vec::new, |machine| machine.facts().into());
        let mut texts: Vec<&mut String> = facts.iter_mut().map(|(_, fact)| fact).collect();
        for section in &mut sections {
            // One that is copied must not run another in its second line.
            section.command = visible_line(&section.command);
            texts.extend([&mut section.id, &mut section.title]);
            for block in &mut section.blocks {
                match block {
                    Block::Text(text) | Block::Code(text) => texts.push(text),
                    Block::Points(points) => texts.extend(points),
                    Block::Table(table) => {
                        texts.push(&mut table.caption);
                        texts.extend(table.columns.iter_mut().map(|column| &mut column.name));
                        texts.extend(table.rows.iter_mut().flatten().map(|cell| &mut cell.text));
                    }
                    Block::Chart(chart) => {
                        texts.extend([&mut chart.id, &mut chart.caption]);
                        texts.extend([&mut chart.x.name, &mut chart.y.name]);
                        texts.extend(chart.series.iter_mut().map(|series| &mut series.name));
                    }
                }
            }
        }
        for text in texts {
            *text = visible(text);
        }
        Self {
            title: title.to_owned(),
            facts,
            sections,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The name in links: a Rust identifier, unique in the document.
    pub id: String,
    pub title: String,
    /// The command that makes it again; empty if there is none.
    pub command: String,
    pub blocks: Vec<Block>,
    /// True if a terminal does not show it: other forms of the report do.
    pub is_detail: bool,
}

impl Section {
    /// Returns a section that a terminal shows.
    pub fn new(id: &str, title: &str, command: &str, blocks: Vec<Block>) -> Self {
        let [id, title, command] = [id, title, command].map(ToOwned::to_owned);
        Self {
            id,
            title,
            command,
            blocks,
            is_detail: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Text(String),
    Points(Vec<String>),
    /// Lines of code, which are there to be copied.
    Code(String),
    Table(Table),
    Chart(Chart),
}
