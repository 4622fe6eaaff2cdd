//! Laws about equality, order and hash.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use std::collections::{BTreeMap, HashMap};

use crate::code::literal;
use crate::examined::Examined;
use crate::histories::History;
use crate::slot::Value;
use crate::texts::{texts, texts_to};
use crate::values::Recorder;
use crate::verdict::{Outcome, Stop, ensure};

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

/// Two texts, and the values that were made of them.
struct Pair<'a> {
    subject: Examined<'a>,
    texts: [&'static str; 2],
    made: [&'a History; 2],
}

impl Pair<'_> {
    /// Ends the law unless a comparison has this result, if the type has the comparison.
    fn is<T: PartialEq + Copy + core::fmt::Debug>(
        &self,
        call: &str,
        got: Option<T>,
        expected: T,
    ) -> Outcome {
        let ([a, b], [left, right]) = (self.texts, self.made.map(|history| &history.made));
        let subject = self.subject;
        ensure!(
            subject,
            got.is_none_or(|got| got == expected),
            (
                "{}{}assert_eq!({call}, {});\n",
                left.code(subject, "a"),
                right.code(subject, "b"),
                ordering(&expected)
            ),
            "{call} is {got:?} for a = {a:?}, {}, and b = {b:?}, {}",
            left.way,
            right.way
        );
        Ok(())
    }
}

/// Returns the result of a comparison as an expression.
fn ordering(result: &dyn core::fmt::Debug) -> String {
    let result = format!("{result:?}");
    ["Less", "Equal", "Greater"]
        .iter()
        .fold(result, |code, name| {
            code.replace(name, &format!("std::cmp::Ordering::{name}"))
        })
}

/// Calls `agrees` with pairs of texts. Equal texts are made in all pairs of ways. Of different
/// texts, the first is made in all ways and the second in one.
fn compare(subject: Examined<'_>, agrees: impl Fn(&Pair<'_>) -> Outcome) -> Outcome {
    for (a, b) in pairs() {
        let (lefts, mut rights) = (subject.histories(a), subject.histories(b));
        if a != b {
            rights.truncate(1);
        }
        for left in &lefts {
            for right in &rights {
                for (texts, made) in [([a, b], [left, right]), ([b, a], [right, left])] {
                    agrees(&Pair {
                        subject,
                        texts,
                        made,
                    })?;
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn equality_is_strs(subject: Examined<'_>) -> Outcome {
    let eq = subject.probed.eq.ok_or(Stop::Lacks("PartialEq"))?;
    compare(subject, |pair| {
        let ([a, b], [left, right]) = (pair.texts, pair.made);
        pair.is("a == b", Some(eq(&*left.text, &*right.text)), a == b)
    })
}

pub(crate) fn order_is_strs(subject: Examined<'_>) -> Outcome {
    let (cmp, partial_cmp) = (subject.probed.cmp, subject.probed.partial_cmp);
    if cmp.is_none() && partial_cmp.is_none() {
        return Err(Stop::Lacks("Ord and PartialOrd"));
    }
    compare(subject, |pair| {
        let ([a, b], [left, right]) = (pair.texts, pair.made.map(|history| &*history.text));
        pair.is("a.cmp(&b)", cmp.map(|cmp| cmp(left, right)), a.cmp(b))?;
        let partial = partial_cmp.map(|cmp| cmp(left, right));
        pair.is("a.partial_cmp(&b)", partial, Some(a.cmp(b)))
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
            let then = || {
                let mut other = literal(text);
                if !is_borrowed {
                    other = format!("@from({other})");
                }
                format!("assert_eq!(hashed(&s), hashed(&{other}));\n")
            };
            ensure!(
                subject,
                got == expected,
                ("{}{}", history.made.code(subject, "s"), then()),
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
            ensure!(
                subject,
                got.is_none_or(|got| got == expected),
                (
                    "let keys = texts_to(128).step_by(2);\n\
                     let map: {map}<S, &str> = keys.map(|text| (@from(text), text)).collect();\n\
                     assert_eq!(map.get({text}).copied(), {}.then_some({text}));\n",
                    expected.is_some(),
                    text = literal(text)
                ),
                "a {map} of {} keys, searched for {text:?}, returns {got:?}",
                there().count()
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
        let (value, owned) = (subject.of(a), String::from(b));
        let (value, equal, order) = (&*value, (a == b).to_string(), Some(a.cmp(b)));
        let eq_str = probed.eq_str.map(|eq| eq(value, b));
        let eq_string = probed.eq_string.map(|eq| eq(value, &owned));
        let str_eq = probed.str_eq.map(|eq| eq(b, value));
        let cmp_str = probed.cmp_str.map(|cmp| ordering(&cmp(value, b)));
        let results = [
            ("s == *b", eq_str.map(|is| is.to_string()), &equal),
            (
                "s == b.to_string()",
                eq_string.map(|is| is.to_string()),
                &equal,
            ),
            ("*b == s", str_eq.map(|is| is.to_string()), &equal),
            ("s.partial_cmp(b)", cmp_str, &ordering(&order)),
        ];
        for (call, got, expected) in results {
            ensure!(
                subject,
                got.as_ref().is_none_or(|got| got == expected),
                (
                    "let s = @from({});\nlet b: &str = {};\nassert_eq!({call}, {expected});\n",
                    literal(a),
                    literal(b)
                ),
                "{call} is {got:?} for s = {a:?} and b = {b:?}"
            );
        }
    }
    Ok(())
}
