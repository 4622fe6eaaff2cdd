//! How a verb is held to its bars: all that they are about is measured in turn, each thing once however
//! many bars are about it.

use super::Failure;
use super::on::On;
use super::show::{Show, hold};
use super::turns::{Programs, in_turn};
use crate::measure::{Allocator, Machine, estimate};
use crate::report::bars::{About, Bar, Bars, Bound};

/// What a bar is about: a number by itself, or the ratio of the first to the second; and how much it may
/// be.
pub(super) type Rule<S> = (S, Option<S>, Bound);

/// What a verb is held to.
pub(super) trait Held {
    /// A number that is measured.
    type Side;
    /// What is asked of a process: several numbers may come of it.
    type Source: PartialEq;
    /// And what it answers.
    type Measured;

    /// What the bars are about.
    const ABOUT: About;

    /// The bars on an allocator.
    fn rules(&self, allocator: Allocator) -> Vec<Rule<Self::Side>>;

    /// What a side is called.
    fn words(side: &Self::Side) -> String;

    /// Where a side comes from.
    fn source(&self, side: &Self::Side, allocator: Allocator) -> Self::Source;

    /// One repetition.
    fn measure(
        &self,
        programs: &Programs,
        source: &Self::Source,
    ) -> Result<Self::Measured, Failure>;

    /// The number, if there is one in what was measured.
    fn number(side: &Self::Side, measured: &Self::Measured) -> Option<f64>;
}

/// Refuses to hold this build to what it lacks.
pub(super) fn has_all(
    names: &[&str],
    mut has: impl FnMut(&str) -> bool,
    what: &str,
) -> Result<(), Failure> {
    names.iter().find(|name| !has(name)).map_or(Ok(()), |name| {
        Err(Failure::Arguments(format!(
            "the bars are about '{name}', which this build does not have as a {what}"
        )))
    })
}

/// Measures what the bars are about, so often, and says whether they are held.
pub(super) fn measure<H: Held>(
    held: &H,
    on: &On,
    reps: usize,
    show: &Show,
    command: String,
) -> Result<(), Failure> {
    let allocators = on.all();
    let programs = Programs::find(&allocators)?;
    show.check()?;
    let sources = Sources::of(held, &allocators);
    let measure = |source: &H::Source| held.measure(&programs, source);
    let measured = in_turn(&sources.all, reps, measure)?;
    let bars = Bars {
        about: H::ABOUT,
        command,
        reps,
        notes: on.replaced().into_iter().collect(),
        all: sources
            .rules
            .iter()
            .map(|rule| rule.bar::<H>(&measured))
            .collect(),
        machine: Machine::detect().on(&allocators),
    };
    hold(&bars, show)
}

/// All bars, and where what they are about comes from.
struct Sources<H: Held> {
    all: Vec<H::Source>,
    rules: Vec<Placed<H::Side>>,
}

/// A side, and at which place among the sources it comes from.
type Place<S> = (S, usize);

/// A bar on an allocator.
struct Placed<S> {
    allocator: Allocator,
    one: Place<S>,
    other: Option<Place<S>>,
    bound: Bound,
}

impl<H: Held> Sources<H> {
    fn of(held: &H, allocators: &[Allocator]) -> Self {
        let mut all = Vec::new();
        let mut rules = Vec::new();
        for &allocator in allocators {
            let mut placed = |side: H::Side| {
                let source = held.source(&side, allocator);
                let at = all.iter().position(|one| *one == source);
                let at = at.unwrap_or_else(|| {
                    all.push(source);
                    all.len() - 1
                });
                (side, at)
            };
            for (one, other, bound) in held.rules(allocator) {
                rules.push(Placed {
                    allocator,
                    one: placed(one),
                    other: other.map(&mut placed),
                    bound,
                });
            }
        }
        Self { all, rules }
    }
}

impl<S> Placed<S> {
    /// The bar, of what was measured of each source: ratios are of the same repetition.
    fn bar<H: Held<Side = S>>(&self, measured: &[Vec<H::Measured>]) -> Bar {
        let numbers = |(side, at): &Place<S>| -> Vec<Option<f64>> {
            let own = measured[*at].iter();
            own.map(|one| H::number(side, one)).collect()
        };
        let ones = numbers(&self.one);
        let found: Vec<f64> = match &self.other {
            None => ones.into_iter().flatten().collect(),
            Some(other) => {
                let pairs = ones.into_iter().zip(numbers(other));
                let ratios = pairs.filter_map(|(one, other)| Some(one? / other?));
                ratios.collect()
            }
        };
        let words = |(side, _): &Place<S>| H::words(side);
        Bar {
            what: match &self.other {
                None => words(&self.one),
                Some(other) => format!("{} / {}", words(&self.one), words(other)),
            },
            allocator: self.allocator,
            bound: self.bound,
            found: found.len(),
            ratio: estimate(found.into_iter().map(Some)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that stand in their own names: of a source come the number itself, and a tenth of it.
    struct Numbers;

    impl Held for Numbers {
        type Side = &'static str;
        type Source = (f64, Allocator);
        type Measured = Option<f64>;

        const ABOUT: About = About {
            id: "numbers",
            title: "",
            what: "",
            caption: "",
        };

        fn rules(&self, _: Allocator) -> Vec<Rule<&'static str>> {
            vec![
                ("20", None, Bound::AtMost(19.0)),
                ("20", Some("5"), Bound::AtLeast(4.0)),
                ("20 tenth", Some("5"), Bound::AtMost(0.4)),
                ("none", Some("5"), Bound::AtLeast(0.0)),
            ]
        }

        fn words(side: &&'static str) -> String {
            (*side).to_owned()
        }

        fn source(&self, side: &&'static str, allocator: Allocator) -> (f64, Allocator) {
            let number = side.split(' ').next().unwrap();
            (number.parse().unwrap_or(0.0), allocator)
        }

        fn measure(&self, _: &Programs, source: &(f64, Allocator)) -> Result<Option<f64>, Failure> {
            Ok(Some(source.0).filter(|number| *number > 0.0))
        }

        fn number(side: &&'static str, measured: &Option<f64>) -> Option<f64> {
            measured.map(|number| {
                if side.ends_with("tenth") {
                    number / 10.0
                } else {
                    number
                }
            })
        }
    }

    #[test]
    fn what_several_bars_are_about_is_measured_once() {
        let sources = Sources::of(&Numbers, &[Allocator::System, Allocator::Jemalloc]);
        let system = [20.0, 5.0, 0.0].map(|number| (number, Allocator::System));
        assert_eq!(sources.all[..3], system);
        assert_eq!((sources.all.len(), sources.rules.len()), (6, 8));

        let programs = Programs::find(&[]).unwrap_or_else(|_| panic!("none is looked for"));
        let measured = in_turn(&sources.all, 6, |source| Numbers.measure(&programs, source));
        let measured = measured.unwrap_or_default();
        let bars: Vec<Bar> = sources
            .rules
            .iter()
            .map(|rule| rule.bar::<Numbers>(&measured))
            .collect();
        let told: Vec<_> = bars
            .iter()
            .map(|bar| {
                (
                    &*bar.what,
                    bar.found,
                    bar.ratio.map(|ratio| ratio.median),
                    bar.holds(),
                )
            })
            .collect();
        let expected = [
            ("20", 6, Some(20.0), false),
            ("20 / 5", 6, Some(4.0), true),
            ("20 tenth / 5", 6, Some(0.4), true),
            ("none / 5", 0, None, false),
        ];
        assert_eq!(told[..4], expected);
        assert_eq!(told[4..], expected);
    }

    #[test]
    fn a_build_that_lacks_what_bars_are_about_is_refused() {
        let has = |name: &str| name == "one";
        assert!(has_all(&["one"], has, "thing").is_ok());
        let Err(Failure::Arguments(what)) = has_all(&["one", "two"], has, "thing") else {
            panic!("there is no two");
        };
        let expected = "the bars are about 'two', which this build does not have as a thing";
        assert_eq!(what, expected);
    }
}
