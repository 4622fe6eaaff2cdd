//! The notes below the matrix: what was found, once for all whom it is true of.

use super::{Findings, Outcome, Standing, Subject, Verdict};

/// A finding that takes words.
struct Note<'a> {
    subjects: Vec<&'a Subject>,
    verdict: &'a Verdict,
}

/// All of them, those of representations by law, then those of rivals; a note's number is its place.
pub(super) struct Notes<'a>(Vec<Note<'a>>);

impl<'a> Notes<'a> {
    pub(super) fn of(findings: &'a Findings) -> Self {
        let mut notes: Vec<Note<'a>> = Vec::new();
        // The representations' own come first, in short numbers.
        let groups = [true, false].into_iter();
        let places = groups.flat_map(|group| (0..findings.laws.len()).map(move |at| (group, at)));
        for (group, at) in places {
            let subjects = findings.subjects.iter();
            for subject in subjects.filter(|one| one.is_representation == group) {
                let verdict = &subject.verdicts[at];
                if matches!(verdict.standing(), Standing::Kept | Standing::Lacks) {
                    continue;
                }
                match notes.iter_mut().find(|note| note.holds(subject, verdict)) {
                    Some(note) => note.subjects.push(subject),
                    None => notes.push(Note {
                        subjects: vec![subject],
                        verdict,
                    }),
                }
            }
        }
        Self(notes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of the note on a verdict.
    pub(super) fn number(&self, subject: &Subject, verdict: &Verdict) -> Option<usize> {
        let at = self
            .0
            .iter()
            .position(|note| note.holds(subject, verdict))?;
        Some(at + 1)
    }

    pub(super) fn told(&self) -> Vec<String> {
        let notes = (1..).zip(&self.0);
        notes
            .map(|(number, note)| format!("{number}: {}", note.told()))
            .collect()
    }
}

impl Note<'_> {
    /// Whether it says the same as would be said of another verdict.
    fn holds(&self, subject: &Subject, verdict: &Verdict) -> bool {
        let reason = |verdict: &Verdict| match verdict.known {
            Some(why) => why.to_owned(),
            None => verdict.outcome.case().unwrap_or_default().to_owned(),
        };
        let mine = self.verdict;
        mine.law == verdict.law
            && mine.standing() == verdict.standing()
            && self.subjects[0].defined_in == subject.defined_in
            && reason(mine) == reason(verdict)
    }

    fn told(&self) -> String {
        let names: Vec<&str> = self.subjects.iter().map(|one| one.name).collect();
        let names = names.join(", ");
        let Verdict { law, known, .. } = self.verdict;
        let of = self.subjects[0].crate_and_version();
        let why = match known {
            // Most reasons begin with it.
            Some(why) if why.contains(self.subjects[0].version.unwrap_or(" ")) => (*why).to_owned(),
            Some(why) => format!("{of}: {why}"),
            None => of,
        };
        let found = match &self.verdict.outcome {
            Outcome::Broken(case) => format!("Found: {case}"),
            Outcome::Crashed(case) => format!("Crashed: {case}"),
            Outcome::Kept => "Now it is kept".to_owned(),
            Outcome::Lacks(what) => format!("Now it lacks {what}"),
        };
        let not_known = match self.verdict.standing() {
            Standing::Unexpected => ", not known before",
            _ => "",
        };
        format!("{names}, {law}{not_known}: {why}. {found}.")
    }
}
