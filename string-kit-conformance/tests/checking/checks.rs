//! `check`: nesting, panics, threads and limits.

use std::panic::catch_unwind;
use std::thread;

use string_kit_conformance::{Call, Violation, check, with_budget};

use crate::{TEN, bytes, free, new, reports, reports_nothing, support, write};

const FAULT: Violation = Violation::ZeroSize { call: Call::Alloc };

const WRITTEN: Violation = Violation::WrittenAfterFree {
    block: TEN,
    offset: 0,
};

fn commit(faults: usize) {
    for _ in 0..faults {
        free(new(bytes(0)), bytes(0));
    }
}

#[test]
fn an_outer_check_sees_the_inner_violations() {
    reports(&[FAULT; 6], || {
        commit(1);
        reports(&[FAULT; 3], || {
            commit(1);
            reports(&[FAULT; 2], || commit(2));
        });
        reports_nothing(|| ());
        commit(2);
    });
    reports_nothing(|| ());
}

#[test]
fn an_inner_check_keeps_the_outer_quarantine() {
    reports(&[WRITTEN], || {
        let block = new(TEN);
        free(block, TEN);
        reports_nothing(|| free(new(TEN), TEN));
        write(block, b"!");
    });
}

#[test]
fn violations_after_32_are_counted() {
    let unlisted = |count| Violation::Unlisted { count };
    let listed = |kept: usize, count| {
        let mut list = vec![FAULT; kept];
        list.extend((count > 0).then_some(unlisted(count)));
        list
    };
    reports(&listed(32, 0), || commit(32));
    reports(&listed(32, 1), || commit(33));
    reports(&listed(32, 11), || {
        commit(30);
        reports(&listed(2, 3), || commit(5));
        reports(&listed(0, 7), || commit(7));
        commit(1);
    });
    reports_nothing(|| ());
}

#[test]
fn a_panic_passes_violations_to_the_outer_check() {
    reports(&[FAULT, WRITTEN], || {
        let unwound = catch_unwind(|| {
            check(|| {
                commit(1);
                let block = new(TEN);
                free(block, TEN);
                write(block, b"!");
                panic!("on purpose");
            })
        });
        assert!(unwound.is_err());
    });
    reports_nothing(|| ());
}

#[test]
fn a_spent_budget_does_not_stop_the_report() {
    // The block spends the whole budget.
    let ((), violations) = with_budget(1, || check(|| commit(1)));
    assert_eq!(violations, [FAULT]);
}

#[test]
fn each_thread_has_its_own_report() {
    reports_nothing(|| {
        thread::spawn(|| reports(&[FAULT], || commit(1)))
            .join()
            .unwrap();
    });
}

#[test]
fn it_counts_and_limits_and_is_detected_also_in_a_check() {
    support::counts_limits_and_is_detected(true);
    reports_nothing(|| support::counts_limits_and_is_detected(true));
}
