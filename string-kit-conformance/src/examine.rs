//! The examination of a subject by a law.

use crate::allocator::{Examination, check, write_line};
use crate::hostile::caught;
use crate::laws;
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop};
use crate::{Counterexample, Law, Subject, Verdict};

fn apply<S>(law: Law, subject: &Subject<S>) -> Outcome {
    macro_rules! call {
        (; $($variant:ident $name:ident)*) => {
            match law {
                $(Law::$variant => laws::$name(subject),)*
            }
        };
    }
    __with_laws!([call])
}

impl<S> Subject<S> {
    /// Examines the type by a law.
    ///
    /// Takes milliseconds in an optimised build and up to seconds in a debug build.
    ///
    /// The type also breaks the law if it panics where the law expects no panic, and if it frees a
    /// block with a wrong layout or writes outside of one. The latter does not count if
    /// [`known`](Self::known) declares that the type breaks [`Law::AllocationLayouts`].
    ///
    /// ```
    /// use string_kit_conformance::{Law, Verdict, subject};
    ///
    /// assert_eq!(subject!(String).examine(Law::OrderIsStrs), Verdict::Kept);
    /// ```
    #[must_use]
    pub fn examine(&self, law: Law) -> Verdict {
        self.erased(law, &|| apply(law, self), &Vec::new).verdict()
    }

    /// Examines the type by a law, and panics if a test must fail.
    ///
    /// Costs the same as [`examine`](Self::examine). Prints the counterexample if
    /// [`known`](Self::known) declares that the type breaks the law. If the law has nothing to
    /// examine, because the type lacks a method or a trait, writes one line to standard error,
    /// which the test harness does not capture. With [`unexamined`](Self::unexamined) or
    /// [`partial`](Self::partial) prints that line to standard output instead, which the harness
    /// does capture.
    ///
    /// # Panics
    ///
    /// - if the type breaks the law and [`known`](Self::known) does not declare it
    /// - if [`known`](Self::known) declares the law and the type does not break it
    /// - if the law is the first of [`Law::ALL`] and the type lacks other traits than
    ///   [`lacks`](Self::lacks) lists: so one test fails, and not each
    /// - if the law has nothing to examine and [`unexamined`](Self::unexamined) does not list it,
    ///   or the reverse
    /// - if the law needs a [`CheckingAllocator`](crate::CheckingAllocator) and the global
    ///   allocator is another
    ///
    /// ```
    /// use string_kit_conformance::{Law, subject};
    ///
    /// subject!(String).assert(Law::EqualityIsStrs);
    /// ```
    #[track_caller]
    pub fn assert(&self, law: Law) {
        let missing = || self.probed.missing();
        self.erased(law, &|| apply(law, self), &missing).assert();
    }

    fn erased<'a>(
        &self,
        law: Law,
        apply: &'a dyn Fn() -> Outcome,
        missing: &'a dyn Fn() -> Vec<&'static str>,
    ) -> Erased<'a> {
        Erased {
            name: self.name(),
            law,
            why_known: self.why_known(law),
            layouts_are_known: self.why_known(Law::AllocationLayouts).is_some(),
            lacks: self.lacks,
            unexamined: self.unexamined,
            is_partial: self.is_partial,
            apply,
            missing,
        }
    }
}

/// An examination without the type: this code is compiled once, not for each type.
struct Erased<'a> {
    name: &'static str,
    law: Law,
    why_known: Option<&'static str>,
    layouts_are_known: bool,
    lacks: Option<&'static [&'static str]>,
    unexamined: Option<&'static [Law]>,
    is_partial: bool,
    apply: &'a dyn Fn() -> Outcome,
    missing: &'a dyn Fn() -> Vec<&'static str>,
}

impl Erased<'_> {
    fn verdict(&self) -> Verdict {
        let examination = Examination::of(self.name, self.law.name());
        Examination::take_case();
        let (result, violations) = examination.during(|| check(|| caught(self.apply)));
        let case =
            Examination::take_case().map(|text| format!(", after a value was made of {text}"));
        let verdict = match result {
            Ok(Ok(())) => Verdict::Kept,
            Ok(Err(Stop::Lacks(what))) => Verdict::Lacks(what),
            Ok(Err(Stop::Broken(counterexample))) => Verdict::Broken(counterexample),
            Err(panic) => Verdict::Broken(Counterexample::new(format!("a panic: {panic}"))),
        };
        match violations.first() {
            Some(violation) if !verdict.is_broken() && !self.layouts_are_known => {
                let case = case.unwrap_or_default();
                let what = format!("during the examination{case}: {violation}");
                Verdict::Broken(Counterexample::new(what))
            }
            _ => verdict,
        }
    }

    #[track_caller]
    fn assert(&self) {
        let Self { name, law, .. } = *self;
        if Law::ALL.first() == Some(&law) {
            self.assert_traits();
        }
        let verdict = self.verdict();
        let law_name = law.name();
        match (&verdict, self.why_known) {
            (Verdict::Lacks(NO_ALLOCATOR), None) => panic!(
                "{name}: {law_name} needs {NO_ALLOCATOR}: declare it by #[global_allocator], or \
                 skip the law"
            ),
            (Verdict::Lacks(what), None) => self.assert_unexamined(what),
            (_, _) if self.unexamined.is_some_and(|laws| laws.contains(&law)) => {
                panic!(
                    "{law_name} has something to examine in {name}: remove Law::{law:?} from \
                     `unexamined`"
                )
            }
            (Verdict::Kept, None) => {}
            (Verdict::Broken(case), Some(why)) => println!("{name}, known: {why}: {case}"),
            (Verdict::Broken(case), None) => {
                let code = case.code().map_or_else(String::new, |code| {
                    format!("\nThis code repeats the case:\n\n{code}")
                });
                panic!("{name} breaks {law_name}: {case}\n{}{code}", law.why())
            }
            (Verdict::Kept, Some(why)) => panic!(
                "{name} does not break {law_name} any more: remove Law::{law:?} from `known` ({why})"
            ),
            (Verdict::Lacks(what), Some(why)) => panic!(
                "{name} lacks {what}, so it cannot break {law_name}: remove Law::{law:?} from `known` \
                 ({why})"
            ),
        }
    }

    /// Reports a law that has nothing to examine, and panics if `unexamined` does not list it.
    #[track_caller]
    fn assert_unexamined(&self, what: &str) {
        let Self { name, law, .. } = *self;
        let law_name = law.name();
        let needs_serde = matches!(law, Law::SerdeRoundTrips | Law::SerdeRefusesOther);
        match self.unexamined {
            None if self.is_partial => println!("not examined: {law_name}: {name} lacks {what}"),
            None => write_line(format_args!(
                "not examined: {law_name}: {name} lacks {what}"
            )),
            Some(laws) => {
                let is_declared = laws.contains(&law) || needs_serde && !cfg!(feature = "serde");
                // The names of traits have a capital in front, but for one.
                let is_trait = what.starts_with(char::is_uppercase) || what == "fmt::Write";
                let remedy = if is_trait {
                    "implement the trait"
                } else {
                    "name the method in `subject!`"
                };
                assert!(
                    is_declared,
                    "{law_name} has nothing to examine, because {name} lacks {what}: {remedy}, or add \
                     Law::{law:?} to `unexamined`"
                );
                println!("not examined: {law_name}: {name} lacks {what}");
            }
        }
    }

    /// Panics unless the type lacks the traits that `lacks` lists, and no others.
    #[track_caller]
    fn assert_traits(&self) {
        let Some(declared) = self.lacks else { return };
        let (name, missing) = (self.name, (self.missing)());
        for lost in &missing {
            assert!(
                declared.contains(lost),
                "{name} lacks {lost}; if that is right, declare it: .lacks(&{missing:?})"
            );
        }
        // Without the feature `serde` this crate does not detect serde's traits.
        let is_known =
            |title: &str| cfg!(feature = "serde") || !matches!(title, "Serialize" | "Deserialize");
        for had in declared.iter().filter(|title| is_known(title)) {
            assert!(
                missing.contains(had),
                "{name} does not lack {had}: declare .lacks(&{missing:?})"
            );
        }
    }
}
