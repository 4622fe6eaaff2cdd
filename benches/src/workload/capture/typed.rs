//! Capture of values whose types are known where they are captured: without `core::fmt`.
//!
//! The code of such a way names the values of the example slices. The number of values of a slice
//! chooses the example slice that the way captures.

use std::hint::black_box;

use string_kit::{CapturedStr, str_list};
use string_kit_types::rivals;
use string_kit_types::{Kept, Representation, Work, representations};

use super::published::STRING;
use super::way::{Group, TYPED, Workload};
use crate::workload::slices::{EXAMPLES, Examples, Values};

/// Makes [`Runs`] that call a macro with the values of each slice.
macro_rules! runs {
    ($into:ident) => {
        [
            |_| $into![],
            |values| $into![values.bool],
            |values| $into![values.integers.0, values.integers.1],
            |values| {
                let (float, byte, character) = &values.float_byte_char;
                $into![*float, *byte, *character]
            },
            |values| {
                let [a, b, c, d] = &values.texts;
                $into![*a, *b, *c, *d]
            },
        ]
    };
}

pub(super) fn workloads() -> Vec<Workload> {
    /// Captures by `to_string` of each value: the baseline, where the types are known.
    macro_rules! strings {
        ($($value:expr),*) => { vec![$($value.to_string()),*] };
    }
    let list = rivals::str_list::This::FACTS;
    let (title, run) = ("StrList, str_list!", typed(runs!(str_list)));
    let own = Workload::new(Group::StringKit, list.id, list.name, title, run);
    let (title, run) = (
        "Vec<String>, to_string of known types",
        typed(runs!(strings)),
    );
    let strings = Workload::new(Group::Typed, "vec_string", STRING, title, run);
    let mut workloads = vec![own.by(TYPED, None), strings.by(TYPED, None)];
    let mut listed = representations::<Boxed>();
    listed.retain(|listed| !listed.is_twin);
    workloads.extend(listed.into_iter().map(|listed| listed.work.0));
    workloads
}

struct Boxed(Workload);

impl Work for Boxed {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        let facts = <S as Representation>::FACTS;
        let title = format!("Box<[{}]>, capture of known types", facts.name);
        let run = typed(boxed::<S>());
        let workload = Workload::new(Group::Typed, facts.id, facts.name, title, run);
        Self(workload.by(TYPED, Some(facts)))
    }
}

/// The captures of the example slices, in their order, each in a function of its own.
type Runs<C> = [fn(&'static Examples) -> C; 5];

fn typed<C: 'static>(runs: Runs<C>) -> impl Fn(Values<'_>) -> C + Copy + Send + Sync + 'static {
    let (runs, examples) = black_box((runs, &EXAMPLES));
    move |values| runs[values.len()](examples)
}

fn boxed<S: CapturedStr>() -> Runs<Box<[S]>> {
    macro_rules! boxed {
        ($($value:expr),*) => { Box::new([$(S::capture(&$value)),*]) };
    }
    runs!(boxed)
}
