//! The lists of the benches have every workload, and the rules name what is in them.

#[macro_use]
#[path = "../../callgrind/cases.rs"]
mod cases;

use std::collections::BTreeSet;
use std::slice;

use string_kit_benches::workload::{self, Group};
use string_kit_measure::run::Factors;
use toml::{Table, Value};

/// Returns the factors of a cell of the run file: a function and a name.
fn cell(function: &str, name: &str) -> Factors {
    Factors::default().with("group", function).with("way", name)
}

fn list() -> Vec<Factors> {
    macro_rules! names {
        ($($group:ident { $([$($function:ident)*] $names:tt)* })*) => {
            [$($($((stringify!($function), stringify!($names))),*),*),*]
        };
    }
    let functions = for_each_group!(names).into_iter();
    let cells = functions.flat_map(|(function, names)| {
        let names = names.trim_matches(['(', ')']).split_whitespace();
        names.map(move |name| cell(function, name))
    });
    cells.collect()
}

fn rules() -> Vec<Table> {
    let file: Table = include_str!("../../rules/callgrind.toml").parse().unwrap();
    file["rule"].clone().try_into().unwrap()
}

/// Returns the cells that a rule selects.
fn selected(rule: &Table) -> Vec<Factors> {
    let factors: Factors = rule["cells"].clone().try_into().unwrap();
    let mut cells = list();
    cells.retain(|cell| cell.includes(&factors));
    cells
}

/// Returns the cells that a cell is compared with, and the one that is subtracted.
fn others(rule: &Table, cell: &Factors) -> Vec<Factors> {
    let sides = [rule.get("against"), rule.get("minus")];
    let sides = sides.into_iter().flatten();
    let sides = sides.flat_map(|side| side.as_array().map_or(slice::from_ref(side), Vec::as_slice));
    let other = |side: &Value| cell.clone().replaced_by(&side.clone().try_into().unwrap());
    sides.map(other).collect()
}

#[test]
fn the_list_has_each_workload_once() {
    let cases = cases::all().into_iter();
    let mut workloads: Vec<_> = cases.map(|case| cell(&case.function, &case.name)).collect();
    let mut list = list();
    workloads.sort();
    list.sort();
    for (more, fewer, what) in [
        (&list, &workloads, "cases.rs lists what is no workload"),
        (&workloads, &list, "cases.rs does not list"),
    ] {
        let missing = more.iter().filter(|name| !fewer.contains(name));
        let missing: Vec<&Factors> = missing.collect();
        assert!(missing.is_empty(), "{what}: {missing:?}");
    }
    assert_eq!(list, workloads, "a name is there twice");
    list.dedup();
    assert_eq!(list.len(), workloads.len(), "a name is listed twice");
}

#[test]
fn each_workload_runs() {
    for case in cases::all() {
        (case.run)();
    }
}

#[test]
fn each_rule_compares_what_is_listed() {
    let list = list();
    for rule in rules() {
        let name = rule["name"].as_str().unwrap();
        assert_eq!(rule["question"].as_str(), Some("callgrind"), "{name}");
        assert_eq!(rule["metric"].as_str(), Some("instructions"), "{name}");
        assert!(rule["at_most"].as_float().is_some(), "{name}");
        let cells = selected(&rule);
        assert!(!cells.is_empty(), "'{name}' selects no cell");
        for cell in cells {
            for other in others(&rule, &cell) {
                assert!(list.contains(&other), "'{name}': there is no {other:?}");
                assert_ne!(cell, other, "'{name}' compares a cell with itself");
            }
        }
    }
}

#[test]
fn str_list_is_compared_with_every_way_of_others() {
    let ours = cell("pass", "str_list");
    let mut rules = rules().into_iter();
    let rule = rules.find(|rule| rule["against"].is_array()).unwrap();
    assert_eq!(selected(&rule), slice::from_ref(&ours));
    let compared: BTreeSet<Factors> = others(&rule, &ours).into_iter().collect();
    let ways = workload::all().into_iter().filter(|way| {
        matches!(way.group, Group::Published | Group::Rival) || way.strategy == Some("native")
    });
    let ways = ways.map(|way| cell(way.strategy.unwrap_or("pass"), way.name));
    assert_eq!(compared, ways.collect());
}
