//! Without a `check`, a violation writes a line to standard error and ends the program.

use std::alloc::GlobalAlloc;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::{env, ptr, thread};

use string_kit_conformance::{Law, Verdict, check, subject};

use crate::{ALLOCATOR, TEN, WORD, bytes, free, new, resize, write};

const FAULT: &str = "STRING_KIT_CONFORMANCE_FAULT";

/// Runs the test named `test` again in a child process, and returns the child's standard error. In
/// the child, commits `fault`.
fn dies(test: &str, fault: &str, commit: impl FnOnce()) -> String {
    if let Ok(chosen) = env::var(FAULT) {
        if chosen == fault {
            commit();
            std::process::exit(0);
        }
        return String::new();
    }
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(FAULT, fault)
        .output()
        .unwrap();
    assert!(
        !output.status.success(),
        "the program continued after {fault}"
    );
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn dies_with(test: &str, line: &str, commit: impl FnOnce()) {
    let written = dies(test, line, commit);
    let line = format!("string-kit-conformance: {line}");
    assert!(
        env::var_os(FAULT).is_some() || written.lines().any(|written| written.starts_with(&line)),
        "no line {line:?} in {written:?}",
    );
}

#[test]
fn faults_end_the_program() {
    let faults: [(&str, fn()); 6] = [
        (
            "dealloc was given 8 bytes aligned to 1 for a block of 8 bytes aligned to 8",
            || free(new(WORD), bytes(8)),
        ),
        (
            "realloc was given 1 byte aligned to 1 for a block of 10 bytes aligned to 1",
            || free(resize(new(TEN), bytes(1), 5), bytes(5)),
        ),
        (
            "written before a block of 10 bytes aligned to 1, at distance 2",
            || {
                let block = new(TEN);
                write(block.wrapping_sub(2), b"!");
                free(block, TEN);
            },
        ),
        (
            "written after a block of 10 bytes aligned to 1, at distance 1",
            || {
                let block = new(TEN);
                write(block.wrapping_add(10), b"!");
                free(block, TEN);
            },
        ),
        ("alloc was asked for zero bytes", || _ = new(bytes(0))),
        // In a thread that runs no `check` of its own.
        ("alloc_zeroed was asked for zero bytes", || {
            // SAFETY: the size is zero on purpose, although the contract forbids it: the allocator
            // reports it and ends the program.
            let zeroed = || _ = unsafe { ALLOCATOR.alloc_zeroed(bytes(0)) }.addr();
            check(|| thread::spawn(zeroed).join().unwrap());
        }),
    ];
    for (line, commit) in faults {
        dies_with("alone::faults_end_the_program", line, commit);
    }
}

#[test]
fn an_unknown_block_ends_the_program_even_in_a_check() {
    let test = "alone::an_unknown_block_ends_the_program_even_in_a_check";
    let mut words = [0_u128; 8];
    let start = words.as_mut_ptr().cast::<u8>().wrapping_add(64);
    // The line continues with an address, which differs in the child.
    dies_with(test, "dealloc was given 0x", || {
        _ = check(|| free(start, TEN));
    });
    dies_with(test, "realloc was given 0x", || {
        _ = check(|| resize(start, TEN, 11));
    });
    let line = format!("dealloc was given {UNKNOWN}");
    dies_with(test, &line, || free(ptr::without_provenance_mut(1), TEN));
    // A damaged header. Another line, since it names the fault.
    dies_with(test, "dealloc was given ", || {
        check(|| {
            let block = new(TEN);
            write(block.wrapping_sub(17), b"!");
            free(block, TEN);
        });
    });
}

/// The words for an address that no block has.
const UNKNOWN: &str = "0x1, a pointer that this allocator did not hand out, or a block that was \
                       freed before";

#[test]
fn a_fault_that_ends_the_program_names_the_law() {
    let test = "alone::a_fault_that_ends_the_program_names_the_law";
    let line = format!("dealloc was given {UNKNOWN}, in the examination of String by round_trips");
    let foreign = subject!(
        String,
        |_| {
            free(ptr::without_provenance_mut(1), TEN);
            String::new()
        },
        |text| text
    );
    dies_with(test, &line, || {
        _ = foreign.examine(Law::RoundTrips);
    });
    // In another thread of the law, too.
    let line = line.replace("round_trips", "threads_may_share");
    let foreign = subject!(String).push(|_, _| free(ptr::without_provenance_mut(1), TEN));
    dies_with(test, &line, || {
        _ = foreign.examine(Law::ThreadsMayShare);
    });
}

#[test]
fn a_double_free_breaks_the_law_that_runs() {
    let frees_twice = subject!(
        String,
        |text| {
            let block = new(TEN);
            free(block, TEN);
            free(block, TEN);
            text.into()
        },
        |text| text
    );
    let verdict = frees_twice.examine(Law::OptionIsFree);
    assert_eq!(verdict, Verdict::Kept);
    let broken = frees_twice.examine(Law::RoundTrips).to_string();
    let case = "during the examination: dealloc was given a freed block of 10 bytes aligned to 1";
    assert!(broken.contains(case), "{broken}");
}

#[test]
fn a_panic_writes_the_violations() {
    let test = "alone::a_panic_writes_the_violations";
    let commit = || {
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            check(|| {
                free(new(WORD), bytes(8));
                (0..40).for_each(|_| free(new(bytes(0)), bytes(0)));
                panic!("on purpose");
            })
        }));
        std::process::exit(i32::from(unwound.is_err()));
    };
    let written = dies(test, "panic", commit);
    for line in [
        "string-kit-conformance: dealloc was given 8 bytes aligned to 1 for a block of 8 bytes \
         aligned to 8\n",
        "string-kit-conformance: 9 more violations were not kept\n",
    ] {
        assert!(
            env::var_os(FAULT).is_some() || written.contains(line),
            "{written}"
        );
    }
}
