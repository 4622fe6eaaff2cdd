//! Capture of values whose types are known where they are captured: without `core::fmt`.
//!
//! The code of such a way names the values of the example slices. The number of values of a slice
//! chooses the example slice that the way captures.

use std::hint::black_box;

use string_kit::{CapturedStr, str_list};
use string_kit_types::rivals;
use string_kit_types::{Kept, Representation, Work, representations};

use super::containers::Texts;
use super::published::STRING;
use super::way::{Container, Group, TYPED, Workload};
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
    let own = typed(
        Group::StringKit,
        list.id,
        (Container::Own, list.name),
        "str_list!",
        runs!(str_list),
    );
    let strings = typed(
        Group::Typed,
        "vec_string",
        (Container::Vec, STRING),
        "to_string of known types",
        runs!(strings),
    );
    let mut workloads = vec![own.by(TYPED, None), strings.by(TYPED, None)];
    let listed = representations::<Boxed>().into_iter();
    workloads.extend(
        listed
            .filter(|listed| !listed.is_twin)
            .map(|listed| listed.work.0),
    );
    workloads
}

/// A capture into a boxed slice of a type.
struct Boxed(Workload);

impl Work for Boxed {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        let facts = <S as Representation>::FACTS;
        let boxed_text = (Container::Box, facts.name);
        let how = "capture of known types";
        let capture = typed(Group::Typed, facts.id, boxed_text, how, boxed::<S>());
        Self(capture.by(TYPED, Some(facts)))
    }
}

/// The captures of the example slices, in their order, each in a function of its own.
type Runs<C> = [fn(&'static Examples) -> C; 5];

fn typed<C: Texts>(
    group: Group,
    name: &'static str,
    container: (Container, &'static str),
    how: &str,
    runs: Runs<C>,
) -> Workload {
    let (runs, examples) = black_box((runs, &EXAMPLES));
    let run = move |values: Values<'_>| runs[values.len()](examples);
    Workload::new(group, name, container, how, run)
}

fn boxed<S: CapturedStr>() -> Runs<Box<[S]>> {
    macro_rules! boxed {
        ($($value:expr),*) => { Box::new([$(S::capture(&$value)),*]) };
    }
    runs!(boxed)
}
