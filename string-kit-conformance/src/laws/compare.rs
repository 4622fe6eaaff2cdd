//! Laws about equality, order and hash.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use std::collections::{BTreeMap, HashMap};

use crate::case::{Case, ensure};
use crate::code::literal;
use crate::examined::Examined;
use crate::slot::{Slot, Value};
use crate::texts::{texts, texts_to};
use crate::values::Recorder;
use crate::verdict::{Outcome, Stop};

/// Returns pairs of texts: equal texts, texts with a common prefix, and texts of the same length.
fn pairs() -> Vec<(&'static str, &'static str)> {
    let mut sorted: Vec<&str> = texts().iter().map(String::as_str).collect();
    let by_length = sorted.clone();
    sorted.sort_unstable();
    let neighbours = |texts: Vec<&'static str>| {
        let pairs = texts.windows(2).step_by(2).map(|pair| (pair[0], pair[1]));
        pairs.collect::<Vec<_>>()
    };
    let mut pairs: Vec<_> = by_length.iter().map(|text| (*text, *text)).collect();
    pairs.extend(neighbours(by_length));
    pairs.extend(neighbours(sorted));
    pairs.sort_by_key(|(a, b)| a.len() + b.len());
    pairs
}

/// Ends the law unless a comparison has this result, if the type has the comparison.
fn is<T: PartialEq + Copy + fmt::Debug>(
    case: &Case<'_>,
    call: &str,
    got: Option<T>,
    expected: T,
) -> Outcome {
    ensure!(
        case,
        got.is_none_or(|got| got == expected),
        ("assert_eq!({call}, {});\n", ordering(&expected)),
        "have {got:?} as {call}"
    );
    Ok(())
}

/// Returns the result of a comparison as an expression.
fn ordering(result: &dyn fmt::Debug) -> String {
    let result = format!("{result:?}");
    ["Less", "Equal", "Greater"]
        .iter()
        .fold(result, |code, name| {
            code.replace(name, &format!("std::cmp::Ordering::{name}"))
        })
}

/// Calls `agrees` with pairs of texts and of values. Equal texts are made in all pairs of ways. Of
/// different texts, the first is made in all ways and the second in one.
fn compare(
    subject: Examined<'_>,
    agrees: impl Fn(&Case<'_>, [&str; 2], [&dyn Slot; 2]) -> Outcome,
) -> Outcome {
    for (a, b) in pairs() {
        let (lefts, mut rights) = (subject.histories(a), subject.histories(b));
        if a != b {
            rights.truncate(1);
        }
        for (left, right) in lefts
            .iter()
            .flat_map(|a| rights.iter().map(move |b| (a, b)))
        {
            let both = [([a, b], [left, right]), ([b, a], [right, left])];
            // Of equal texts, both orders are among the pairs of ways.
            for ([a, b], [left, right]) in both.into_iter().take(1 + usize::from(a != b)) {
                let (left_made, right_made) = (&left.made, &right.made);
                let made = || left_made.code(subject, "a") + &right_made.code(subject, "b");
                let (left_way, right_way) = (left_made.way, right_made.way);
                let what = format_args!("a = {a:?}, {left_way}, and b = {b:?}, {right_way},");
                agrees(
                    &Case(subject, &made, what),
                    [a, b],
                    [&*left.text, &*right.text],
                )?;
            }
        }
    }
    Ok(())
}

pub(crate) fn equality_is_strs(subject: Examined<'_>) -> Outcome {
    let eq = subject.probed.eq.ok_or(Stop::Lacks("PartialEq"))?;
    compare(subject, |case, [a, b], [left, right]| {
        is(case, "a == b", Some(eq(left, right)), a == b)
    })
}

pub(crate) fn order_is_strs(subject: Examined<'_>) -> Outcome {
    let (cmp, partial_cmp) = (subject.probed.cmp, subject.probed.partial_cmp);
    if cmp.is_none() && partial_cmp.is_none() {
        return Err(Stop::Lacks("Ord and PartialOrd"));
    }
    compare(subject, |case, [a, b], [left, right]| {
        is(case, "a.cmp(&b)", cmp.map(|cmp| cmp(left, right)), a.cmp(b))?;
        let partial = partial_cmp.map(|cmp| cmp(left, right));
        is(case, "a.partial_cmp(&b)", partial, Some(a.cmp(b)))
    })
}

pub(crate) fn hash_is_strs(subject: Examined<'_>) -> Outcome {
    let hash = subject.probed.hash.ok_or(Stop::Lacks("Hash"))?;
    let is_borrowed = subject.probed.borrowed.is_some();
    for text in texts() {
        let mut expected = Recorder::default();
        // Without Borrow<str> a hash may differ from str's, but equal values must have the same
        // one.
        if is_borrowed {
            text.as_str().hash(&mut expected);
        } else {
            hash(&*subject.of(text), &mut expected);
        }
        for history in subject.histories(text) {
            let mut got = Recorder::default();
            hash(&*history.text, &mut got);
            let made = || history.made.code(subject, "s");
            let what = format_args!("{text:?}, {},", history.made.way);
            let other = || match literal(text) {
                text if is_borrowed => text,
                text => format!("@from({text})"),
            };
            ensure!(
                Case(subject, &made, what),
                got == expected,
                ("assert_eq!(hashed(&s), hashed(&{}));\n", other()),
                "passes {:?} to a hasher, not {:?}",
                got.0,
                expected.0
            );
        }
    }
    Ok(())
}

/// A map key that compares and hashes with the functions of the subject.
struct Key<'a> {
    subject: Examined<'a>,
    text: Value,
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Key<'_> {}
impl PartialOrd for Key<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Key<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let probed = &self.subject.probed;
        match (probed.cmp, probed.eq) {
            (Some(cmp), _) => cmp(&*self.text, &*other.text),
            (None, Some(eq)) if eq(&*self.text, &*other.text) => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}
impl Hash for Key<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(hash) = self.subject.probed.hash {
            hash(&*self.text, state);
        }
    }
}
impl Borrow<str> for Key<'_> {
    fn borrow(&self) -> &str {
        let borrowed = self.subject.probed.borrowed;
        borrowed.map_or("", |borrow| borrow(&*self.text))
    }
}

pub(crate) fn maps_find_by_str(subject: Examined<'_>) -> Outcome {
    let probed = &subject.probed;
    probed.borrowed.ok_or(Stop::Lacks("Borrow<str>"))?;
    let there = || texts_to(128).step_by(2);
    let keys = || {
        there().map(|text| {
            let key = Key {
                subject,
                text: subject.of(text),
            };
            (key, text)
        })
    };
    let hashed =
        (probed.hash.is_some() && probed.eq.is_some()).then(|| keys().collect::<HashMap<_, _>>());
    let ordered = probed.cmp.map(|_| keys().collect::<BTreeMap<_, _>>());
    if hashed.is_none() && ordered.is_none() {
        return Err(Stop::Lacks("Hash and Ord"));
    }
    for text in texts_to(128) {
        let expected = there().find(|there| *there == text);
        let found = [
            ("HashMap", hashed.as_ref().map(|map| map.get(text).copied())),
            (
                "BTreeMap",
                ordered.as_ref().map(|map| map.get(text).copied()),
            ),
        ];
        for (map, got) in found {
            let made = || {
                format!(
                    "let keys = texts_to(128).step_by(2);\n\
                     let map: {map}<S, &str> = keys.map(|text| (@from(text), text)).collect();\n"
                )
            };
            let what = format_args!("a {map} of {} keys", there().count());
            ensure!(
                Case(subject, &made, what),
                got.is_none_or(|got| got == expected),
                (
                    "assert_eq!(map.get({text}).copied(), {}.then_some({text}));\n",
                    expected.is_some(),
                    text = literal(text)
                ),
                "returns {got:?} for {text:?}"
            );
        }
    }
    Ok(())
}

pub(crate) fn compares_with_str(subject: Examined<'_>) -> Outcome {
    let probed = &subject.probed;
    if probed.eq_str.is_none() && probed.str_eq.is_none() && probed.cmp_str.is_none() {
        return Err(Stop::Lacks("PartialEq<str> and PartialOrd<str>"));
    }
    for (a, b) in pairs() {
        let value = subject.of(a);
        let (value, owned, equal) = (&*value, String::from(b), a == b);
        let made = || {
            let (a, b) = (literal(a), literal(b));
            format!("let a = @from({a});\nlet b: &str = {b};\n")
        };
        let case = Case(subject, &made, format_args!("a = {a:?} and b = {b:?}"));
        let eq_str = probed.eq_str.map(|eq| eq(value, b));
        let eq_string = probed.eq_string.map(|eq| eq(value, &owned));
        let order = probed.cmp_str.map(|cmp| cmp(value, b));
        is(&case, "a == *b", eq_str, equal)?;
        is(&case, "a == b.to_string()", eq_string, equal)?;
        is(
            &case,
            "*b == a",
            probed.str_eq.map(|eq| eq(b, value)),
            equal,
        )?;
        is(&case, "a.partial_cmp(b)", order, Some(a.cmp(b)))?;
    }
    Ok(())
}
