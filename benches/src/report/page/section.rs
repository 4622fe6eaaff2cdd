//! A section: its blocks, and the command that makes it again.

use maud::{Markup, html};

use super::{chart, table};
use crate::report::document::{Block, Section};

pub(super) fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 {
                (section.title)
                " "
                a.anchor href={ "#" (section.id) } aria-label={ "Link to " (section.title) } { "#" }
            }
            @for block in &section.blocks { (show(block)) }
            @if !section.command.is_empty() { (command(section)) }
        }
    }
}

fn show(block: &Block) -> Markup {
    match block {
        Block::Text(text) => html! { p { (text) } },
        Block::Points(points) => html! {
            ul.points { @for point in points { li { (point) } } }
        },
        Block::Table(table) => table::table(table),
        Block::Chart(chart) => chart::chart(chart),
    }
}

fn command(section: &Section) -> Markup {
    html! {
        div.command {
            pre tabindex="0" role="region" aria-label={ "Command of: " (section.title) } {
                code { (section.command) }
            }
            button type="button" data-copy hidden { "Copy" }
        }
    }
}
