//! The code that a broken law prints: it is the code in `printed.rs`, it fails with the bug, and it
//! passes without.
//!
//! If a law prints other code, the test shows it: read it, and copy it to `printed.rs`.

use std::panic::catch_unwind;

use string_kit_conformance::{Subject, Verdict};

use super::printed;
use super::table::{Bug, law_of, with};

/// Defines a test for each mutant. A line has the test, the bug and its type.
macro_rules! repeats {
    ($($test:ident $bug:ident in $($kind:ident)::+;)*) => {$(
        #[test]
        fn $test() {
            let subject = super::$($kind)::+::subject();
            repeats(&subject, Bug::$bug, stringify!($test), printed::$test);
        }
    )*};
}

repeats! {
    deref_trims DerefTrims in text::viewed;
    order_by_length OrderByLength in text::viewed;
    floats_are_captured_as_debug FloatsAsDebug in text::captured;
    slice_clamps SliceClamps in text::edited;
    drain_reads_twice DrainReadsTwice in text::edited;
    retain_runs_backwards RetainBackwards in text::edited;
    wide_character_panics WideCharPanics in text::collected;
    retain_unguarded RetainUnguarded in text::edited;
    serialized_as_debug SerializedAsDebug in text::viewed;
    as_mut_str_aliases AsMutStrAliases in shared;
    inline_through_the_heap InlineThroughHeap in inline;
    failed_reserve_leaks FailedReserveLeaks in text::roomy;
}

#[track_caller]
fn repeats<S>(subject: &Subject<S>, bug: Bug, test: &str, run: fn()) {
    let Verdict::Broken(case) = with(bug, || subject.examine(law_of(bug))) else {
        panic!("{bug:?} does not break its law");
    };
    let code = case.code().expect("the law prints code");
    let body = code.trim_end().replace('\n', "\n    ");
    let function = format!("pub(super) fn {test}() {{\n    {body}\n}}\n");
    assert!(
        include_str!("printed.rs").contains(&function),
        "printed.rs does not contain:\n{function}"
    );
    let result = with(bug, || catch_unwind(run));
    assert!(result.is_err(), "the code passes with {bug:?}:\n{code}");
    run();
}
