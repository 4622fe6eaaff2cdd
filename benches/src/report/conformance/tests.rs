//! What is shown of each kind of finding.

use super::*;
use crate::report::seen::{points, rows};

fn verdict(law: &'static str, outcome: Outcome, known: Option<&'static str>) -> Verdict {
    Verdict {
        law,
        outcome,
        known,
    }
}

fn subject(name: &'static str, first: Verdict, second: Verdict) -> Subject {
    Subject {
        name,
        type_name: name,
        defined_in: "text",
        version: Some("1.0.0"),
        is_representation: name != "d",
        verdicts: vec![first, second],
    }
}

fn findings() -> Findings {
    let law = |name| Law {
        name,
        room: "Text",
        why: "It is so.",
        seen_in: "nowhere",
    };
    let broken = || Outcome::Broken("2 is 3".to_owned());
    let crashed = || Outcome::Crashed("signal: 6".to_owned());
    let lacks = || Outcome::Lacks("Hash".to_owned());
    let subject = |name, first, second| {
        let (outcome, known) = first;
        subject(name, verdict("first", outcome, known), second)
    };
    Findings {
        command: String::new(),
        machine: Machine::detect(),
        laws: vec![law("first"), law("second")],
        subjects: vec![
            subject(
                "a",
                (broken(), Some("text 1.0.0 rounds")),
                verdict("second", Outcome::Kept, None),
            ),
            subject(
                "b",
                (broken(), Some("text 1.0.0 rounds")),
                verdict("second", lacks(), None),
            ),
            subject("c", (crashed(), None), verdict("second", lacks(), None)),
            subject(
                "d",
                (Outcome::Kept, None),
                verdict("second", Outcome::Kept, Some("it has no niche")),
            ),
        ],
    }
}

#[test]
fn each_kind_has_a_mark_and_what_is_the_same_one_note() {
    let sections = findings().sections();
    let rows = rows(&sections[0]);
    assert_eq!(rows[0], ["first", "1", "1", "!2"]);
    assert_eq!(rows[1], ["second", "✓", "·", "·"]);
    assert_eq!(rows[2], ["first", "✓"]);
    assert_eq!(rows[3], ["second", "=3"]);
    assert_eq!(rows[6], ["c", "c", "text 1.0.0", "0", "1", "1"]);
    let expected = [
        "1: a, b, first: text 1.0.0 rounds. Found: 2 is 3.",
        "2: c, first, not known before: text 1.0.0. Crashed: signal: 6.",
        "3: d, second: text 1.0.0: it has no niche. Now it is kept.",
    ];
    assert_eq!(points(&sections), expected);
}

#[test]
fn a_surprise_is_one_line() {
    assert_eq!(
        findings().surprise().unwrap(),
        "broken, and not known to be: first of c; known to be broken, and not any more: second of d"
    );
    let mut calm = findings();
    calm.subjects.truncate(2);
    assert_eq!(calm.surprise(), None);
}
