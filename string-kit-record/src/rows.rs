//! The record as lines of JSON.

use std::fmt::{self, Display, Write as _};
use std::fs::File;
use std::io::{self, Write};

use crate::counts::Counts;
use crate::label::Texts;
use crate::operation::OPERATIONS;
use crate::record::Record;
use crate::values::{Listed, SAMPLED};

use self::Cell::{Number, Text};

/// Writes all rows, of which the first has the name of the recorder. docs/PROFILE.md of the project
/// describes them.
pub(crate) fn write_all(file: &mut File, recorder: &str) -> io::Result<()> {
    let labels: Vec<Counts> = Record::all().into_iter().map(Record::counts).collect();
    let most = labels.iter().map(Counts::texts).max().unwrap_or(0);
    let records = row(&[
        ("part", Text("records")),
        ("hash", Text(recorder)),
        ("count", Number(most)),
    ]);
    file.write_all(records.as_bytes())?;
    labels
        .iter()
        .try_for_each(|label| file.write_all(label.rows().as_bytes()))
}

#[derive(Clone, Copy)]
enum Cell<'a> {
    Number(u64),
    Text(&'a str),
}

/// Writes the cell as JSON.
impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Number(number) => return number.fmt(f),
            Text(text) => text,
        };
        f.write_char('"')?;
        for character in text.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\0'..='\x1F' => write!(f, "\\u{:04x}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// Returns a row of cells, each with the name of its column, as a line of JSON.
fn row(cells: &[(&str, Cell<'_>)]) -> String {
    let cells = cells
        .iter()
        .map(|(column, cell)| format!("\"{column}\":{cell}"));
    format!("{{{}}}\n", cells.collect::<Vec<_>>().join(","))
}

impl Counts {
    fn rows(&self) -> String {
        let mut rows = String::new();
        let mut add = |part, cells: &[(&str, Cell<'_>)]| {
            let head = [("part", Text(part)), ("field", Text(self.name))];
            rows += &row(&[&head[..], cells].concat());
        };
        let kind = match self.values.texts {
            Texts::Kept => "recorded",
            Texts::Lengths => "keyed",
        };
        add("hash", &[("text", Text(kind)), ("count", Number(1))]);
        if !self.alias.is_empty() {
            let alias = Text(self.alias);
            add("alias", &[("text", alias), ("count", Number(1))]);
        }
        let texts = self.texts();
        add("present", &[("count", Number(texts))]);
        let ascii = texts.saturating_sub(self.not_ascii);
        add("ascii", &[("count", Number(ascii))]);
        for (bytes, count) in &self.lengths {
            let cells = [("bits", Number(bytes * 8)), ("count", Number(*count))];
            add("length", &cells);
        }
        let sampled = self.values.sampled();
        if sampled < SAMPLED {
            add("sampled", &[("count", Number(sampled as u64))]);
        }
        let mut rest = self.lengths.clone();
        let (listed, unlisted) = self.values.listed();
        for one in listed {
            let Listed { value, most, .. } = one;
            // No more than there are texts of this length, since threads may go on.
            let Some(rest) = rest.get_mut(&value.bytes).filter(|rest| **rest > 0) else {
                continue;
            };
            let count = one.least.min(*rest);
            *rest -= count;
            let hash = format!("{:016x}", one.hash);
            let mut cells = vec![
                ("bits", Number(value.bytes * 8)),
                ("count", Number(count)),
                ("hash", Text(&hash)),
            ];
            cells.extend(value.text.as_deref().map(|text| ("text", Text(text))));
            if most > one.least {
                cells.push(("most", Number(most.min(texts))));
            }
            add("value", &cells);
        }
        if unlisted > 0 {
            add("unlisted", &[("count", Number(unlisted.min(texts)))]);
        }
        for ((_, name), count) in OPERATIONS.into_iter().zip(self.operations) {
            add(
                "operation",
                &[("text", Text(name)), ("count", Number(count))],
            );
        }
        let (alive, most) = self.alive;
        add("alive", &[("count", Number(alive)), ("most", Number(most))]);
        let owners = Number(self.lives.owners(most));
        add("owners", &[("count", owners), ("most", Number(most))]);
        add("threads", &[("count", Number(self.threads))]);
        add("cloners", &[("count", Number(self.cloners))]);
        rows
    }
}
