//! Laws about equality, order and hash.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use std::collections::{BTreeMap, HashMap};

use crate::examined::Examined;
use crate::histories::History;
use crate::slot::{Slot, Value};
use crate::texts::{texts, texts_to};
use crate::values::Recorder;
use crate::verdict::{Outcome, Stop, ensure};

/// Returns the texts whose capitals are a text too, with them.
fn in_two_cases() -> impl Iterator<Item = (&'static str, &'static str)> {
    texts().iter().filter_map(|text| {
        let capitals = text.to_ascii_uppercase();
        let mut others = texts().iter().filter(|other| *other != text);
        Some((&**text, &**others.find(|other| **other == capitals)?))
    })
}

/// Returns pairs of texts: equal texts, texts with a common prefix, texts of the same length, and
/// texts that differ in the case of letters.
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
    pairs.extend(in_two_cases());
    pairs.sort_by_key(|(a, b)| a.len() + b.len());
    pairs
}

/// Ends the law unless a comparison of `a` and `b` has this result, if the type has the comparison.
fn is<T: PartialEq + Copy + fmt::Debug>(
    what: fmt::Arguments<'_>,
    call: &str,
    got: Option<T>,
    expected: T,
) -> Outcome {
    let holds = got.is_none_or(|got| got == expected);
    ensure!(holds, "{what} have {got:?} as {call}, not {expected:?}");
    Ok(())
}

/// Calls `agrees` with pairs of texts and of values. Equal texts are made in all pairs of ways. Of
/// different texts, the first is made in all ways and the second in one.
fn compare(
    subject: Examined<'_>,
    agrees: impl Fn(fmt::Arguments<'_>, [&str; 2], [&dyn Slot; 2]) -> Outcome,
) -> Outcome {
    for (a, b) in pairs() {
        let (lefts, mut rights) = (subject.histories(a), subject.histories(b));
        if a != b {
            rights.truncate(1);
        }
        let both = lefts
            .iter()
            .flat_map(|a| rights.iter().map(move |b| (a, b)));
        for (left, right) in both {
            // Of equal texts, both orders are among the pairs of ways.
            let orders = [[left, right], [right, left]];
            for [left, right] in orders.into_iter().take(1 + usize::from(a != b)) {
                agrees(
                    format_args!("a = {} and b = {}", left.way, right.way),
                    [left.way.text, right.way.text],
                    [&*left.value, &*right.value],
                )?;
            }
        }
    }
    Ok(())
}

pub(crate) fn equality_is_strs(subject: Examined<'_>) -> Outcome {
    let eq = subject.probed.eq.ok_or(Stop::Lacks("PartialEq"))?;
    compare(subject, |what, [a, b], [left, right]| {
        is(what, "a == b", Some(eq(left, right)), a == b)
    })
}

pub(crate) fn order_is_strs(subject: Examined<'_>) -> Outcome {
    let (cmp, partial_cmp) = (subject.probed.cmp, subject.probed.partial_cmp);
    if cmp.is_none() && partial_cmp.is_none() {
        return Err(Stop::Lacks("Ord and PartialOrd"));
    }
    compare(subject, |what, [a, b], [left, right]| {
        is(what, "a.cmp(&b)", cmp.map(|cmp| cmp(left, right)), a.cmp(b))?;
        let partial = partial_cmp.map(|cmp| cmp(left, right));
        is(what, "a.partial_cmp(&b)", partial, Some(a.cmp(b)))
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
            hash(&*subject.value(text), &mut expected);
        }
        for History { way, value } in subject.histories(text) {
            let mut got = Recorder::default();
            hash(&*value, &mut got);
            let is_same = got == expected;
            let (got, expected) = (got.0, &expected.0);
            ensure!(
                is_same,
                "{way} passes {got:?} to a hasher, not {expected:?}"
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
                text: subject.value(text),
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
                got.is_none_or(|got| got == expected),
                "a {map} of {} keys returns {got:?} for {text:?}",
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
        let value = subject.value(a);
        let (value, owned, equal) = (&*value, String::from(b), a == b);
        let what = format_args!("a = {a:?} and b = {b:?}");
        let eq_str = probed.eq_str.map(|eq| eq(value, b));
        let eq_string = probed.eq_string.map(|eq| eq(value, &owned));
        let str_eq = probed.str_eq.map(|eq| eq(b, value));
        let order = probed.cmp_str.map(|cmp| cmp(value, b));
        is(what, "a == *b", eq_str, equal)?;
        is(what, "a == b.to_string()", eq_string, equal)?;
        is(what, "*b == a", str_eq, equal)?;
        is(what, "a.partial_cmp(b)", order, Some(a.cmp(b)))?;
    }
    Ok(())
}
