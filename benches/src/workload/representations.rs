//! The types of the list as subjects of questions.

use string_kit_measure::Subject;
use string_kit_measure::run::twin;
use string_kit_types::{Listed, Work};

/// Returns types with their work as subjects: the first is the baseline.
pub(crate) fn subjects<W>(listed: Vec<Listed<W>>) -> Vec<Subject<W>> {
    let baseline = listed.first().map_or("", |first| first.facts.id);
    let subject = |Listed {
                       facts,
                       is_twin,
                       work,
                   }| Subject {
        name: if is_twin {
            twin(facts.name)
        } else {
            facts.name.to_owned()
        },
        is_reference: facts.id == baseline,
        ..Subject::new(facts.name, facts.id, work)
    };
    listed.into_iter().map(subject).collect()
}

/// Returns the representations: the baseline `String`, its twin, then the others.
pub(crate) fn representations<W: Work>() -> Vec<Subject<W>> {
    subjects(string_kit_types::representations())
}
