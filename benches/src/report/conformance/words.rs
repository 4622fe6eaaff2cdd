//! What the matrix says: every name and number in these sentences is computed.

use super::{Findings, Standing, Subject};
use crate::report::cells::{self, many};

/// What there is in all.
pub(super) fn summary(findings: &Findings) -> String {
    let representations = findings
        .subjects
        .iter()
        .filter(|one| one.is_representation)
        .count();
    let subjects = [
        (representations, "representation"),
        (findings.subjects.len() - representations, "rival"),
    ];
    let subjects: Vec<String> = subjects
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| many(count, what))
        .collect();
    let count = |standing| cells::count(findings.count(standing));
    let builds = if findings.machine.optimized {
        "without"
    } else {
        "with"
    };
    format!(
        "{}, put to {}. Kept: {}. Broken, as is known: {}. Broken, and nobody knew: {}. Known to be \
         broken, and not any more: {}. Not asked, since the type lacks what the law is about: {}. \
         Examined {builds} the types' debug assertions, each type in a process of its own, whose \
         allocator checks every block.",
        many(findings.laws.len(), "law"),
        subjects.join(" and "),
        count(Standing::Kept),
        count(Standing::Known),
        count(Standing::Unexpected),
        count(Standing::NoMore),
        count(Standing::Lacks),
    )
}

/// What was found and not known, and what was known and not found.
pub(super) fn surprise(findings: &Findings) -> Option<String> {
    let of = |standing, what: &str| {
        let names = |subject: &Subject| {
            let verdicts = subject.verdicts.iter();
            let verdicts = verdicts.filter(|verdict| verdict.standing() == standing);
            verdicts
                .map(|verdict| format!("{} of {}", verdict.law, subject.name))
                .collect::<Vec<_>>()
        };
        let names: Vec<String> = findings.subjects.iter().flat_map(names).collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let both = [
        of(Standing::Unexpected, "broken, and not known to be"),
        of(Standing::NoMore, "known to be broken, and not any more"),
    ];
    let both: Vec<String> = both.into_iter().flatten().collect();
    (!both.is_empty()).then(|| both.join("; "))
}
