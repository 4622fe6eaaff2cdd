//! The advice on a set of data: the choice for its records, and what stands beside it.

use string_kit_measure::judge::Judge;

use super::choice::{Choice, Rated};
use super::exceptions::{Exception, exceptions};
use super::facts::{FieldFacts, PartFacts, Set};
use crate::candidate::{Candidate, candidates};
use crate::profile::Plain;

/// The advice on a set of data.
pub(super) struct Advice<'a> {
    pub(super) set: &'a Set,
    pub(super) whole: &'a PartFacts,
    pub(super) choice: Choice<'a>,
    pub(super) exceptions: Vec<Exception<'a>>,
    /// The choice among all types, if the alias of a recorded program cannot have it.
    pub(super) second: Option<Rated<'a>>,
}

/// All candidates, and those that the alias of a recorded program can have.
pub(super) struct Candidates {
    full: Vec<Candidate>,
    drop_in: Vec<Candidate>,
}

impl Candidates {
    pub(super) fn new() -> Self {
        let full = candidates();
        let mut drop_in = full.clone();
        drop_in.retain(|candidate| candidate.is_drop_in);
        Self { full, drop_in }
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
        let choice = Choice::new(whole, &candidates.full, judge)?;
        let mut among_all = Self {
            set,
            whole,
            exceptions: Vec::new(),
            choice,
            second: None,
        };
        if set.recorded.is_some() {
            let pick = among_all.choice.pick;
            return Some(Self {
                second: pick.filter(|pick| !pick.candidate.is_drop_in),
                choice: Choice::new(whole, &candidates.drop_in, judge)?,
                ..among_all
            });
        }
        if whole.is_little() {
            among_all.choice.pick = None;
            among_all.choice.ties.clear();
        }
        if !among_all.is_plain() {
            let full = &candidates.full;
            among_all.exceptions = exceptions(set, &among_all.choice, full, judge, most_types);
        }
        Some(among_all)
    }

    /// Returns the fields that need no string.
    pub(super) fn plain(&self) -> impl Iterator<Item = (&'a FieldFacts, &'a Plain, u64)> {
        let fields = self.set.fields.iter();
        let is_recorded = self.set.recorded.is_some();
        let plain =
            fields.filter_map(|field| Some((field, field.plain.as_ref()?, field.plain_saves)));
        plain.filter(move |_| !is_recorded)
    }

    /// Returns the name of the field, or that of the set if there are several.
    pub(super) fn subject(&self) -> &'a str {
        match self.whole.fields.len() {
            1 => &self.whole.name,
            _ => &self.set.name,
        }
    }

    /// Returns whether no field needs a string.
    pub(super) fn is_plain(&self) -> bool {
        let mut fields = self.whole.fields.iter();
        self.set.recorded.is_none() && fields.all(|at| self.set.fields[*at].plain.is_some())
    }
}
