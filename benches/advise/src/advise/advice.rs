//! The advice on a set of data: the choice for its records, and what stands beside it.

use string_kit_measure::judge::{Judge, Ratio, typical};

use super::STRINGS;
use super::choice::{Choice, Exception, Rated, exceptions, samples};
use super::facts::{FieldFacts, PartFacts, Set};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::profile::Plain;

/// The advice on a set of data.
pub(super) struct Advice<'a> {
    pub(super) set: &'a Set,
    pub(super) whole: &'a PartFacts,
    pub(super) choice: Choice<'a>,
    pub(super) exceptions: Vec<Exception<'a>>,
    /// The choice among all types, if the alias of a recorded program cannot have it.
    pub(super) second: Option<Rated<'a>>,
    /// The share of a recorded program's time that its strings take as `String`.
    pub(super) share_of_strings: Option<f64>,
}

/// All candidates, and those that the alias of a recorded program can have.
pub(super) struct Candidates {
    all: Vec<Candidate>,
    drop_in: Vec<Candidate>,
}

impl Candidates {
    pub(super) fn new() -> Self {
        let all = candidates();
        let mut drop_in = all.clone();
        drop_in.retain(Candidate::is_drop_in);
        Self { all, drop_in }
    }
}

impl<'a> Advice<'a> {
    pub(super) fn new(
        set: &'a Set,
        candidates: &'a Candidates,
        judge: &Judge<'_>,
        most_types: usize,
    ) -> Option<Self> {
        let whole = set.parts.first()?;
        let choice = Choice::new(whole, &candidates.all, judge)?;
        let strings = samples(judge, &whole.name, BASELINE, STRINGS).and_then(typical);
        let among_all = Self {
            set,
            whole,
            exceptions: Vec::new(),
            choice,
            second: None,
            share_of_strings: strings.zip(whole.cpu_time).map(|(part, all)| part / all),
        };
        if set.recorded.is_some() {
            let pick = among_all.choice.pick;
            return Some(Self {
                second: pick.filter(|pick| !pick.candidate.is_drop_in()),
                choice: Choice::new(whole, &candidates.drop_in, judge)?,
                ..among_all
            });
        }
        Some(Self {
            exceptions: exceptions(set, &among_all.choice, &candidates.all, judge, most_types),
            ..among_all
        })
    }

    /// Returns the fields that need no string.
    pub(super) fn plain(&self) -> impl Iterator<Item = (&'a FieldFacts, &'a Plain, u64)> {
        let fields = self.set.fields.iter();
        let is_recorded = self.set.recorded.is_some();
        let plain = fields.filter_map(|field| {
            let (plain, saved) = field.plain.as_ref()?;
            Some((field, plain, *saved))
        });
        plain.filter(move |_| !is_recorded)
    }

    /// Returns the name of the field, or that of the set if there are several.
    pub(super) fn subject(&self) -> &'a str {
        match self.whole.fields.len() {
            1 => &self.whole.name,
            _ => &self.set.name,
        }
    }

    /// Returns the time of a type over `String`'s; none if it is not known.
    pub(super) fn time(&self, one: &Rated<'_>) -> Option<Ratio> {
        match self.share_of_strings {
            None => one.time,
            Some(share) => of_program(one.time?, share),
        }
    }

    /// Returns whether no field needs a string.
    pub(super) fn is_plain(&self) -> bool {
        let mut fields = self.whole.fields.iter();
        self.set.recorded.is_none() && fields.all(|at| self.set.fields[*at].plain.is_some())
    }
}

/// Returns the ratio of two times of a whole program, of which the strings take a share.
///
/// Its interval reaches to 1: strings are read in drawn order, which takes longer than to read the
/// same ones again, and so the difference is at most as large. There is none if the strings alone
/// would take longer than the program did.
fn of_program(time: Ratio, share: f64) -> Option<Ratio> {
    (share <= 1.0).then(|| Ratio {
        low: time.low.min(1.0),
        high: time.high.max(1.0),
        ..time
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_program_reaches_to_one_or_is_not_said() {
        let ratio = |value, low, high| Ratio { value, low, high };
        for (time, share, expected) in [
            (ratio(0.38, 0.3, 0.5), 0.7, Some(ratio(0.38, 0.3, 1.0))),
            (ratio(1.4, 1.2, 1.5), 0.7, Some(ratio(1.4, 1.0, 1.5))),
            (ratio(0.38, 0.3, 0.5), 1.9, None),
        ] {
            assert_eq!(of_program(time, share), expected);
        }
    }
}
