//! What the cells say: every name and number in these sentences is computed.

use super::{Cell, Classes, Findings, Group};
use crate::measure::{Estimate, MIN_ROUNDS};
use crate::report::cells::{by_way, digits, many};
use crate::report::level;

/// How it was measured.
pub(super) fn method(findings: &Findings) -> String {
    format!(
        "Each cell is a process of its own. All have their turn before any has its next, {} in all, so that \
         what disturbs the machine disturbs all alike. Times are those for which the thread ran, and what \
         other programs do on its core is not of them. What is joined with what is drawn from one seed, \
         for all designs.",
        many(findings.reps, "turn"),
    )
}

/// What a group says.
pub(super) fn group(findings: &Findings, group: &Group<'_>) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(least(
        group,
        "takes the fewest bytes",
        |cell| cell.touched,
        |cell| cell.bytes_ratio,
        "B",
    ));
    words.extend(least(
        group,
        "is made fastest",
        |cell| Some(cell.build_ns),
        |cell| cell.build_ratio,
        "ns",
    ));
    words.extend(least(
        group,
        "is dropped fastest",
        |cell| cell.drop_ns,
        |cell| cell.drop_ratio,
        "ns",
    ));
    if group.baseline(findings).is_none() || words.is_empty() {
        words.push(format!("{}: nothing can be told.", group.words()));
    }
    words
}

/// Who takes the least of something, and who the most.
fn least(
    group: &Group<'_>,
    what: &str,
    of: impl Fn(&Cell) -> Option<Estimate>,
    ratio: impl Fn(&Cell) -> Option<Estimate>,
    unit: &str,
) -> Option<String> {
    let known = group.cells.iter();
    let mut known: Vec<_> = known
        .filter_map(|cell| Some((&*cell.cell.design, of(cell)?, ratio(cell)?)))
        .collect();
    known.sort_by(|(_, _, a), (_, _, b)| a.median.total_cmp(&b.median));
    let ((name, fewest, ratio), others) = known.split_first()?;
    let (worst, most, most_ratio) = others.last()?;
    let doubt = if level::beats(*ratio, *most_ratio) {
        ""
    } else {
        ", and no difference can be told"
    };
    Some(format!(
        "{}: {name}{} {what}, {} {unit}; the most it is of {worst}, {} {unit}{doubt}.",
        group.words(),
        level::level(
            *ratio,
            others.iter().map(|(name, _, ratio)| (*name, *ratio))
        ),
        digits(fewest.median),
        digits(most.median),
    ))
}

/// Which sizes cost the same, on each allocator.
pub(super) fn classes(all: &[Classes]) -> Vec<String> {
    let words = |of: &Classes| {
        let mut same: Vec<String> = Vec::new();
        for two in of.classes.windows(2) {
            if two[0].takes == two[1].takes {
                same.push(format!(
                    "{} and {} ({})",
                    two[0].asked, two[1].asked, two[0].takes
                ));
            }
        }
        if same.is_empty() {
            format!(
                "{}: each of these sizes takes more than the one before.",
                of.allocator
            )
        } else {
            format!(
                "{}: these bytes cost the same: {}.",
                of.allocator,
                same.join(", ")
            )
        }
    };
    all.iter().map(words).collect()
}

/// What is missing, and why.
pub(super) fn doubts(findings: &Findings) -> Vec<String> {
    let mut words = findings.left_out.clone();
    if findings.reps < MIN_ROUNDS {
        words.push(format!(
            "Of fewer than {MIN_ROUNDS} repetitions, too few to tell a difference."
        ));
    }
    let less: Vec<String> = findings
        .cells
        .iter()
        .filter(|cell| takes_less(cell))
        .map(name)
        .collect();
    if !less.is_empty() {
        words.push(format!(
            "Fewer bytes taken than there are in blocks, since some of their pages were touched before, 2 MB \
             at once where an allocator asks for huge ones; with more concatenations it shows less: {}.",
            less.join(", ")
        ));
    }
    words.extend(by_way(
        findings.cells.iter().map(|cell| cell.cell.allocator),
    ));
    words
}

/// Whether what was touched does not tell all that was taken.
fn takes_less(cell: &Cell) -> bool {
    let both = cell.touched.zip(cell.live);
    both.is_some_and(|(touched, live)| touched.median < 0.95 * live.median)
}

fn name(cell: &Cell) -> String {
    format!(
        "{} ({}, {})",
        cell.cell.design, cell.cell.shape, cell.cell.allocator
    )
}
