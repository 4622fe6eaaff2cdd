//! The list of the instruction counts has every workload.

use string_kit_benches::for_each_group;
use string_kit_benches::workload::cases;

fn list() -> Vec<String> {
    macro_rules! names {
        ($($group:ident { $([$($function:ident)*] $names:tt)* })*) => {
            [$($($((stringify!($function), stringify!($names))),*),*),*]
        };
    }
    for_each_group!(names)
        .into_iter()
        .flat_map(|(function, names)| {
            let names = names.trim_matches(['(', ')']).split_whitespace();
            names.map(move |name| format!("{function}::{name}"))
        })
        .collect()
}

#[test]
fn the_list_has_each_workload_once() {
    let cases = cases::all().into_iter();
    let names = cases.map(|case| format!("{}::{}", case.function, case.name));
    let (mut workloads, mut list) = (names.collect::<Vec<_>>(), list());
    workloads.sort();
    list.sort();
    for (names, known, fault) in [
        (&list, &workloads, "cases.rs lists what is no workload"),
        (&workloads, &list, "cases.rs does not list"),
    ] {
        let missing: Vec<_> = names.iter().filter(|name| !known.contains(name)).collect();
        assert!(missing.is_empty(), "{fault}: {missing:?}");
    }
    assert_eq!(list, workloads, "a name is there twice");
}

#[test]
fn each_workload_runs() {
    for case in cases::all() {
        (case.run)();
    }
}
