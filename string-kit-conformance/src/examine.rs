//! The examination of a subject by a law.

use crate::allocator::{check, examining};
use crate::examined::Examined;
use crate::hostile::caught;
use crate::laws;
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop};
use crate::{Counterexample, Law, Subject, Verdict};

impl<S: 'static> Subject<S> {
    /// Examines the type by a law.
    ///
    /// Takes milliseconds in an optimised build and up to seconds in a debug build.
    ///
    /// The type also breaks the law if it panics where the law expects no panic, and if it frees a
    /// block with a wrong layout or writes outside of one. The latter does not count if
    /// [`known`](Self::known) declares that the type breaks [`Law::AllocationLayouts`].
    #[must_use]
    pub fn examine(&self, law: Law) -> Verdict {
        self.examined().verdict(law)
    }

    /// Examines the type by a law, and panics if a test must fail.
    ///
    /// Costs the same as [`examine`](Self::examine). Prints the counterexample of a law that
    /// [`known`](Self::known) declares, and what a law with nothing to examine lacks.
    ///
    /// # Panics
    ///
    /// - if the type breaks the law and [`known`](Self::known) does not declare it
    /// - if [`known`](Self::known) declares the law and the type does not break it
    /// - if [`unexamined`](Self::unexamined) was called, and lists a law that has something to
    ///   examine, or does not list one that has nothing
    /// - if the law needs a [`CheckingAllocator`](crate::CheckingAllocator) and the global
    ///   allocator is another
    #[track_caller]
    pub fn assert(&self, law: Law) {
        self.examined().assert(law);
    }
}

impl Examined<'_> {
    fn apply_law(self, law: Law) -> Outcome {
        macro_rules! call {
            (; $($variant:ident $name:ident)*) => {
                match law {
                    $(Law::$variant => laws::$name(self),)*
                }
            };
        }
        __with_laws!([call])
    }

    fn verdict(self, law: Law) -> Verdict {
        let (result, violations) = examining(Some((self.name, law.name())), || {
            check(|| caught(|| self.apply_law(law)))
        });
        let verdict = match result {
            Ok(Ok(())) => Verdict::Kept,
            Ok(Err(Stop::Lacks(what))) => Verdict::Lacks(what),
            Ok(Err(Stop::Broken(counterexample))) => Verdict::Broken(counterexample),
            Err(panic) => Verdict::Broken(Counterexample::new(format!("a panic: {panic}"))),
        };
        match violations.first() {
            Some(violation)
                if !verdict.is_broken() && self.why_known(Law::AllocationLayouts).is_none() =>
            {
                let case = format!("during the examination: {violation}");
                Verdict::Broken(Counterexample::new(case))
            }
            _ => verdict,
        }
    }

    #[track_caller]
    fn assert(self, law: Law) {
        let (name, law_name) = (self.name, law.name());
        if let Some((_, why)) = self.skipped.iter().find(|(skipped, _)| *skipped == law) {
            return println!("skipped: {law_name}: {why}");
        }
        let is_unexamined = self.unexamined.is_some_and(|laws| laws.contains(&law));
        match (self.verdict(law), self.why_known(law)) {
            (Verdict::Lacks(NO_ALLOCATOR), None) => panic!(
                "{name}: {law_name} needs {NO_ALLOCATOR}: declare it by #[global_allocator], or \
                 skip the law"
            ),
            (Verdict::Lacks(what), None) => self.assert_unexamined(law, what),
            _ if is_unexamined => panic!(
                "{law_name} has something to examine in {name}: remove Law::{law:?} from \
                 `unexamined`"
            ),
            (Verdict::Kept, None) => {}
            (Verdict::Broken(case), Some(why)) => println!("{name}, known: {why}: {case}"),
            (Verdict::Broken(case), None) => {
                panic!("{name} breaks {law_name}: {case}\n{}", law.why())
            }
            (Verdict::Kept, Some(why)) => panic!(
                "{name} does not break {law_name} any more: remove Law::{law:?} from `known` \
                 ({why})"
            ),
            (Verdict::Lacks(what), Some(why)) => panic!(
                "{name} lacks {what}, so it cannot break {law_name}: remove Law::{law:?} from \
                 `known` ({why})"
            ),
        }
    }

    /// Reports a law that has nothing to examine, and panics if `unexamined` does not list it.
    #[track_caller]
    fn assert_unexamined(self, law: Law, what: &str) {
        let (name, law_name) = (self.name, law.name());
        println!("not examined: {law_name}: {name} lacks {what}");
        let Some(laws) = self.unexamined else { return };
        let needs_serde = matches!(law, Law::SerdeRoundTrips | Law::SerdeRefusesOther);
        // The names of traits have a capital in front, but for one.
        let is_trait = what.starts_with(char::is_uppercase) || what == "fmt::Write";
        let remedy = if is_trait {
            "implement the trait"
        } else {
            "name the method in `subject!`"
        };
        assert!(
            laws.contains(&law) || needs_serde && !cfg!(feature = "serde"),
            "{law_name} has nothing to examine, because {name} lacks {what}: {remedy}, or add \
             Law::{law:?} to `unexamined`"
        );
    }
}
