//! What the cells say: every name and number in these sentences is computed.

use super::{Cell, Findings, Group};
use crate::measure::MIN_ROUNDS;
use crate::report::cells::{by_way, count, many};
use crate::report::{Unit, level};

/// How many types that slow down have a sentence of their own.
const TOLD: usize = 3;

/// How it was measured.
pub(super) fn method(findings: &Findings) -> String {
    let length = findings.clones.map_or_else(
        || format!("{} ms", findings.millis),
        |clones| format!("{clones} clones a thread"),
    );
    format!(
        "Each cell is a process of its own, of {length}. All have their turn before any has its next, {} \
         in all, so that what disturbs the machine disturbs all alike. Threads note when each of their \
         chunks of some hundred operations began and ended. Only chunks count that were not preempted, \
         and during which as many threads ran as can run at once, which is all of them, or of more threads \
         than cores exactly as many as there are cores: what other programs do then costs chunks, but \
         does not look like less contention.",
        many(findings.reps, "turn"),
    )
}

/// What a group says.
pub(super) fn group(group: &Group<'_>) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(
        group
            .threads
            .iter()
            .filter_map(|&threads| fastest(group, threads)),
    );
    for &threads in group.threads.iter().filter(|&&threads| threads > 1) {
        words.extend(slower(group, threads));
    }
    if words.is_empty() {
        words.push(format!("{}: nothing can be told.", group.words()));
    }
    words
}

/// Who is fastest with so many threads.
fn fastest(group: &Group<'_>, threads: usize) -> Option<String> {
    let mut cells = at(group, threads);
    cells.retain(|cell| cell.ratio.is_some());
    let ratio = |cell: &Cell| cell.ratio.expect("it has one");
    cells.sort_by(|a, b| ratio(a).median.total_cmp(&ratio(b).median));
    let (first, others) = cells.split_first()?;
    let slowest = others.last()?;
    let doubt = if level::beats(ratio(first), ratio(slowest)) {
        ""
    } else {
        ", and no difference can be told"
    };
    let ns = |cell: &Cell| Unit::Nanoseconds.show(cell.ns.expect("a ratio is of times").median);
    Some(format!(
        "{}, {}: {}{} takes {}; the slowest, {}, {}{doubt}.",
        group.words(),
        many(threads, "thread"),
        first.cell.repr,
        level::level(
            ratio(first),
            others.iter().map(|cell| (&*cell.cell.repr, ratio(cell)))
        ),
        ns(first),
        slowest.cell.repr,
        ns(slowest),
    ))
}

/// Who is slower with so many threads than alone, and who is not.
fn slower(group: &Group<'_>, threads: usize) -> Vec<String> {
    let known = at(group, threads);
    let mut known: Vec<_> = known
        .into_iter()
        .filter_map(|cell| Some((cell, cell.slowdown?, cell.ns?)))
        .collect();
    known.sort_by(|(_, a, _), (_, b, _)| b.median.total_cmp(&a.median));
    let (slower, others): (Vec<_>, Vec<_>) = known
        .into_iter()
        .partition(|(_, slowdown, _)| slowdown.low > 1.0);
    let mut words = Vec::new();
    for (cell, slowdown, ns) in slower.iter().take(TOLD) {
        let alone = group.at(&cell.cell.repr, 1).and_then(|alone| alone.ns);
        let alone = alone.map_or(f64::NAN, |alone| alone.median);
        words.push(format!(
            "{} is {} times slower with {threads} threads than alone: {} against {}.",
            cell.cell.repr,
            times(slowdown.median),
            Unit::Nanoseconds.show(ns.median),
            Unit::Nanoseconds.show(alone),
        ));
    }
    let rest = slower.get(TOLD..).unwrap_or_default();
    if let [first, .., last] = rest {
        words.push(format!(
            "{} more are slower with {threads} threads than alone, by {} to {} times.",
            count(rest.len()),
            times(last.1.median),
            times(first.1.median),
        ));
    } else if let [(cell, slowdown, _)] = rest {
        words.push(format!(
            "{} is {} times slower with {threads} threads than alone.",
            cell.cell.repr,
            times(slowdown.median),
        ));
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|(cell, ..)| &*cell.cell.repr).collect();
        words.push(format!(
            "No slower with {threads} threads than alone, as far as one can tell: {}.",
            names.join(", ")
        ));
    }
    words
}

/// What becomes of clones.
pub(super) fn leaked_or_dropped(leaked: bool) -> &'static str {
    if leaked { "leaked" } else { "dropped" }
}

/// That clones are leaked, behind what they are of.
pub(super) fn and_leaked(leaked: bool) -> &'static str {
    if leaked { ", leaked" } else { "" }
}

/// A ratio in a sentence.
pub(super) fn times(ratio: f64) -> String {
    format!("{ratio:.*}", if ratio < 10.0 { 2 } else { 1 })
}

fn at<'a>(group: &Group<'a>, threads: usize) -> Vec<&'a Cell> {
    let cells = group.cells.iter();
    cells
        .filter(|cell| cell.cell.threads == threads)
        .copied()
        .collect()
}

/// What is missing, and why.
pub(super) fn doubts(findings: &Findings) -> Vec<String> {
    let mut words = findings.left_out.clone();
    let name = |cell: &&Cell| {
        let many = many(cell.cell.threads, "thread");
        let leaked = and_leaked(cell.cell.leaked);
        let of = &cell.cell;
        format!(
            "{} ({}{leaked}, {} bytes, {}, {many})",
            of.repr, of.pattern, of.size, of.allocator
        )
    };
    let those = |is_one: &dyn Fn(&Cell) -> bool| {
        let names: Vec<String> = findings
            .cells
            .iter()
            .filter(|cell| is_one(cell))
            .map(|cell| name(&cell))
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let none = those(&|cell| cell.ns.is_none());
    words.extend(none.map(|names| {
        format!(
            "The threads never ran together for long enough, which a calmer machine mends: {names}."
        )
    }));
    let some = those(&|cell| cell.ns.is_some() && cell.without > 0);
    words.extend(some.map(|names| {
        format!("Some threads, of some repetitions, found no chunks that count: {names}.")
    }));
    let few = those(&|cell| (1..MIN_ROUNDS).contains(&cell.found));
    words.extend(few.map(|names| {
        format!("Of fewer than {MIN_ROUNDS} repetitions, too few to tell a difference: {names}.")
    }));
    let bounded = those(&|cell| cell.bounded);
    words.extend(bounded.map(|names| scaled_down(&names)));
    let of = findings.cells.iter().map(|cell| cell.cell.allocator);
    words.extend(by_way(of));
    words
}

/// That memory bounded what these leaked.
pub(super) fn scaled_down(names: &str) -> String {
    format!(
        "Scaled down, so that leaked clones take no more than a quarter of the free memory: {names}."
    )
}
