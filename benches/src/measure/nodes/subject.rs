//! The designs, and what can be asked of each.

use super::{Cell, Sample, Text, engine, flatten};
use crate::workload::nodes::{Design, Kind, for_each_design};

/// A design.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    /// Its name.
    pub(crate) name: &'static str,
    /// Whose it is.
    pub(crate) kind: Kind,
    /// How many bytes a handle has.
    pub(crate) handle: usize,
    /// Measures a cell.
    pub(in crate::measure) run: fn(&Cell) -> Sample,
    /// How fast a text is flattened against a copy of it.
    pub(in crate::measure) against_copy: fn(Text) -> f64,
}

impl Subject {
    fn of<D: Design>() -> Self {
        Self {
            name: D::NAME,
            kind: D::KIND,
            handle: size_of::<D::Handle>(),
            run: engine::run::<D>,
            against_copy: flatten::against_copy::<D>,
        }
    }

    /// The one of this name.
    ///
    /// # Errors
    ///
    /// If there is none, in words.
    pub(in crate::measure) fn named(name: &str) -> Result<Self, String> {
        let mut all = subjects().into_iter();
        all.find(|subject| subject.name == name)
            .ok_or_else(|| format!("there is no design '{name}'"))
    }
}

/// The designs, in the order of the tables.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($design:ty) => {
            subjects.push(Subject::of::<$design>());
        };
    }
    for_each_design!(add);
    subjects
}
