//! Instructions of every workload, by callgrind; for the published ways to capture (`-- published`)
//! also the hits of the caches and of the memory, and the estimated cycles.
//!
//! An argument that is no flag filters functions: `cargo bench --bench callgrind -- one_pass`.
//! Flags are iai-callgrind's; give their values with `=`.

#![allow(
    missing_docs,
    reason = "the macros of iai-callgrind write items without"
)]
#![cfg_attr(debug_assertions, allow(unused))] // The benches of a debug build are not run.

use std::hint::black_box;

use iai_callgrind::{
    Callgrind, EventKind, LibraryBenchmarkConfig, OutputFormat, library_benchmark,
    library_benchmark_group, main,
};
use string_kit_benches::workload::cases;

/// Makes a benchmark of each name.
macro_rules! function {
    ($function:ident ($($name:ident)*)) => {
        #[library_benchmark(setup = prepare)]
        $(#[bench::$name(stringify!($function), stringify!($name))])*
        fn $function(run: &dyn Fn()) {
            run();
            // So that the call does not become a jump, of which callgrind loses track.
            black_box(());
        }
    };
}

macro_rules! groups {
    ($($group:ident { $([$($function:ident)*] $names:tt)* })*) => {
        $(
            $($(function! { $function $names })*)*
            library_benchmark_group!(
                name = $group;
                config = config(stringify!($group));
                benchmarks = $($($function),*),*
            );
        )*

        #[cfg(not(debug_assertions))]
        main!(library_benchmark_groups = $($group),*);
    };
}
string_kit_benches::for_each_group!(groups);

#[cfg(debug_assertions)]
fn main() {
    println!("callgrind: skipped, for this build is not optimized; use cargo bench");
}

/// Returns the run of a benchmark, after one run, which fills what it keeps, such as a thread's
/// buffer.
fn prepare(function: &str, name: &str) -> &'static dyn Fn() {
    let mut cases = cases::all().into_iter();
    let case = cases
        .find(|case| case.function == function && case.name == name)
        .unwrap_or_else(|| panic!("no workload is called {function}::{name}"));
    drop(cases);
    (case.run)();
    let run = Box::leak(case.run);
    fill_free_lists();
    run
}

/// Puts free blocks of every small size on malloc's thread-local lists.
///
/// Otherwise the count depends on what the program allocated before, and so on the length of its
/// own path among its arguments: 128 or 262 instructions for the same function.
fn fill_free_lists() {
    for size in (16..=1024).step_by(16) {
        black_box([(); 4].map(|()| Vec::<u8>::with_capacity(size)));
    }
    // A large block makes malloc merge all other free blocks, which it would else do in the count:
    // 39,000 of the 322,000 instructions of a list from JSON.
    drop(black_box(Vec::<u8>::with_capacity(100_000)));
}

/// Returns the configuration of a group. All show instructions. The published ways also show the
/// hits of simulated caches, which depend on where the program happens to be loaded.
fn config(group: &str) -> LibraryBenchmarkConfig {
    use EventKind::{EstimatedCycles, Ir, L1hits, LLhits, RamHits, TotalRW};

    let mut callgrind = Callgrind::default();
    if group == "published" {
        callgrind.format([Ir, L1hits, LLhits, RamHits, TotalRW, EstimatedCycles]);
    } else {
        callgrind.args(["--cache-sim=no"]).format([Ir]);
    }
    // The arguments of a benchmark repeat its path.
    let mut output = OutputFormat::default();
    output.truncate_description(Some(0));
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind).output_format(output);
    // Cargo's value has the paths of this directory; the runner says why they must not count.
    config.env("LD_LIBRARY_PATH", "");
    config
}
