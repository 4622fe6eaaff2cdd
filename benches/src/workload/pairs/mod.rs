//! Pairs of ways to one result: capture of known types against what std and the types' own crates
//! do with the same values.

mod formats;
mod guesses;
mod lists;
mod lookup;
mod values;

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

/// Two ways to one result.
#[allow(missing_debug_implementations)] // Functions have none.
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
}

/// One of the ways.
#[allow(missing_debug_implementations)] // Functions have none.
pub struct Case {
    /// The group of ways like this one, a Rust identifier.
    pub group: &'static str,
    /// Does it once, and drops what it made.
    pub run: Box<dyn Fn()>,
    /// Does it once, and returns what it made, as `Debug` shows it.
    pub text: Box<dyn Fn() -> String>,
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
    let mut all = guesses::pairs();
    all.extend(values::pairs());
    all.extend(lists::pairs());
    all.extend(formats::pairs());
    all.extend(lookup::pairs());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_make_the_same() {
        for Pair {
            name,
            what,
            against,
        } in all()
        {
            // A list is compared with a block of its size, and a string with a copy of its text.
            if !["list", "smol_str_new"].contains(&what.group) {
                assert_eq!((what.text)(), (against.text)(), "{name}");
            }
        }
    }
}
