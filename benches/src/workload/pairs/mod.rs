//! Pairs of ways to one result: capture of known types against what std and the types' own crates do
//! with the same values.

mod formats;
mod lists;
mod lookup;
mod values;

use std::fmt::{self, Debug};
use std::hint::black_box;
use std::rc::Rc;

/// Two ways to one result.
#[derive(Debug)]
pub struct Pair {
    /// The name, which both ways have in their groups.
    pub name: &'static str,
    /// string-kit's way.
    pub what: Case,
    /// The way that it is compared with.
    pub against: Case,
}

impl Pair {
    fn new<T: Debug + 'static, U: Debug + 'static>(
        [what, against]: [&'static str; 2],
        name: &'static str,
        run: impl Fn() -> T + 'static,
        run_against: impl Fn() -> U + 'static,
    ) -> Self {
        Self {
            name,
            what: Case::new(what, Rc::new(run)),
            against: Case::new(against, Rc::new(run_against)),
        }
    }

    /// Runs both ways, and compares what they made.
    ///
    /// # Errors
    ///
    /// If they differ: a sentence with both.
    pub fn check(&self) -> Result<(), String> {
        let (made, expected) = ((self.what.text)(), (self.against.text)());
        if made == expected {
            return Ok(());
        }
        let (what, against) = (self.what.group, self.against.group);
        Err(format!(
            "{}: {what} made {made}, {against} {expected}",
            self.name
        ))
    }
}

/// One of the ways.
pub struct Case {
    /// The group of ways like this one, a Rust identifier.
    pub group: &'static str,
    run: Box<dyn Fn()>,
    text: Box<dyn Fn() -> String>,
}

impl Case {
    fn new<T: Debug + 'static>(group: &'static str, run: Rc<dyn Fn() -> T>) -> Self {
        // Both closures need the way. A call through `dyn` is never inlined, so that all ways are
        // called at the same cost.
        let same = Rc::clone(&run);
        Self {
            group,
            run: Box::new(move || {
                black_box(run());
            }),
            text: Box::new(move || format!("{:?}", same())),
        }
    }

    /// Does it once, and drops what it made.
    pub fn run(&self) {
        (self.run)();
    }
}

impl Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case")
            .field("group", &self.group)
            .finish_non_exhaustive()
    }
}

/// Makes pairs of two groups: `"name" => way, way to compare with;`.
macro_rules! pairs {
    ($groups:expr; $($name:expr => $run:expr, $run_against:expr;)*) => {
        vec![$( $crate::workload::pairs::Pair::new($groups, $name, || $run, || $run_against) ),*]
    };
}
use pairs;

/// Returns all pairs, group by group.
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
            assert_eq!(pair.check(), Ok(()));
        }
    }

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for Pair {
            name,
            what,
            against,
        } in all()
        {
            for group in [what.group, against.group] {
                assert!(seen.insert((group, name)), "{group}::{name} twice");
            }
        }
    }
}
