//! Pairs of ways to one result, of which the first has a limit: capture of known types against
//! what std and the types' own crates do with the same values.

mod formats;
mod lists;
mod lookup;
mod values;

use std::fmt::{self, Debug};
use std::hint::black_box;
use std::rc::Rc;

/// Two ways to one result.
///
/// ```
/// use string_kit_benches::workload::pairs;
///
/// assert!(pairs::all().iter().all(|pair| pair.check() == Ok(())));
/// ```
#[derive(Debug)]
pub struct Pair {
    /// What the pair is about.
    pub topic: &'static str,
    /// string-kit's way.
    pub what: Case,
    /// What it is compared with.
    pub against: Case,
    /// The most that `what` may take, as a multiple of what `against` takes. `None`: there is no
    /// limit.
    pub most: Option<f64>,
}

impl Pair {
    fn new<T: Debug + 'static, U: Debug + 'static>(
        topic: &'static str,
        [what, against]: [&'static str; 2],
        most: impl Into<Option<f64>>,
        run: impl Fn() -> T + 'static,
        run_against: impl Fn() -> U + 'static,
    ) -> Self {
        Self {
            topic,
            what: Case::new(what, run),
            against: Case::new(against, run_against),
            most: most.into(),
        }
    }

    /// Runs both ways, and compares what they made.
    ///
    /// # Errors
    ///
    /// What differs, in words.
    ///
    /// ```
    /// use string_kit_benches::workload::pairs;
    ///
    /// assert_eq!(pairs::all()[0].check(), Ok(()));
    /// ```
    pub fn check(&self) -> Result<(), String> {
        let (made, expected) = ((self.what.text)(), (self.against.text)());
        if made == expected {
            return Ok(());
        }
        let Self { what, against, .. } = self;
        Err(format!(
            "{} made {made}, {} {expected}",
            what.name, against.name
        ))
    }
}

/// One of the ways.
pub struct Case {
    /// The name: unique in the topic, and fit for a file.
    pub name: &'static str,
    run: Box<dyn Fn()>,
    text: Box<dyn Fn() -> String>,
}

impl Case {
    fn new<T: Debug + 'static>(name: &'static str, run: impl Fn() -> T + 'static) -> Self {
        // Both closures need the way. A call through `dyn` is never inlined, so that all ways are
        // called at the same cost.
        let run: Rc<dyn Fn() -> T> = Rc::new(run);
        let same = Rc::clone(&run);
        Self {
            name,
            run: Box::new(move || {
                black_box(run());
            }),
            text: Box::new(move || format!("{:?}", same())),
        }
    }

    /// Does it once, and drops what it made.
    ///
    /// ```
    /// use string_kit_benches::workload::pairs;
    ///
    /// pairs::all()[0].what.run();
    /// ```
    pub fn run(&self) {
        (self.run)();
    }
}

impl Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Makes pairs of a topic: `"name": way, "name": way to compare with, limit;`.
macro_rules! pairs {
    ($topic:expr; $($what:expr => $run:expr, $against:expr => $run_against:expr, $most:expr;)*) => {
        vec![$( $crate::workload::pairs::Pair::new(
            $topic, [$what, $against], $most, || $run, || $run_against,
        ) ),*]
    };
}
use pairs;

/// All pairs, topic by topic.
///
/// ```
/// use string_kit_benches::workload::pairs;
///
/// assert!(pairs::all().iter().any(|pair| pair.what.name == "string.u32"));
/// ```
#[must_use]
pub fn all() -> Vec<Pair> {
    [
        values::pairs(),
        lists::pairs(),
        formats::pairs(),
        lookup::pairs(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn both_ways_make_the_same() {
        for pair in all() {
            assert_eq!(pair.check(), Ok(()), "{}", pair.topic);
        }
    }

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for Pair {
            topic,
            what,
            against,
            ..
        } in all()
        {
            assert!(seen.insert((topic, what.name)), "{topic} {}", what.name);
            assert!(
                seen.insert((topic, against.name)),
                "{topic} {}",
                against.name
            );
        }
    }
}
