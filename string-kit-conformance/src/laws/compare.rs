//! Laws about equality, order and hash.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use std::collections::{BTreeMap, HashMap};

use crate::Subject;
use crate::code::literal;
use crate::histories::{History, Made};
use crate::texts::{texts, texts_to};
use crate::values::Recorder;
use crate::verdict::{Outcome, Stop, ensure};

/// Returns pairs of texts: equal texts, texts with a common prefix, and texts of the same length.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut sorted: Vec<&str> = texts().iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let alike: Vec<_> = sorted
        .windows(2)
        .step_by(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    let of_one_length = texts()
        .windows(2)
        .step_by(2)
        .map(|pair| (pair[0].as_str(), pair[1].as_str()));
    let same = texts().iter().map(|text| (text.as_str(), text.as_str()));
    let mut pairs: Vec<_> = same.chain(of_one_length).chain(alike).collect();
    pairs.sort_by_key(|(a, b)| a.len() + b.len());
    pairs.into_iter()
}

/// Calls `agrees` with pairs of texts. Equal texts are made in all pairs of ways. Of different
/// texts, the first is made in all ways and the second in one.
fn compare<S>(
    subject: &Subject<S>,
    agrees: impl Fn(&str, &History<S>, &str, &History<S>) -> Outcome,
) -> Outcome {
    for (a, b) in pairs() {
        let (lefts, mut rights) = (subject.histories(a), subject.histories(b));
        if a != b {
            rights.truncate(1);
        }
        for left in &lefts {
            for right in &rights {
                agrees(a, left, b, right)?;
                agrees(b, right, a, left)?;
            }
        }
    }
    Ok(())
}

/// Returns the code that makes `a` and `b`, and then runs `then`.
fn code_of<S>(subject: &Subject<S>, a: Made, b: Made, then: &str) -> String {
    let source = &subject.source;
    subject.code(a.code(source, "a") + &b.code(source, "b") + then)
}

pub(crate) fn equality_is_strs<S>(subject: &Subject<S>) -> Outcome {
    let eq = subject.probed.eq.ok_or(Stop::Lacks("PartialEq"))?;
    compare(subject, |a, left, b, right| {
        let got = eq(&left.text, &right.text);
        ensure!(
            got == (a == b),
            code_of(
                subject,
                left.made,
                right.made,
                &format!("assert_eq!(a == b, {});\n", a == b)
            ),
            "{a:?}, {}, == {b:?}, {}, is {got}",
            left.made.way,
            right.made.way
        );
        Ok(())
    })
}

pub(crate) fn order_is_strs<S>(subject: &Subject<S>) -> Outcome {
    let probed = &subject.probed;
    if probed.cmp.is_none() && probed.partial_cmp.is_none() {
        return Err(Stop::Lacks("Ord and PartialOrd"));
    }
    compare(subject, |a, left, b, right| {
        let expected = a.cmp(b);
        let code = |call: &str, expected: String| {
            code_of(
                subject,
                left.made,
                right.made,
                &format!("assert_eq!({call}, {expected});\n"),
            )
        };
        let cmp = probed.cmp.map(|cmp| cmp(&left.text, &right.text));
        ensure!(
            cmp.is_none_or(|got| got == expected),
            code("a.cmp(&b)", format!("std::cmp::Ordering::{expected:?}")),
            "cmp of {a:?}, {}, and {b:?}, {}, is {cmp:?}",
            left.made.way,
            right.made.way
        );
        let partial = probed.partial_cmp.map(|cmp| cmp(&left.text, &right.text));
        ensure!(
            partial.is_none_or(|got| got == Some(expected)),
            code(
                "a.partial_cmp(&b)",
                format!("Some(std::cmp::Ordering::{expected:?})")
            ),
            "partial_cmp of {a:?}, {}, and {b:?}, {}, is {partial:?}",
            left.made.way,
            right.made.way
        );
        Ok(())
    })
}

pub(crate) fn hash_is_strs<S>(subject: &Subject<S>) -> Outcome {
    let hash = subject.probed.hash.ok_or(Stop::Lacks("Hash"))?;
    for text in texts() {
        let mut expected = Recorder::default();
        // Without Borrow<str> a hash may differ from str's, but equal values must have the same
        // one.
        match subject.probed.borrowed {
            Some(_) => text.as_str().hash(&mut expected),
            None => hash(&subject.of(text), &mut expected),
        }
        for history in subject.histories(text) {
            let mut got = Recorder::default();
            hash(&history.text, &mut got);
            let expected_code = match subject.probed.borrowed {
                Some(_) => literal(text),
                None => format!("@from({})", literal(text)),
            };
            ensure!(
                got == expected,
                subject.code_of(
                    history.made,
                    &format!("assert_eq!(hashed(&s), hashed(&{expected_code}));\n")
                ),
                "{text:?}, {}, passes {:?} to a hasher, not {:?}",
                history.made.way,
                got.0,
                expected.0
            );
        }
    }
    Ok(())
}

/// A map key that compares and hashes with the functions of the subject.
struct Key<'a, S> {
    subject: &'a Subject<S>,
    text: S,
}

impl<S> PartialEq for Key<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl<S> Eq for Key<'_, S> {}
impl<S> PartialOrd for Key<'_, S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<S> Ord for Key<'_, S> {
    fn cmp(&self, other: &Self) -> Ordering {
        let probed = &self.subject.probed;
        match (probed.cmp, probed.eq) {
            (Some(cmp), _) => cmp(&self.text, &other.text),
            (None, Some(eq)) if eq(&self.text, &other.text) => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}
impl<S> Hash for Key<'_, S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(hash) = self.subject.probed.hash {
            hash(&self.text, state);
        }
    }
}
impl<S> Borrow<str> for Key<'_, S> {
    fn borrow(&self) -> &str {
        self.subject
            .probed
            .borrowed
            .map_or("", |borrow| borrow(&self.text))
    }
}

pub(crate) fn maps_find_by_str<S>(subject: &Subject<S>) -> Outcome {
    let probed = &subject.probed;
    probed.borrowed.ok_or(Stop::Lacks("Borrow<str>"))?;
    let key = |text: &str| Key {
        subject,
        text: subject.of(text),
    };
    let (mut hashed, mut ordered) = (HashMap::new(), BTreeMap::new());
    let there = || texts_to(128).step_by(2);
    for text in there() {
        if probed.hash.is_some() && probed.eq.is_some() {
            hashed.insert(key(text), text);
        }
        if probed.cmp.is_some() {
            ordered.insert(key(text), text);
        }
    }
    if hashed.is_empty() && ordered.is_empty() {
        return Err(Stop::Lacks("Hash and Ord"));
    }
    for text in texts_to(128) {
        let expected = there().find(|there| *there == text);
        let got = hashed.get(text).copied();
        let code = |map: &str| {
            let (text, found) = (literal(text), expected.is_some());
            subject.code(format!(
                "let keys = texts_to(128).step_by(2);\n\
                 let map: {map}<S, &str> = keys.map(|text| (@from(text), text)).collect();\n\
                 assert_eq!(map.get({text}).copied(), {found}.then_some({text}));\n"
            ))
        };
        ensure!(
            hashed.is_empty() || got == expected,
            code("HashMap"),
            "a HashMap of {} keys, searched for {text:?}, returns {got:?}",
            hashed.len()
        );
        let got = ordered.get(text).copied();
        ensure!(
            ordered.is_empty() || got == expected,
            code("BTreeMap"),
            "a BTreeMap of {} keys, searched for {text:?}, returns {got:?}",
            ordered.len()
        );
    }
    Ok(())
}

pub(crate) fn compares_with_str<S>(subject: &Subject<S>) -> Outcome {
    let probed = &subject.probed;
    if probed.eq_str.is_none() && probed.str_eq.is_none() && probed.cmp_str.is_none() {
        return Err(Stop::Lacks("PartialEq<str> and PartialOrd<str>"));
    }
    for (a, b) in pairs() {
        let (value, equal) = (subject.of(a), a == b);
        let owned = String::from(b);
        let equals = [
            ("S == str", "s == *b", probed.eq_str.map(|eq| eq(&value, b))),
            (
                "S == String",
                "s == b.to_string()",
                probed.eq_string.map(|eq| eq(&value, &owned)),
            ),
            ("str == S", "*b == s", probed.str_eq.map(|eq| eq(b, &value))),
        ];
        let code = |call: &str, expected: String| {
            let (a, b) = (literal(a), literal(b));
            subject.code(format!(
                "let s = @from({a});\nlet b: &str = {b};\nassert_eq!({call}, {expected});\n"
            ))
        };
        for (form, call, got) in equals {
            ensure!(
                got.is_none_or(|got| got == equal),
                code(call, equal.to_string()),
                "{form} is {got:?} for {a:?} and {b:?}"
            );
        }
        let order = probed.cmp_str.map(|cmp| cmp(&value, b));
        ensure!(
            order.is_none_or(|order| order == Some(a.cmp(b))),
            code(
                "s.partial_cmp(b)",
                format!("Some(std::cmp::Ordering::{:?})", a.cmp(b))
            ),
            "S.partial_cmp(str) is {order:?} for {a:?} and {b:?}"
        );
    }
    Ok(())
}
