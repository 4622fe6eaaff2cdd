//! The verdicts as tables.

use super::{Findings, Notes, Standing, Subject, Verdict};
use crate::report::{Cell, Column, Table, Tone};

/// The laws, and who keeps them: the representations, then the rivals.
pub(super) fn matrices(findings: &Findings, notes: &Notes<'_>) -> Vec<Table> {
    let titles = [
        (true, "string-kit's representations"),
        (false, "Rivals, and other ways to capture"),
    ];
    let of = |(is_representation, title): (bool, &str)| {
        let subjects = findings.subjects.iter();
        let subjects: Vec<_> = subjects
            .filter(|one| one.is_representation == is_representation)
            .collect();
        (!subjects.is_empty()).then(|| matrix(findings, title, &subjects, notes))
    };
    titles.into_iter().filter_map(of).collect()
}

fn matrix(findings: &Findings, title: &str, subjects: &[&Subject], notes: &Notes<'_>) -> Table {
    let mut columns = vec![Column::words("law")];
    columns.extend(subjects.iter().map(|one| Column::marks(one.name)));
    let row = |at: usize| {
        let mut row = vec![Cell::words(findings.laws[at].name)];
        row.extend(
            subjects
                .iter()
                .map(|subject| mark(subject, &subject.verdicts[at], notes)),
        );
        row
    };
    Table {
        caption: format!(
            "{title}. ✓: the law is kept. A number: it is broken, and the note of that number says how. \
             !: and nobody knew. =: it was known to be broken, and is not any more. ·: the type lacks \
             what the law is about."
        ),
        columns,
        rows: (0..findings.laws.len()).map(row).collect(),
    }
}

fn mark(subject: &Subject, verdict: &Verdict, notes: &Notes<'_>) -> Cell {
    let mark = |sign: &str| {
        let number = notes.number(subject, verdict);
        Cell::words(number.map_or_else(String::new, |number| format!("{sign}{number}")))
    };
    match verdict.standing() {
        Standing::Kept => Cell::words("✓"),
        Standing::Known => mark("").in_tone(Tone::Worse),
        Standing::Unexpected => mark("!").in_tone(Tone::Worse),
        Standing::NoMore => mark("=").in_tone(Tone::Marked),
        Standing::Lacks => Cell::words("·"),
    }
}

/// Who was examined, and how many laws came out how.
pub(super) fn subjects(findings: &Findings) -> Table {
    let row = |subject: &Subject| {
        let broken = subject.count(Standing::Known) + subject.count(Standing::Unexpected);
        vec![
            Cell::words(subject.name),
            Cell::words(subject.type_name),
            Cell::words(subject.crate_and_version()),
            Cell::count(subject.count(Standing::Kept)),
            Cell::count(broken),
            Cell::count(subject.count(Standing::Lacks)),
        ]
    };
    let numbers = ["kept", "broken", "lacks"];
    Table {
        caption:
            "Who was examined, and how many laws came out how. The more a type can do, the more \
                  laws it has to keep."
                .to_owned(),
        columns: [
            ["name", "type", "crate"].map(Column::words).to_vec(),
            numbers.map(Column::numbers).to_vec(),
        ]
        .concat(),
        rows: findings.subjects.iter().map(row).collect(),
    }
}
