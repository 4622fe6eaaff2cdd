//! What flags of several verbs take: names of what there is, and numbers.

use std::ops::RangeInclusive;

use super::Failure;
use crate::measure::MIN_ROUNDS;

/// The name that asks for each there is.
pub(super) const ALL: &str = "all";

/// Keeps those of these names, or all; a name that none has is refused.
pub(super) fn named<T>(
    names: &[String],
    things: &mut Vec<T>,
    name: impl Fn(&T) -> &'static str,
    what: &str,
) -> Result<(), Failure> {
    let is_known = |asked: &&String| *asked == ALL || things.iter().any(|one| name(one) == *asked);
    if let Some(unknown) = names.iter().find(|asked| !is_known(asked)) {
        let mut known: Vec<&str> = things.iter().map(name).collect();
        // A thing may be there in several forms, one after the other.
        known.dedup();
        return Err(Failure::Arguments(format!(
            "there is no {what} '{unknown}'; there are {ALL}, {}",
            known.join(", ")
        )));
    }
    let is_asked = |one: &T| names.iter().any(|asked| asked == ALL || asked == name(one));
    things.retain(is_asked);
    Ok(())
}

/// Keeps those of these names, or all, and the one that ratios are to.
pub(super) fn with_baseline<T>(
    names: &[String],
    baseline: &str,
    mut things: Vec<T>,
    name: impl Fn(&T) -> &'static str,
    what: &str,
) -> Result<Vec<T>, Failure> {
    let names = [names, &[baseline.to_owned()]].concat();
    named(&names, &mut things, name, what)?;
    Ok(things)
}

/// Refuses what leaves nothing to measure of all that was asked for by name.
pub(super) fn some_is_left<'a>(
    asked: &[String],
    mut left: impl Iterator<Item = &'a str>,
    left_out: &[String],
) -> Result<(), Failure> {
    if left.any(|name| asked.iter().any(|one| one == name || one == ALL)) {
        return Ok(());
    }
    Err(Failure::Arguments(format!(
        "nothing of this can be measured: {}",
        left_out.join(" ")
    )))
}

/// Each once, in the order of the first.
pub(super) fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// Reads a number of this range.
pub(super) fn number(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (least, most) = range.into_inner();
            format!("a number from {least} to {most} is needed")
        })
}

/// Reads how often something is measured: so often that an interval can be told.
pub(super) fn reps(text: &str) -> Result<usize, String> {
    number(text, MIN_ROUNDS..=1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(names: &[&str]) -> Result<Vec<(&'static str, u8)>, Failure> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut things = vec![("one", 1), ("two", 1), ("two", 2)];
        named(&names, &mut things, |(name, _)| name, "thing").map(|()| things)
    }

    #[test]
    fn what_is_named_is_kept_in_every_form() {
        assert!(kept(&["two"]).is_ok_and(|kept| kept == [("two", 1), ("two", 2)]));
        assert!(kept(&["one", ALL]).is_ok_and(|kept| kept.len() == 3));
    }

    #[test]
    fn a_name_that_none_has_is_refused_with_those_there_are() {
        let Err(Failure::Arguments(what)) = kept(&["one", "three"]) else {
            panic!("there is no three");
        };
        let expected = "there is no thing 'three'; there are all, one, two";
        assert_eq!(what, expected);
    }
}
